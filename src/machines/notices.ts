import { keepNewest } from '../domain/keep-newest.ts'
import {
  cutNotice,
  type NoticeGroup,
  REPEAT_SUPPRESSED_MS,
  type ShownNotice,
} from '../domain/notifications/notice.ts'
import { pathOf } from '../domain/screens.ts'
import type { Dispatch } from './requests.ts'
import { texts } from './texts.ts'

export type NoticeKind = 'success' | 'error' | 'info' | 'warning'

/** Another source is another notice, even with the same text. */
export interface NoticeSource {
  readonly group: NoticeGroup
  readonly id: string
}

export interface Notice {
  readonly kind: NoticeKind
  readonly text: string
  readonly undo?: Dispatch
  readonly path?: string
  readonly detail?: string
  readonly isLong?: boolean
  /** Also listed among the notifications, and shown where those are. */
  readonly isNotification?: boolean
  readonly source?: NoticeSource
  /** Replaces a shown notice with the same id. */
  readonly id?: string
  /** Ids of the notices that this one covers. */
  readonly replaces?: readonly string[]
}

export interface NoticeEmitted {
  readonly type: 'notice'
  readonly notice: Notice
}

export const noticed = (kind: NoticeKind, text: string, undo?: Dispatch, path?: string): NoticeEmitted => ({
  type: 'notice',
  notice: {
    kind,
    text,
    ...(undo === undefined ? {} : { undo }),
    ...(path === undefined ? {} : { path }),
  },
})

export const notified = ({ kind, text, path, detail }: ShownNotice, source: NoticeSource): NoticeEmitted => ({
  type: 'notice',
  notice: {
    kind,
    text,
    isNotification: true,
    source,
    ...(path === null ? {} : { path }),
    ...(detail === null ? {} : { detail: cutNotice(detail) }),
  },
})

const REMEMBERED_MAX = 20

export interface Notices {
  show(notice: Notice): void
  watch(listener: (notice: Notice) => void): () => void
}

/** From this many of one group in a row on, one notice counts them all. */
const FOLDED_FROM = 4
/** About as long as a notice is shown; a later one starts anew. */
export const FOLDED_WITHIN_MS = 4_000

interface Fold {
  readonly id: string
  readonly said: Map<string, string>
  at: number
}

const createFolds = (now: () => number) => {
  const folds = new Map<NoticeGroup, Fold>()
  let made = 0
  /** Null for a notification that was shown a moment ago. */
  return (notice: Notice, { group, id }: NoticeSource): Notice | null => {
    const before = folds.get(group)
    const isOpen = before !== undefined && now() - before.at < FOLDED_WITHIN_MS
    const fold = isOpen ? before : { id: `${group} ${++made}`, said: new Map<string, string>(), at: now() }
    folds.set(group, fold)
    if (fold.said.has(id)) return null
    const alone = [...fold.said.keys()]
    fold.said.set(id, notice.detail ?? notice.text)
    fold.at = now()
    if (fold.said.size < FOLDED_FROM) return { ...notice, id }
    return {
      kind: notice.kind,
      isNotification: true,
      id: fold.id,
      text: texts.noticesFolded(group, fold.said.size),
      detail: cutNotice([...fold.said.values()].toReversed().join(' · ')),
      path: pathOf('notifications'),
      ...(fold.said.size === FOLDED_FROM ? { replaces: alone } : {}),
    }
  }
}

/** Cuts long texts, drops repeats and folds many notifications of one group into one notice that counts them. */
export const createNotices = (now: () => number): Notices => {
  const listeners = new Set<(notice: Notice) => void>()
  const shownAt = new Map<string, number>()
  const folded = createFolds(now)

  const isRepeat = ({ kind, text }: Notice): boolean => {
    const key = `${kind} ${text}`
    const before = shownAt.get(key)
    if (before !== undefined && now() - before < REPEAT_SUPPRESSED_MS) return true
    keepNewest(shownAt, key, now(), REMEMBERED_MAX)
    return false
  }

  const tell = (notice: Notice): void => {
    for (const listener of listeners) listener(notice)
  }

  return {
    show(notice) {
      const shown = { ...notice, text: cutNotice(notice.text) }
      if (shown.source === undefined) {
        if (!isRepeat(shown)) tell(shown)
        return
      }
      const one = folded(shown, shown.source)
      if (one !== null) tell(one)
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
