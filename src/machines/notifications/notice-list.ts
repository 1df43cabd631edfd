import type { ReplyOf } from '../../contract/call-types.ts'
import { isServerId } from '../../contract/notifications/notice-record.ts'
import type { getNotifications } from '../../contract/notifications/notifications.ts'

export const NOTIFICATIONS_MAX = 200
const KNOWN_MAX = 1_000

export type NotificationItem = ReplyOf<typeof getNotifications>[number]

/** Oldest first. `isWhole`: none older than the last of them is missing. */
export interface Arrived {
  readonly notices: readonly NotificationItem[]
  readonly isWhole: boolean
  /** Came by the stream while the others loaded: listed after them, and always news. */
  readonly live?: readonly NotificationItem[]
}

export interface NoticeList {
  /** Newest first. */
  readonly notices: readonly NotificationItem[]
  readonly known: readonly string[]
  /** The newest with no earlier one missing. */
  readonly lastUuid: string | null
  /** Arrived after a gap that is still open, oldest first. */
  readonly behindGap: readonly string[]
  /** False until the earlier notifications are loaded, which are not news. */
  readonly isBaseKnown: boolean
}

export const emptyNoticeList: NoticeList = {
  notices: [],
  known: [],
  lastUuid: null,
  behindGap: [],
  isBaseKnown: false,
}

/** Known notices are neither added nor news. What came after a gap is listed after what fills it. */
export const withArrived = (
  list: NoticeList,
  { notices, isWhole, live = [] }: Arrived,
): { readonly list: NoticeList; readonly fresh: readonly NotificationItem[] } => {
  const arrived = [...notices, ...live]
  const known = new Set(list.known)
  const added = arrived.filter(({ notificationUuid }) => {
    if (known.has(notificationUuid)) return false
    known.add(notificationUuid)
    return true
  })
  const uuids = uuidsOf(arrived)
  const behindGap = isWhole ? [] : [...list.behindGap, ...uuidsOf(added)].slice(-KNOWN_MAX)
  const news = new Set(list.isBaseKnown || !isWhole ? uuidsOf(added) : uuidsOf(live))
  return {
    list: {
      notices: (isWhole ? closed(list, arrived, added) : [...added.toReversed(), ...list.notices]).slice(
        0,
        NOTIFICATIONS_MAX,
      ),
      known: [...known].slice(-KNOWN_MAX),
      lastUuid: isWhole ? lastWhole(list, uuids) : list.lastUuid,
      behindGap,
      isBaseKnown: list.isBaseKnown || isWhole,
    },
    fresh: added.filter(({ notificationUuid }) => news.has(notificationUuid)),
  }
}

const uuidsOf = (notices: readonly NotificationItem[]): readonly string[] =>
  notices.map(({ notificationUuid }) => notificationUuid)

/** Newest first: notices after the gap that the reply lacks, the reply, then older ones. */
const closed = (
  list: NoticeList,
  answer: readonly NotificationItem[],
  added: readonly NotificationItem[],
): readonly NotificationItem[] => {
  if (list.behindGap.length === 0) return [...added.toReversed(), ...list.notices]
  const behind = new Set(list.behindGap)
  const answered = new Set(uuidsOf(answer))
  const isNew = new Set(uuidsOf(added))
  const listed = new Map(list.notices.map((one) => [one.notificationUuid, one]))
  const filling = answer.flatMap((one): readonly NotificationItem[] => {
    if (isNew.has(one.notificationUuid)) return [one]
    const before = behind.has(one.notificationUuid) ? listed.get(one.notificationUuid) : undefined
    return before === undefined ? [] : [before]
  })
  const later = list.notices.filter(({ notificationUuid: uuid }) => behind.has(uuid) && !answered.has(uuid))
  const older = list.notices.filter(({ notificationUuid: uuid }) => !behind.has(uuid))
  return [...later, ...filling.toReversed(), ...older]
}

export const withMarked = (list: NoticeList, marked: readonly string[] | null): NoticeList => ({
  ...list,
  notices: list.notices.map((one) =>
    one.isRead || (marked !== null && !marked.includes(one.notificationUuid))
      ? one
      : { ...one, isRead: true },
  ),
})

/** A live notice after the gap is newer than the reply that fills it, unless it is part of that reply. */
const lastWhole = (list: NoticeList, answered: readonly string[]): string | null =>
  list.behindGap.findLast((uuid) => isServerId(uuid) && !answered.includes(uuid)) ??
  answered.findLast(isServerId) ??
  list.lastUuid
