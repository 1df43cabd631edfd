import { streamStateOf } from '../machines/notifications/notification-stream.ts'
import type { Actors } from './actors.ts'
import type { Undo } from './area.ts'
import { whenBecomes } from './when-becomes.ts'

/** What changed while the notification stream was closed is not sent again. */
export const whenStreamOpens = (
  { notificationStream }: Pick<Actors, 'notificationStream'>,
  opened: () => void,
): Undo => whenBecomes(notificationStream, (snapshot) => streamStateOf(snapshot) === 'open', opened)
