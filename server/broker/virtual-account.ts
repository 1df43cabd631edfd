import type { DashboardBook } from '../../src/domain/analysis/dashboard-address.ts'
import type { UserId } from '../user.ts'

/** No id of a user has it. */
const SUFFIX = '~virtual'

/** The account of a user's virtual deployments: it shares no margin, position, limit or order with the user's own. */
export const virtualAccountOf = (user: UserId): UserId => `${user}${SUFFIX}` as UserId

export const isVirtualAccount = (owner: UserId): boolean => owner.endsWith(SUFFIX)

export const userOf = (account: UserId): UserId =>
  isVirtualAccount(account) ? (account.slice(0, -SUFFIX.length) as UserId) : account

export const accountIn = (book: DashboardBook, user: UserId): UserId =>
  book === 'virtual' ? virtualAccountOf(user) : user
