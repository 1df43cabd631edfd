import { streamStateOf } from '../machines/notifications/notification-stream.ts'
import type { Actors } from './actors.ts'
import type { Undo } from './area.ts'

/** What changed while the notification stream was closed is not sent again. */
export const whenStreamOpens = (
  { notificationStream }: Pick<Actors, 'notificationStream'>,
  opened: () => void,
): Undo => {
  let before = streamStateOf(notificationStream.getSnapshot())
  const subscription = notificationStream.subscribe((snapshot) => {
    const now = streamStateOf(snapshot)
    if (now === 'open' && before !== 'open') opened()
    before = now
  })
  return () => subscription.unsubscribe()
}
