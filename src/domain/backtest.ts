import type { CandleSource } from './candle.ts'
import type { Condition } from './condition/tree.ts'
import type { InstrumentId } from './instrument.ts'
import type { Interval } from './interval.ts'
import type { LegContract, OptionRules, OptionUnderlying, PriceMark } from './option-run/rules.ts'
import type { Product, Side } from './order.ts'
import type { EpochMs, IstDate } from './time.ts'
import type { Trust } from './trust/trust.ts'

export const stopTargetTypes = ['pct', 'abs', 'pts'] as const
export type StopTargetType = (typeof stopTargetTypes)[number]

const stopTargetMax: Readonly<Record<string, number>> = { pct: 999, abs: 9_999_999, pts: 2_500_000 }
const OTHER_STOP_TARGET_MAX = 9_999

/** Largest stop or target of a type: percent, rupees, points; of any other type 9999. */
export const stopTargetMaxOf = (type: string): number =>
  (Object.hasOwn(stopTargetMax, type) ? stopTargetMax[type] : undefined) ?? OTHER_STOP_TARGET_MAX

/** `next_open` fills at the next candle's open; `close` at the deciding candle's close, which is optimistic. */
export const fillRules = ['next_open', 'close'] as const
export type FillRule = (typeof fillRules)[number]

export type TradeSize =
  | { readonly kind: 'lots'; readonly lots: number }
  | { readonly kind: 'rupees'; readonly rupees: number }
  | { readonly kind: 'percent'; readonly percent: number }

/** Everything that decides a run, whatever the symbol. */
export interface BacktestParams {
  /** Shown as the title of the run. Letters, digits, spaces and ampersands. */
  readonly name: string
  readonly entry: Condition
  readonly exit: Condition
  readonly side: Side
  readonly interval: Interval
  /** First and last IST day, both included. */
  readonly from: IstDate
  readonly to: IstDate
  readonly product: Product
  readonly size: TradeSize
  readonly fill: FillRule
  /** Basis points of the price, always adverse, on every fill. */
  readonly slippageBps: number
  /** Ticks of the contract on top of them, whole; 0 where none. */
  readonly slippageTicks: number
  readonly costs: boolean
  /** In units of `tpslType`: percent of entry price, rupees of the position, points. Null is off. */
  readonly stopLoss: number | null
  readonly targetProfit: number | null
  readonly tpslType: StopTargetType
  /** `HH:MM` IST. Entries only from start (included) to stop (excluded); MIS is squared off at stop. */
  readonly tradingStartTime: string
  readonly tradingStopTime: string
  /** Rupees. The base of percent sizes, of returns and of `finalCapital`. */
  readonly capital: number
  /** What is traded in place of the instrument; absent where it is traded itself. */
  readonly options?: OptionRules
}

/** The instrument as a run needs to know it. An index trades as its nearest future would. */
export interface TradedContract {
  readonly instrument: InstrumentId
  readonly lotSize: number
  readonly tickSize: number
  /** Which charges apply. */
  readonly chargedAs: 'equity' | 'futures' | 'options'
  readonly exchange: 'NSE' | 'BSE'
  /** Of the underlying of a run on options. */
  readonly option?: OptionUnderlying
}

/** The JSON given to `Backtest(json, candles, minutes?)`. */
export interface BacktestRequest {
  readonly params: BacktestParams
  readonly contract: TradedContract
  readonly source: CandleSource
}

/** Time, price, signed quantity after it, realised, unrealised, cumulative P&L in rupees. */
export type PnlRow = readonly [number, number, number, number, number, number]

export type ExitReason = 'signal' | 'stop' | 'target' | 'square-off' | 'expiry' | 'end'

/** One leg of a trade in options. Prices in rupees a unit, after slippage; `quantity` is in units. */
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

/** How the fills of a run on options were priced. */
export interface OptionFills {
  readonly traded: number
  readonly model: number
  /** Gross P&L in rupees of the legs that the model priced, wholly or in part. */
  readonly modelPnl: number
  /** Their part of all P&L in percent, gains and losses both counted as positive; null without P&L. */
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
  /** One candle touched stop and target and nothing could tell which came first; the stop was taken. */
  readonly isAmbiguous: boolean
  readonly grossPnl: number
  readonly charges: number
  readonly slippage: number
  readonly netPnl: number
  /** Candles from entry to exit. */
  readonly candles: number
  /** Worst and best open P&L per unit while held, in points. */
  readonly adverseExcursion: number
  readonly favourableExcursion: number
  /** Of a trade in options, whose own prices are the net premium a unit. */
  readonly legs?: readonly LegTrade[]
  /** Rupees blocked at the entry, and by how much less that is than for its legs alone. */
  readonly margin?: number
  readonly hedgeBenefit?: number
}

export interface PeriodFigure {
  readonly label: string
  readonly trades: number
  readonly netPnl: number
  /** Mean daily return in percent; null where it is not defined. */
  readonly meanReturn: number | null
}

export interface ChargeLine {
  readonly name: 'brokerage' | 'stt' | 'transaction' | 'sebi' | 'stamp' | 'gst' | 'dp'
  readonly amount: number
}

/** Percentages are in percent, money in rupees; a figure that cannot be computed is null. */
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
  /** Winning and losing trades of the product of the run; the other products are absent. */
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
  /** Milliseconds the engine took. */
  readonly runtime: number

  readonly sortino: number | null
  readonly calmar: number | null
  readonly cagr: number | null
  readonly profitFactor: number | null
  readonly expectancy: number | null
  readonly payoffRatio: number | null
  readonly winRate: number | null
  /** Share of candles with an open position, in percent. */
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
  /** What a reader must know before believing the figures, in whole sentences. */
  readonly remarks: readonly string[]
  /** Absent in runs saved before it was reckoned. */
  readonly trust?: Trust
}

/** Sums, means and dates over the symbols of one run. */
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
  /** True figures of the merged daily returns. */
  readonly mergedSharpe: number | null
  readonly mergedMaxDraw: number | null
  readonly mergedVolatility: number | null
  readonly dailyReturns: readonly (readonly [IstDate, number | null])[]
  readonly periodHigh: number | null
  readonly periodLow: number | null
  readonly chargesPaid: number
  readonly backtestUuids: readonly string[]
}
