import type { InstrumentId } from '../domain/instruments/instrument.ts'
import type { LineProblem, RowWords, TokenKind } from './command.ts'
import type { CommandCall } from './registry.ts'

/** Characters `from` (inclusive) to `to` (exclusive) of the line. */
export interface LineToken {
  readonly from: number
  readonly to: number
  readonly kind: TokenKind
  readonly problem?: string
}

export interface PaletteRow {
  /** Stable, because usage is counted under it. */
  readonly id: string
  readonly title: string
  readonly detail: string
  /** As on key caps: `Ctrl K`, `g p`. */
  readonly keys?: string
  /** `found`: a symbol of the line's scan; `instead`: what its preview suggests. Only the view knows both. */
  readonly kind: 'act' | 'variant' | 'instead' | 'found' | 'completion' | 'command' | 'instrument' | 'history'
  readonly words?: RowWords | undefined
  /** The whole line after choosing the row, for rows that write instead of run. */
  readonly insert?: string
  readonly caret?: number
  readonly call?: CommandCall
  /** The range of `insert` that differs from the line. */
  readonly changed?: { readonly from: number; readonly to: number }
  /** The call of the corrected line; choosing the row only writes the line. */
  readonly meant?: CommandCall
}

export interface Reading {
  readonly tokens: readonly LineToken[]
  readonly call: CommandCall | null
  /** The act, its variants, then completions. */
  readonly rows: readonly PaletteRow[]
  readonly ghost: string
  readonly problem: LineProblem | null
  readonly title: string
  /** The line must be read again when one of these changes. */
  readonly needs: Needs
}

export interface Needs {
  readonly quotes: readonly InstrumentId[]
  /** `INDICES_NIFTY 50:2026-12-01` */
  readonly chains: readonly string[]
}

export const MAX_PALETTE_ROWS = 25
export const MAX_LINE_LENGTH = 4000
