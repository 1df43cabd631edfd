import type { CandleSource } from '../charts/candle.ts'
import type { Interval } from '../charts/interval.ts'
import type { InstrumentId } from '../instruments/instrument.ts'
import type { Product, Side } from '../orders/order.ts'
import type { Condition } from '../strategies/condition/tree.ts'
import type { EpochMs, IstDate } from '../time.ts'
import type { LegContract, OptionRules, OptionUnderlying, PriceMark } from './option-run/rules.ts'
import type { Robustness } from './robustness/robustness.ts'

export const stopTargetTypes = ['pct', 'abs', 'pts'] as const
export type StopTargetType = (typeof stopTargetTypes)[number]

const stopTargetMax: Readonly<Record<string, number>> = { pct: 999, abs: 9_999_999, pts: 2_500_000 }
const OTHER_STOP_TARGET_MAX = 9_999

export const stopTargetMaxOf = (type: string): number =>
  (Object.hasOwn(stopTargetMax, type) ? stopTargetMax[type] : undefined) ?? OTHER_STOP_TARGET_MAX

/** At the next candle's open, at the signal's close (optimistic), or entries at the signal's close and exits at the next open. */
export const fillRules = ['next_open', 'close', 'close_to_open'] as const
export type FillRule = (typeof fillRules)[number]

export const entersAtClose = ({ fill }: { readonly fill: FillRule }): boolean => fill !== 'next_open'

export const leavesAtClose = ({ fill }: { readonly fill: FillRule }): boolean => fill === 'close'

export type TradeSize =
  | { readonly kind: 'lots'; readonly lots: number }
  | { readonly kind: 'rupees'; readonly rupees: number }
  | { readonly kind: 'percent'; readonly percent: number }
  /** Units, rounded down to whole lots. */
  | { readonly kind: 'shares'; readonly shares: number }
  /** Rupees between the entry and the stop loss of the whole position, before charges and exit slippage. */
  | { readonly kind: 'risk'; readonly rupees: number }

/** In units of `tpslType`, behind the best price since the entry, once that was `after` in profit; null or 0 is at once. */
export interface TrailingStop {
  readonly distance: number
  readonly after: number | null
}

export const entryPeriods = ['day', 'week'] as const

/** Entries of one instrument in one IST day, or in one week from Monday. */
export interface EntryLimit {
  readonly per: (typeof entryPeriods)[number]
  readonly most: number
}

/** The saved strategy whose rules a run has, and the version that it ran. */
export interface StrategyOfRun {
  readonly algoUuid: string
  readonly slug: string
  readonly version: number
}

/** Rules of one instrument, where those of a run are not the same for all. */
export interface OwnRules {
  readonly instrument: InstrumentId
  readonly entry: Condition
  readonly exit: Condition
}

export interface BacktestParams {
  readonly name: string
  readonly entry: Condition
  readonly exit: Condition
  readonly side: Side
  readonly interval: Interval
  /** IST days, both inclusive. */
  readonly from: IstDate
  readonly to: IstDate
  readonly product: Product
  readonly size: TradeSize
  readonly fill: FillRule
  /** Basis points of the price, always adverse, on every fill. */
  readonly slippageBps: number
  /** Whole ticks of the contract on top of `slippageBps`. */
  readonly slippageTicks: number
  readonly costs: boolean
  /** In units of `tpslType`: percent of entry price, rupees of the position, points. Null is off. */
  readonly stopLoss: number | null
  readonly targetProfit: number | null
  readonly tpslType: StopTargetType
  readonly trailing?: TrailingStop
  readonly entries?: EntryLimit
  /** Within one IST day, after which nothing enters on it. A trade loses by its prices after slippage, without charges. */
  readonly lossesInARow?: number
  /** `HH:MM` IST. Entries from start (inclusive) to stop (exclusive); MIS is squared off at stop. */
  readonly tradingStartTime: string
  readonly tradingStopTime: string
  /** Rupees. Base of percent sizes, returns and `finalCapital`. */
  readonly capital: number
  readonly options?: OptionRules
  readonly ownRules?: readonly OwnRules[]
  readonly strategy?: StrategyOfRun
}

/** An index trades as its nearest future would. */
export interface TradedContract {
  readonly instrument: InstrumentId
  readonly lotSize: number
  readonly tickSize: number
  readonly chargedAs: 'equity' | 'futures' | 'options'
  readonly exchange: 'NSE' | 'BSE'
  readonly option?: OptionUnderlying
}

export interface BacktestRequest {
  readonly params: BacktestParams
  readonly contract: TradedContract
  readonly source: CandleSource
}

/** Time, price, signed quantity after it, realised, unrealised, cumulative P&L in rupees. */
export type PnlRow = readonly [number, number, number, number, number, number]

export type ExitReason = 'signal' | 'stop' | 'trailing' | 'target' | 'lock' | 'square-off' | 'expiry' | 'end'

/** Prices in rupees a unit, after slippage; `quantity` in units. */
export interface LegTrade {
  readonly contract: LegContract
  readonly side: Side
  readonly quantity: number
  readonly entryAt: EpochMs
  readonly entryPrice: number
  readonly entryMark: PriceMark
  readonly exitAt: EpochMs
  readonly exitPrice: number
  readonly exitMark: PriceMark
  readonly reason: ExitReason
  readonly grossPnl: number
  readonly charges: number
  readonly slippage: number
  readonly netPnl: number
}

