import { cutNotice, type NoticeGroup, REPEAT_SUPPRESSED_MS, type ShownNotice } from '../domain/notice.ts'
import type { Dispatch } from './events.ts'
import { texts } from './texts.ts'

export type NoticeKind = 'success' | 'error' | 'info' | 'warning'

/** What a notification tells of. Another fact is another notice, also where the words are the same. */
export interface NoticeFact {
  readonly group: NoticeGroup
  readonly id: string
}

export interface Notice {
  readonly kind: NoticeKind
  readonly text: string
  /** Takes back what was done, as long as that is possible. */
  readonly undo?: Dispatch
  /** The screen it speaks of. */
  readonly path?: string
  /** A second, quieter line. */
  readonly detail?: string
  /** It stays for as long as it takes to read several lines. */
  readonly isLong?: boolean
  /** It stands in the list of notifications too, and is shown where those are. */
  readonly isNotification?: boolean
  readonly fact?: NoticeFact
  /** One that is shown again under its id takes the place of the one before. */
  readonly id?: string
  /** Those that are taken away, since this one tells of them too. */
  readonly replaces?: readonly string[]
}

/** What machines emit when a person should be told. */
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

/** Of a notification: shown apart from what the console itself has to say. */
export const notified = ({ kind, text, path, detail }: ShownNotice, fact: NoticeFact): NoticeEmitted => ({
  type: 'notice',
  notice: {
    kind,
    text,
    isNotification: true,
    fact,
    ...(path === null ? {} : { path }),
    ...(detail === null ? {} : { detail: cutNotice(detail) }),
  },
})

/** How many texts are remembered to recognise a repeat. */
const REMEMBERED_MAX = 20

export interface Notices {
  show(notice: Notice): void
  /** Returns its own undo. */
  watch(listener: (notice: Notice) => void): () => void
}

/** Of one kind, one after the other: so many are shown each for itself, then one counts them all. */
const FOLDED_FROM = 4
/** About as long as a notice stands: what comes later begins anew. */
export const FOLDED_WITHIN_MS = 4_000

interface Fold {
  readonly id: string
  /** Ids of the facts, each once, with what was said of it. */
  readonly said: Map<string, string>
  at: number
}

const createFolds = (now: () => number) => {
  const folds = new Map<NoticeGroup, Fold>()
  let made = 0
  /** Null for a fact that was told a moment ago. */
  return (notice: Notice, { group, id }: NoticeFact): Notice | null => {
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
      path: '/notifications',
      ...(fold.said.size === FOLDED_FROM ? { replaces: alone } : {}),
    }
  }
}

/**
 * Cuts long texts and drops a text that was shown a moment ago. Facts are told apart by what they tell of, and many of
 * one kind are folded into one that counts them.
 */
export const createNotices = (now: () => number): Notices => {
  const listeners = new Set<(notice: Notice) => void>()
  const shownAt = new Map<string, number>()
  const folded = createFolds(now)

  const isRepeat = ({ kind, text }: Notice): boolean => {
    const key = `${kind} ${text}`
    const before = shownAt.get(key)
    if (before !== undefined && now() - before < REPEAT_SUPPRESSED_MS) return true
    shownAt.delete(key)
    shownAt.set(key, now())
    for (const oldest of shownAt.keys()) {
      if (shownAt.size <= REMEMBERED_MAX) break
      shownAt.delete(oldest)
    }
    return false
  }

  const tell = (notice: Notice): void => {
    for (const listener of listeners) listener(notice)
  }

  return {
    show(notice) {
      const shown = { ...notice, text: cutNotice(notice.text) }
      if (shown.fact === undefined) {
        if (!isRepeat(shown)) tell(shown)
        return
      }
      const one = folded(shown, shown.fact)
      if (one !== null) tell(one)
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
