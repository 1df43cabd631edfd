import { cutNotice, REPEAT_SUPPRESSED_MS, type ShownNotice } from '../domain/notice.ts'
import type { Dispatch } from './events.ts'

export type NoticeKind = 'success' | 'error' | 'info' | 'warning'

export interface Notice {
  readonly kind: NoticeKind
  readonly text: string
  /** Takes back what was done, as long as that is possible. */
  readonly undo?: Dispatch
  /** The screen it speaks of. */
  readonly path?: string
  /** A second, quieter line. */
  readonly detail?: string
  /** It stands in the list of notifications too, and is shown where those are. */
  readonly isNotification?: boolean
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
export const notified = ({ kind, text, path, detail }: ShownNotice): NoticeEmitted => ({
  type: 'notice',
  notice: {
    kind,
    text,
    isNotification: true,
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

/** Cuts long texts and drops a text that was shown a moment ago. */
export const createNotices = (now: () => number): Notices => {
  const listeners = new Set<(notice: Notice) => void>()
  const shownAt = new Map<string, number>()
  return {
    show(notice) {
      const shown = { ...notice, text: cutNotice(notice.text) }
      const key = `${shown.kind} ${shown.text}`
      const before = shownAt.get(key)
      if (before !== undefined && now() - before < REPEAT_SUPPRESSED_MS) return
      shownAt.delete(key)
      shownAt.set(key, now())
      for (const oldest of shownAt.keys()) {
        if (shownAt.size <= REMEMBERED_MAX) break
        shownAt.delete(oldest)
      }
      for (const listener of listeners) listener(shown)
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