export interface OptionFills {
  readonly traded: number
  readonly model: number
  /** Gross rupees of the legs that the model priced, wholly or in part. */
  readonly modelPnl: number
  /** Percent of the absolute P&L of all legs; null without P&L. */
  readonly modelShare: number | null
}

export interface BacktestTrade {
  readonly side: Side
  readonly quantity: number
  readonly entryAt: EpochMs
  readonly entryPrice: number
  readonly exitAt: EpochMs
  readonly exitPrice: number
  readonly reason: ExitReason
  /** One candle touched stop and target in unknown order; the stop was taken. */
  readonly isAmbiguous: boolean
  readonly grossPnl: number
  readonly charges: number
  readonly slippage: number
  readonly netPnl: number
  readonly candles: number
  /** Worst and best open P&L while held, in points a unit. */
  readonly adverseExcursion: number
  readonly favourableExcursion: number
  /** Only for options, where the trade's own prices are the net premium a unit. */
  readonly legs?: readonly LegTrade[]
  /** Rupees blocked at entry, and the saving against its legs without hedges. */
  readonly margin?: number
  readonly hedgeBenefit?: number
}

export interface PeriodFigure {
  readonly label: string
  readonly trades: number
  readonly netPnl: number
  readonly meanReturn: number | null
}

export interface ChargeLine {
  readonly name: 'brokerage' | 'stt' | 'transaction' | 'sebi' | 'stamp' | 'gst' | 'dp'
  readonly amount: number
}

/** Percentages in percent, money in rupees; a figure that cannot be computed is null. */
export interface BacktestResult {
  readonly backtestUuid?: string
  readonly pnl: readonly PnlRow[]
  readonly dailyReturns: readonly (readonly [IstDate, number | null])[]
  readonly maxCapUsed: number
  readonly finalPnl: number
  readonly finalCapital: number
  readonly winCount: number
  readonly lossCount: number
  readonly maximumGain: number | null
  readonly maximumLoss: number | null
  readonly totalNumberOfSignals: number
  readonly periodHigh: number | null
  readonly periodLow: number | null
  readonly periodReturn: number | null
  readonly periodVolatility: number | null
  /** Only the two of the run's product are present. */
  readonly winningCash?: number
  readonly winningNRML?: number
  readonly winningMIS?: number
  readonly lossingCash?: number
  readonly lossingNRML?: number
  readonly lossingMIS?: number
  readonly averageGainPerWinningTrade: number | null
  readonly averageGainPerLosingTrade: number | null
  readonly sharpe: number | null
  readonly return: number | null
  readonly maxDraw: number | null
  readonly volatility: number | null
  readonly downsideRisk: number | null
  readonly tradeLog: readonly BacktestTrade[]
  /** Engine time in ms. */
  readonly runtime: number

  readonly sortino: number | null
  readonly calmar: number | null
  readonly cagr: number | null
  readonly profitFactor: number | null
  readonly expectancy: number | null
  readonly payoffRatio: number | null
  readonly winRate: number | null
  /** Percent of candles with an open position. */
  readonly exposure: number | null
  readonly maxDrawRupees: number
  readonly longestDrawdownDays: number
  readonly averageHoldingMinutes: number | null
  readonly longestWinningStreak: number
  readonly longestLosingStreak: number
  readonly grossPnl: number
  readonly chargesPaid: number
  readonly chargeLines: readonly ChargeLine[]
  readonly slippagePaid: number
  readonly ambiguousCandles: number
  readonly byWeekday: readonly PeriodFigure[]
  readonly byHour: readonly PeriodFigure[]
  readonly byMonth: readonly PeriodFigure[]
  readonly candles: number
  readonly firstCandleAt: EpochMs | null
  readonly lastCandleAt: EpochMs | null
  readonly source: CandleSource
  readonly optionFills?: OptionFills
  readonly remarks: readonly string[]
  /** Absent in runs saved before it existed. */
  readonly robustness?: Robustness
}

export interface CumulativeBacktest {
  readonly symbols: number
  readonly maxCapUsed: number
  readonly finalPnl: number
  readonly finalCapital: number
  readonly winCount: number
  readonly lossCount: number
  readonly totalNumberOfSignals: number
  readonly maximumGain: number
  readonly maximumLoss: number
  /** Means of the symbols' figures, as specified. */
  readonly sharpe: number | null
  readonly return: number | null
  readonly maxDraw: number | null
  readonly periodReturn: number | null
  readonly volatility: number | null
  readonly averageGainPerWinningTrade: number | null
  readonly averageGainPerLosingTrade: number | null
  readonly mergedSharpe: number | null
  readonly mergedMaxDraw: number | null
  readonly mergedVolatility: number | null
  readonly dailyReturns: readonly (readonly [IstDate, number | null])[]
  readonly periodHigh: number | null
  readonly periodLow: number | null
  readonly chargesPaid: number
  readonly backtestUuids: readonly string[]
}
