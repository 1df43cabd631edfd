import { countOf } from '../../format.ts'
import type { EpochMs } from '../../time.ts'

/** Most favourable first: signal close, next open, next open plus spread, worst price of the fill candle. */
export const fillModels = ['signal_close', 'next_open', 'crossed', 'adverse'] as const
export type FillModel = (typeof fillModels)[number]

export interface FillFigures {
  readonly model: FillModel
  /** Rupees, after charges and slippage. */
  readonly finalPnl: number
  /** Percent of the capital. */
  readonly return: number
  readonly sharpe: number | null
  /** Percent of the peak; null where a peak is not above 0. */
  readonly maxDraw: number | null
  readonly trades: number
}

export type Reckoned =
  | { readonly value: number; readonly reason: null }
  | { readonly value: null; readonly reason: string }

export const known = (value: number): Reckoned => ({ value, reason: null })
export const unknown = (reason: string): Reckoned => ({ value: null, reason })

/** `grave` makes the figures worthless, `doubt` reduces their value, `note` informs. Gravest first. */
export const severities = ['grave', 'doubt', 'note'] as const
export type Severity = (typeof severities)[number]

type FindingCode =
  | 'look_ahead'
  | 'optimistic_fill'
  | 'no_trades'
  | 'few_trades'
  | 'one_trade'
  | 'no_costs'
  | 'no_slippage'
  | 'rates_of_later'
  | 'contracts_of_later'
  | 'ambiguous'
  | 'settled'
  | 'warm_up'
  | 'never_ready'
  | 'span_short'
  | 'missing_days'
  | 'missing_candles'
  | 'flat_candles'
  | 'stale_candles'
  | 'no_volume'
  | 'price_break'
  | 'extreme_fills'
  | 'expiry_day'
  | 'illiquid'
  | 'model_priced'
  | 'missed_entries'
  | 'overnight'
  | 'simulated'

export interface Evidence {
  readonly at: EpochMs | null
  readonly what: string
}

export interface Finding {
  readonly code: FindingCode
  readonly severity: Severity
  readonly text: string
  readonly evidence: readonly Evidence[]
}

export const EVIDENCE_MAX = 20

/** Slippage per fill of one leg, others without, at which net P&L is 0. */
export interface LegBreakEven {
  /** Basis points of its premium. */
  readonly bps: Reckoned
  /** Rupees a unit. */
  readonly points: Reckoned
}

export interface Robustness {
  readonly band: readonly FillFigures[]
  /** Basis points of the price on every fill at which the net P&L would be 0. */
  readonly breakEvenBps: Reckoned
  readonly breakEvenOfLegs?: readonly LegBreakEven[]
  readonly findings: readonly Finding[]
}

/** `There are 3 days, and at least 20 are needed.` */
export const tooFew = (count: number, least: number, one: string, many = `${one}s`): string =>
  `There ${count === 1 ? 'is' : 'are'} ${countOf(count, one, many)}, and at least ${least} are needed.`

export const byGravity = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))
