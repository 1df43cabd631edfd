import type { Store } from '../store/database.ts'
import { type NotificationTally, tallyNotifications } from '../store/notifications.ts'
import type { User } from '../user.ts'

const sum = (tallies: readonly NotificationTally[]): number =>
  tallies.reduce((total, tally) => total + tally.count, 0)

export const createNotifications = ({ store }: { readonly store: Store }) => ({
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
})

export type Notifications = ReturnType<typeof createNotifications>
