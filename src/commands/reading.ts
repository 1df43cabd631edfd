import type { InstrumentId } from '../domain/instrument.ts'
import type { LineProblem, TokenKind } from './command.ts'
import type { CommandCall } from './registry.ts'

/** Characters `from` (included) to `to` (excluded) of the line. */
export interface LineToken {
  readonly from: number
  readonly to: number
  readonly kind: TokenKind
  /** Why it was not understood, to be shown under it. */
  readonly problem?: string
}

export interface PaletteRow {
  /** Stable: usage is counted under it. */
  readonly id: string
  readonly title: string
  readonly detail: string
  /** Keys that do the same, as printed on a key cap: `Ctrl K`, `g p`. */
  readonly keys?: string
  readonly kind: 'act' | 'variant' | 'completion' | 'command' | 'instrument' | 'history'
  /** The whole line after choosing this row, for rows that write rather than act. */
  readonly insert?: string
  /** Where the caret stands in `insert`; its end where absent. */
  readonly caret?: number
  readonly call?: CommandCall
  /** Of a corrected line: the characters of `insert` that are other than in the line. */
  readonly changed?: { readonly from: number; readonly to: number }
  /** What the corrected line would do; choosing the row only writes it. */
  readonly meant?: CommandCall
}

/** What a half-typed line means. */
export interface Reading {
  readonly tokens: readonly LineToken[]
  /** Complete and ready to run, or null. */
  readonly call: CommandCall | null
  /** The act, its variants, then completions; `MAX_PALETTE_ROWS` at most. */
  readonly rows: readonly PaletteRow[]
  /** Defaults that would be used, to be shown behind the line. */
  readonly ghost: string
  readonly problem: LineProblem | null
  /** The act in words. */
  readonly title: string
  /** What was looked for while reading; once it is known, or has changed, the line may read otherwise. */
  readonly needs: Needs
}

export interface Needs {
  /** Instruments whose price was asked for. */
  readonly quotes: readonly InstrumentId[]
  /** Chains that were asked for: `INDICES_NIFTY 50:2026-12-01`. */
  readonly chains: readonly string[]
}

export const MAX_PALETTE_ROWS = 25
export const MAX_LINE_LENGTH = 4000
