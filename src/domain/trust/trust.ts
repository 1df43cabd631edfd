import type { EpochMs } from '../time.ts'

/**
 * Where the orders of a run are taken to fill: at the very close that decided them, at the next open, at the next open
 * beyond the spread, at the worst price of the candle they fill in. Kindest first.
 */
export const fillModels = ['signal_close', 'next_open', 'crossed', 'adverse'] as const
export type FillModel = (typeof fillModels)[number]

/** What a run comes to under one fill model, each figure as in the report. */
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

/** A figure, or null and why there is none, in a whole sentence. */
export type Reckoned =
  | { readonly value: number; readonly reason: null }
  | { readonly value: null; readonly reason: string }

export const known = (value: number): Reckoned => ({ value, reason: null })
export const unknown = (reason: string): Reckoned => ({ value: null, reason })

/** `grave` makes the figures worthless, `doubt` less worth, `note` is good to know. Gravest first. */
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

/** One case of a finding: when, where it has a time, and what was seen. */
export interface Evidence {
  readonly at: EpochMs | null
  readonly what: string
}

export interface Finding {
  readonly code: FindingCode
  readonly severity: Severity
  /** One plain sentence. */
  readonly text: string
  /** The first cases, at most `EVIDENCE_MAX`. */
  readonly evidence: readonly Evidence[]
}

export const EVIDENCE_MAX = 20

/** Slippage of one leg of a run on options, on each of its fills alone, at which the net P&L would be 0. */
export interface LegBreakEven {
  /** Basis points of its premium. */
  readonly bps: Reckoned
  /** Rupees a unit. */
  readonly points: Reckoned
}

/** What tells whether a report can be believed. Runs saved before there was one have none. */
export interface Trust {
  readonly band: readonly FillFigures[]
  /** Basis points of the price on every fill at which the net P&L would be 0. */
  readonly breakEvenBps: Reckoned
  /** Of a run on options, in the order of its legs. */
  readonly breakEvenOfLegs?: readonly LegBreakEven[]
  readonly findings: readonly Finding[]
}

/** Findings, the gravest first; those of one severity in the order they were found. */
export const byGravity = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))

/** `1 trade`, `1,20,000 trades`. */
export const countOf = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en-IN')} ${number === 1 ? one : many}`
