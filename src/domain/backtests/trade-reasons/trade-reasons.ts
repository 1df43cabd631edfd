import type { Candles } from '../../charts/candle.ts'
import { formatNumber, formatRupees, NO_FIGURE } from '../../format.ts'
import { indicatorsIn } from '../../strategies/condition/indicators-in.ts'
import { isOnPriceScale } from '../../strategies/condition/price-scale.ts'
import { shortOperand } from '../../strategies/condition/print.ts'
import type { Comparator, Condition, Operand } from '../../strategies/condition/tree.ts'
import { type BacktestParams, type BacktestTrade, entersAtClose } from '../backtest.ts'
import { comparisonsHeld, type ReadComparison, type ReadIndicator } from './condition-reading.ts'
import { describeTouch } from './exit-price.ts'
import type { TradeRows } from './trade-rows.ts'

export interface Reading {
  /** `ema(close,9)` */
  readonly operand: string
  readonly before: string
  readonly now: string
}

export interface Reason {
  /** Completes `Entered 20 Nov 10:15:`. */
  readonly text: string
  /** Start of the signal candle, ms; null if no signal decided. */
  readonly signalAt: number | null
  readonly readings: readonly Reading[]
}

export interface TradeReasons {
  readonly entry: Reason
  readonly exit: Reason
}

export interface TradeOnCandles {
  readonly trade: BacktestTrade
  readonly params: BacktestParams
  readonly candles: Candles
  readonly rows: TradeRows
  readonly readAt: (row: number) => ReadIndicator
}

/** Null if these candles do not make this trade, because others have replaced those of the run. */
export const reasonsOf = (given: TradeOnCandles): TradeReasons | null => {
  const entry = isFilledHere(given) ? entryReason(given) : null
  const exit = exitReason(given)
  return entry === null || exit === null ? null : { entry, exit }
}

/** Without ticks, slippage is a share of the price, so that the price before it is known. */
const isFilledHere = ({ trade, params, candles, rows }: TradeOnCandles): boolean => {
  if (params.options !== undefined || params.slippageTicks !== 0) return true
  const raw = (entersAtClose(params) ? candles.close : candles.open)[rows.entry] ?? Number.NaN
  const slippage = (raw * params.slippageBps) / 10_000
  const price = trade.side === 'buy' ? raw + slippage : raw - slippage
  return Math.abs(price - trade.entryPrice) <= PRICE_WITHIN
}

/** Rupees: a saved price may have been rounded, a candle's never differs by less than a tick. */
const PRICE_WITHIN = 0.001

const entryReason = (given: TradeOnCandles): Reason | null => {
  const { params, rows } = given
  return params.options?.entry === 'time'
    ? decided(`at ${params.tradingStartTime}, the entry time`)
    : signalReason(params.entry, rows.entrySignal, given)
}

const exitReason = (given: TradeOnCandles): Reason | null => {
  const { trade, params, candles, rows } = given
  const row = rows.exit
  const price = formatNumber((rows.exitsAtClose ? candles.close : candles.open)[row] ?? null)
  const end = rows.exitsAtClose ? 'close' : 'open'
  const where = params.options === undefined ? `${end} ${price}` : `${end}, with the underlying at ${price}`
  switch (trade.reason) {
    case 'signal':
      return signalReason(params.exit, rows.exitSignal, given)
    case 'stop':
    case 'target': {
      const touch = describeTouch(trade.reason, trade, params, { candles, row })
      return touch === null ? null : decided(touch)
    }
    case 'trailing':
      return decided(`trailing stop touched, filled at ${formatNumber(trade.exitPrice)}`)
    case 'lock':
      return decided(lockedInWords(params))
    case 'square-off':
      return decided(
        rows.exitsAtClose
          ? `square-off with the last candle of the day, at the ${where}`
          : `square-off at the ${where}`,
      )
    case 'expiry':
      return decided('expired and settled')
    case 'end':
      return decided(`end of the backtest, at the ${where}`)
    default:
      return trade.reason satisfies never
  }
}

const lockedInWords = ({ options }: BacktestParams): string => {
  const lock = options?.profitLock
  if (lock === undefined) return 'the locked profit was left'
  return `no more than ${formatRupees(lock.keep, 0)} was left, after ${formatRupees(lock.at, 0)} had been made`
}

const decided = (text: string): Reason => ({ text, signalAt: null, readings: [] })

const signalReason = (
  condition: Condition,
  row: number | null,
  { candles, readAt }: TradeOnCandles,
): Reason | null => {
  if (row === null) return null
  const read = readAt(row)
  const held = comparisonsHeld(condition, read)
  if (held === null) return null
  return {
    text: held.map(describeComparison).join(', '),
    signalAt: candles.time[row] ?? null,
    readings: indicatorsIn([condition]).map((operand) => {
      const { before, now } = read(operand)
      return {
        operand: shortOperand(operand),
        before: formatReading(operand, before),
        now: formatReading(operand, now),
      }
    }),
  }
}

const verbs: Readonly<Record<Comparator, string>> = {
  'equal to': 'was equal to',
  'crosses above': 'crossed above',
  'crosses below': 'crossed below',
  'lower than': 'was below',
  'higher than equal to': 'was at or above',
  'lower than equal to': 'was at or below',
  'higher than': 'was above',
}

/** `ema(close,9) 1,551.04 crossed above ema(close,21) 1,550.88` */
const describeComparison = ({ left, comparator, right, leftValues, rightValues }: ReadComparison): string =>
  `${describeOperand(left, leftValues.now)} ${verbs[comparator]} ${describeOperand(right, rightValues.now)}`

const describeOperand = (operand: Operand, value: number): string => {
  if (operand.kind === 'number') return shortOperand(operand)
  const text = shortOperand(operand)
  return `${operand.kind === 'arithmetic' ? `(${text})` : text} ${formatReading(operand, value)}`
}

/** Prices have two decimals, other figures at most two: `1,551.04`, `53.3`. */
const formatReading = (operand: Operand, value: number): string => {
  if (Number.isNaN(value)) return NO_FIGURE
  const isFigure = operand.kind === 'indicator' && !isOnPriceScale(operand)
  const text = formatNumber(value)
  return isFigure && text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
