import type { SeenOrder } from '../../domain/orders/order-doubt.ts'
import type { Dispatch, Requests } from '../requests.ts'
import { LINE_MAX } from './palette-memory.ts'
import type { Preview } from './palette-preview.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly palette:
      | { readonly type: 'palette.toggle' }
      /** `message` is the reason why the line is shown instead of being run. */
      | { readonly type: 'palette.open'; readonly line?: string; readonly message?: string }
      | { readonly type: 'palette.close' }
  }
}

/** `call` is the command with its arguments; the palette never looks inside. */
export interface PaletteAct<Call> {
  readonly rowId: string
  readonly call: Call
  readonly title: string
  readonly danger: 'none' | 'confirm' | 'type'
  /** To be typed if `danger` is `type`. */
  readonly answer: string
  readonly reason: string | null
  /** A control asked, and no line was typed: going back leaves none. */
  readonly isOfControl?: boolean
  /** Sent by Enter as they are; resolved when the act was shown. */
  readonly dispatches: readonly Dispatch[]
  /** Orders it would place or modify, as they were shown and are sent. */
  readonly orders: readonly SeenOrder[]
}

export interface WrittenLine {
  readonly line: string
  readonly caret: number
  readonly message?: string | null
}

export interface PaletteContext<Call> {
  readonly line: string
  readonly caret: number
  readonly chosen: number
  /** The line of the last time is shown: the first character typed replaces it. */
  readonly isReopened: boolean
  readonly history: readonly string[]
  readonly historyIndex: number | null
  readonly usage: Readonly<Record<string, number>>
  readonly preview: Preview | null
  readonly previewMessage: string | null
  /** Rises with every price update that the line depends on. */
  readonly revision: number
  readonly act: PaletteAct<Call> | null
  readonly typedAnswer: string
  readonly message: string | null
  /** Shown when the act that asks for it has run. */
  readonly next: WrittenLine | null
}

export type PaletteEvent<Call> =
  | Requests['palette']
  | { readonly type: 'palette.type'; readonly line: string; readonly caret: number }
  /** `keepsPreview`: the row means the line whose preview is shown, or is a part of that preview. */
  | { readonly type: 'palette.choose'; readonly row: number; readonly keepsPreview?: boolean }
  | { readonly type: 'palette.older' }
  | { readonly type: 'palette.newer' }
  | { readonly type: 'palette.answer'; readonly text: string }
  /** Without an act: confirms the waiting one. With an act: asks for confirmation again. */
  | { readonly type: 'palette.enter'; readonly act?: PaletteAct<Call> }
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
  historyIndex: null,
  act: null,
  typedAnswer: '',
  message: null,
  next: null,
}

export const writeLine = ({ line, caret, message = null }: WrittenLine) => ({
  ...emptyLine,
  ...noPreview,
  line: line.slice(0, LINE_MAX),
  caret: Math.min(caret, LINE_MAX),
  message,
})

export const showHistory = <Call>(
  context: PaletteContext<Call>,
  by: 1 | -1,
): Partial<PaletteContext<Call>> => {
  const index = (context.historyIndex ?? -1) + by
  if (index < 0) return { line: '', caret: 0, historyIndex: null, chosen: 0 }
  const line = context.history[index]
  return line === undefined ? {} : { line, caret: line.length, historyIndex: index, chosen: 0 }
}
