import { streamStateOf } from '../machines/notifications/notification-stream.ts'
import type { Actors } from './actors.ts'
import type { Undo } from './area.ts'
import { whenBecomes } from './when-becomes.ts'

/** For reloads: the stream does not repeat what changed while it was closed. */
export const whenStreamOpens = (
  { notificationStream }: Pick<Actors, 'notificationStream'>,
  opened: () => void,
): Undo => whenBecomes(notificationStream, (snapshot) => streamStateOf(snapshot) === 'open', opened)
