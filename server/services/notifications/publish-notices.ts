import { Notification } from '../../../src/contract/notifications/notifications.ts'
import { toWire } from '../../../src/contract/wire.ts'
import type { NewNotification } from '../../store/notifications.ts'
import type { UserId } from '../../user.ts'
import { fromNotificationRow } from './notices.ts'
import type { StreamHub } from './stream-hub.ts'

/** To the open pages of the owner; for others they are in the list. */
export const publishNotices = (hub: StreamHub, owner: UserId, notices: readonly NewNotification[]): void => {
  if (!hub.isListening(owner)) return
  for (const row of notices) {
    const notice = fromNotificationRow({ ...row, isRead: false })
    hub.publish(owner, { id: row.id, data: toWire(Notification, notice) })
  }
}
