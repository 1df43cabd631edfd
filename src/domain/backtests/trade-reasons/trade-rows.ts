import { firstRowFrom } from '../../charts/candle.ts'
import { intervalMinutes } from '../../charts/interval.ts'
import { MINUTE_MS } from '../../time.ts'
import { type BacktestParams, type BacktestTrade, entersAtClose, leavesAtClose } from '../backtest.ts'

/** Rows of a run's candles. A signal is null where the clock, a price or the end of the run decided. */
export interface TradeRows {
  readonly entry: number
  readonly exit: number
  readonly entrySignal: number | null
  readonly exitSignal: number | null
  readonly exitsAtClose: boolean
}

/** Null if the candles of the fills are not among these. */
export const findTradeRows = (
  trade: BacktestTrade,
  params: BacktestParams,
  time: Float64Array,
): TradeRows | null => {
  const length = (intervalMinutes(params.interval) ?? 0) * MINUTE_MS
  const isByClock = params.options?.entry === 'time'
  const isFromClose = entersAtClose(params)
  const entry = rowAt(time, trade.entryAt - (isFromClose && !isByClock ? length : 0))
  const exitsAtClose = isExitAtClose(trade, params, time)
  const exitAt = trade.exitAt - (exitsAtClose ? length : 0)
  // Legs of an option run end at instants of their own.
  const exit = params.options === undefined ? rowAt(time, exitAt) : rowUntil(time, exitAt)
  if (entry === null || exit === null) return null
  return {
    entry,
    exit,
    exitsAtClose,
    entrySignal: isByClock ? null : isFromClose ? entry : before(entry),
    exitSignal: trade.reason === 'signal' ? (leavesAtClose(params) ? exit : before(exit)) : null,
  }
}

const isExitAtClose = (
  { reason, exitAt }: BacktestTrade,
  { fill, interval }: BacktestParams,
  time: Float64Array,
): boolean => {
  switch (reason) {
    case 'signal':
      return leavesAtClose({ fill })
    case 'stop':
    case 'target':
    case 'trailing':
    case 'lock':
      return false
    case 'square-off':
      // The last candle of a day has no other one behind it, so that its close is the start of none.
      return intervalMinutes(interval) === null || rowAt(time, exitAt) === null
    case 'expiry':
    case 'end':
      return true
    default:
      return reason satisfies never
  }
}

const rowAt = (time: Float64Array, at: number): number | null => {
  const row = firstRowFrom(time, at)
  return time[row] === at ? row : null
}

const rowUntil = (time: Float64Array, at: number): number | null => before(firstRowFrom(time, at + 1))

const before = (row: number): number | null => (row > 0 ? row - 1 : null)
