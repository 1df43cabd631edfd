import type { SeenOrder } from '../domain/order-doubt.ts'
import type { Requests } from './events.ts'
import type { Preview } from './palette-preview.ts'

/** What the console makes of a chosen row. `call` is the command with its arguments; nothing here looks inside. */
export interface PaletteAct<Call> {
  readonly rowId: string
  readonly call: Call
  /** The act in words, restated where it wants confirming. */
  readonly title: string
  readonly danger: 'none' | 'confirm' | 'type'
  /** What has to be typed where `danger` is `type`. */
  readonly answer: string
  /** Why it asks; null where the act always does. */
  readonly reason: string | null
  /** The orders it would place or modify, as they were shown and are sent; empty for any other act. */
  readonly orders: readonly SeenOrder[]
}

export interface PaletteContext<Call> {
  readonly line: string
  readonly caret: number
  readonly chosen: number
  /** The line was left earlier and is shown again as it was: the first character typed replaces it. */
  readonly isReopened: boolean
  /** Lines run before, newest first. */
  readonly history: readonly string[]
  /** Which line of the history is shown; null when none is. */
  readonly historyPlace: number | null
  /** How often each row was chosen. */
  readonly usage: Readonly<Record<string, number>>
  readonly preview: Preview | null
  readonly previewMessage: string | null
  /** Rises whenever prices came in that the line is read with. */
  readonly revision: number
  /** What Enter will do, while it is being confirmed or done. */
  readonly act: PaletteAct<Call> | null
  readonly typedAnswer: string
  readonly message: string | null
}

export type PaletteEvent<Call> =
  | Requests['palette']
  | { readonly type: 'palette.type'; readonly line: string; readonly caret: number }
  | { readonly type: 'palette.choose'; readonly row: number }
  | { readonly type: 'palette.older' }
  | { readonly type: 'palette.newer' }
  | { readonly type: 'palette.answer'; readonly text: string }
  /** Without an act in `confirming`: the act that waits there. With one: it is asked about anew. */
  | { readonly type: 'palette.enter'; readonly act?: PaletteAct<Call> }
  /** Prices or chains that the line is read with have come or changed. */
  | { readonly type: 'palette.refresh' }
  | {
      readonly type: 'palette.remember'
      readonly history: readonly string[]
      readonly usage: Readonly<Record<string, number>>
    }
  | { readonly type: 'session.ended' }

export const noPreview = { preview: null, previewMessage: null } as const
export const emptyLine = {
  line: '',
  caret: 0,
  chosen: 0,
  isReopened: false,
  historyPlace: null,
  act: null,
  typedAnswer: '',
  message: null,
}

/** One line further back in the history, or one forward; before the first line stands an empty one. */
export const showHistory = <Call>(
  context: PaletteContext<Call>,
  by: 1 | -1,
): Partial<PaletteContext<Call>> => {
  const place = (context.historyPlace ?? -1) + by
  if (place < 0) return { line: '', caret: 0, historyPlace: null, chosen: 0 }
  const line = context.history[place]
  return line === undefined ? {} : { line, caret: line.length, historyPlace: place, chosen: 0 }
}
