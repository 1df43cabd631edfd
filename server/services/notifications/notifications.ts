import { NOTIFICATIONS_PAGE_MAX } from '../../../src/contract/notifications/notifications.ts'
import type { Clock } from '../../ports.ts'
import type { Store } from '../../store/database/database.ts'
import {
  listNotifications,
  listNotificationsAfter,
  markNotificationsRead,
  type NotificationTally,
  tallyNotifications,
} from '../../store/notifications.ts'
import type { User } from '../../user.ts'
import { fromNotificationRow, type Notice } from './notices.ts'

const sum = (tallies: readonly NotificationTally[]): number =>
  tallies.reduce((total, tally) => total + tally.count, 0)

export const createNotifications = ({ store, clock }: { readonly store: Store; readonly clock: Clock }) => ({
  async count(user: User) {
    const all = await tallyNotifications(store.db, user.id)
    const unread = all.filter((tally) => !tally.isRead)
    const unreadOf = (type: string) => sum(unread.filter((tally) => tally.deploymentType === type))
    return {
      used: sum(all),
      read: sum(all) - sum(unread),
      unreadCount: sum(unread),
      unreadSplitCount: {
        auto: unreadOf('auto'),
        live: unreadOf('live'),
        paper: unreadOf('paper'),
        scanner: unreadOf('scanner'),
      },
    }
  },

  /** Newest first; with `after`, oldest first, and none when that one is missing. */
  async list(
    user: User,
    { after, limit }: { after: string | null; limit: number | null },
  ): Promise<Notice[]> {
    const size = Math.min(Math.max(limit ?? NOTIFICATIONS_PAGE_MAX, 1), NOTIFICATIONS_PAGE_MAX)
    const rows =
      after === null
        ? await listNotifications(store.db, user.id, size)
        : await listNotificationsAfter(store.db, user.id, after, size)
    return rows.map(fromNotificationRow)
  },

  /** `uuids` null means all. Ids of other users are ignored. */
  read: (user: User, uuids: readonly string[] | null): Promise<void> =>
    markNotificationsRead(store.db, user.id, uuids, clock.now()),
})

export type Notifications = ReturnType<typeof createNotifications>
