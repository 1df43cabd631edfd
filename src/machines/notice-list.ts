import type { ReplyOf } from '../contract/call-types.ts'
import type { getNotifications } from '../contract/notifications.ts'

/** Kept to be shown; the oldest leave. */
export const NOTIFICATIONS_MAX = 200
/** Remembered so that none is taken twice. */
const KNOWN_MAX = 1_000

export type NotificationItem = ReplyOf<typeof getNotifications>[number]

/** Oldest first. `isWhole`: none that is older than the last of them is missing. */
export interface Arrived {
  readonly notices: readonly NotificationItem[]
  readonly isWhole: boolean
}

export interface NoticeList {
  /** Newest first. */
  readonly notices: readonly NotificationItem[]
  readonly known: readonly string[]
  /** The newest of which no earlier one is missing; null until there is one. */
  readonly lastUuid: string | null
  /** Arrived behind a gap that is still open, oldest first. */
  readonly behindGap: readonly string[]
  /** False until it was said what had been there before: that is not news. */
  readonly isBaseKnown: boolean
}

export const emptyNoticeList: NoticeList = {
  notices: [],
  known: [],
  lastUuid: null,
  behindGap: [],
  isBaseKnown: false,
}

/** The list with what arrived, and what of it is news. Whatever is known already is neither added nor news. */
export const withArrived = (
  list: NoticeList,
  { notices, isWhole }: Arrived,
): { readonly list: NoticeList; readonly fresh: readonly NotificationItem[] } => {
  const known = new Set(list.known)
  const added = notices.filter(({ notificationUuid }) => {
    if (known.has(notificationUuid)) return false
    known.add(notificationUuid)
    return true
  })
  const uuids = notices.map(({ notificationUuid }) => notificationUuid)
  const behindGap = isWhole
    ? []
    : [...list.behindGap, ...added.map(({ notificationUuid }) => notificationUuid)].slice(-KNOWN_MAX)
  return {
    list: {
      notices: [...added.toReversed(), ...list.notices].slice(0, NOTIFICATIONS_MAX),
      known: [...known].slice(-KNOWN_MAX),
      lastUuid: isWhole ? lastWhole(list, uuids) : list.lastUuid,
      behindGap,
      isBaseKnown: list.isBaseKnown || isWhole,
    },
    fresh: list.isBaseKnown || !isWhole ? added : [],
  }
}

/** The list with some notices, or all of them, marked as read. */
export const withMarked = (list: NoticeList, marked: readonly string[] | null): NoticeList => ({
  ...list,
  notices: list.notices.map((one) =>
    one.isRead || (marked !== null && !marked.includes(one.notificationUuid))
      ? one
      : { ...one, isRead: true },
  ),
})

/** What arrived live behind the gap is newer than the answer that filled it, unless it is part of that answer. */
const lastWhole = (list: NoticeList, answered: readonly string[]): string | null =>
  list.behindGap.findLast((uuid) => !answered.includes(uuid)) ?? answered.at(-1) ?? list.lastUuid
