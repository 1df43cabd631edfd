import { type Candles, firstRowFrom } from '../../charts/candle.ts'
import { intervalMinutes } from '../../charts/interval.ts'
import { chargedAsOf, createChargeCalculator } from '../../orders/charges.ts'
import type { Side } from '../../orders/order.ts'
import { DAY_MS, istDayNumber, istMidnight, MINUTE_MS } from '../../time.ts'
import { type BacktestRequest, entersAtClose } from '../backtest.ts'
import { sharpeOf } from '../returns.ts'
import { createSlippage } from '../slippage.ts'
import type { FigureRow } from './figures.ts'

export interface TradeColumns {
  readonly entryRow: Float64Array
  readonly exitRow: Float64Array
  /** Before slippage. */
  readonly entryRaw: Float64Array
  readonly exitRaw: Float64Array
  readonly quantity: Float64Array
  /** 1 where the exit was at the close of its candle, else 0. */
  readonly exitsAtClose: Float64Array
}

/** Exclusive end row of each day of a span; shared by all runs over it. */
export type DayEnds = readonly number[]

export const dayEndsOf = (time: Float64Array, first: number, last: number): DayEnds => {
  const ends: number[] = []
  for (let start = first; start < last; start = ends.at(-1) ?? last)
    ends.push(firstRowFrom(time, istMidnight(time[start] ?? 0) + DAY_MS, start, last))
  return ends
}

interface RunFiguresRow extends FigureRow {
  readonly finalPnl: number
  readonly return: number
  readonly trades: number
}

export interface RunFigures {
  readonly row: RunFiguresRow
  /** P&L in rupees at the end of each day. */
  readonly cumulative: readonly number[]
}

export interface RunFiguresInput {
  readonly request: BacktestRequest
  readonly candles: Pick<Candles, 'time' | 'close'>
  readonly ends: DayEnds
  readonly trades: TradeColumns
}

/** `deepest` is a share of `peak`. */
interface Fall {
  peak: number
  deepest: number
}

const mark = (fall: Fall, equity: number): void => {
  if (equity > fall.peak) fall.peak = equity
  const share = (fall.peak - equity) / fall.peak
  if (share > fall.deepest) fall.deepest = share
}

/** Sums in the report's order, so equal runs are equal to the last bit. Does not allocate per trade. */
export const runFiguresOf = ({ request, candles, ends, trades }: RunFiguresInput): RunFigures => {
  const { params, contract } = request
  const { entryRow, exitRow, entryRaw, exitRaw, quantity, exitsAtClose } = trades
  const { time, close } = candles
  const { capital, costs, side } = params
  const count = entryRow.length
  const sign = side === 'buy' ? 1 : -1
  const exitSide: Side = side === 'buy' ? 'sell' : 'buy'
  const chargedAs = chargedAsOf(contract.chargedAs, params.product)
  const { charge } = createChargeCalculator({ chargedAs, exchange: contract.exchange })
  const slipped = createSlippage(params, contract)
  const length = (intervalMinutes(params.interval) ?? 0) * MINUTE_MS
  const entryDelay = entersAtClose(params) ? length : 0
  const fall: Fall = { peak: capital, deepest: 0 }
  let chargesPaid = 0
  let maxCapUsed = 0
  let wins = 0
  let winSum = 0
  let lossSum = 0
  let realised = 0

  let index = 0
  let lastSaleDay = -1
  let isOpen = false
  let entryPrice = 0
  let entryCharge = 0
  const cumulative = new Array<number>(ends.length).fill(0)
  for (let day = 0; day < ends.length; day++) {
    const end = ends[day] ?? 0
    while (index < count) {
      const units = quantity[index] ?? 0
      if (!isOpen) {
        const row = entryRow[index] ?? 0
        if (row >= end) break
        entryPrice = slipped(entryRaw[index] ?? 0, side)
        if (costs) {
          const on = istDayNumber((time[row] ?? 0) + entryDelay)
          entryCharge = charge(side, entryPrice, units, on, on !== lastSaleDay)
          if (side === 'sell') lastSaleDay = on
        }
        if (entryPrice * units > maxCapUsed) maxCapUsed = entryPrice * units
        realised -= entryCharge
        mark(fall, capital + realised)
        isOpen = true
      }
      const row = exitRow[index] ?? 0
      if (row >= end) break
      const exitPrice = slipped(exitRaw[index] ?? 0, exitSide)
      let charges = entryCharge
      if (costs) {
        const on = istDayNumber((time[row] ?? 0) + (exitsAtClose[index] === 1 ? length : 0))
        charges += charge(exitSide, exitPrice, units, on, on !== lastSaleDay)
        if (exitSide === 'sell') lastSaleDay = on
      }
      const netPnl = (exitPrice - entryPrice) * units * sign - charges
      chargesPaid += charges
      if (netPnl > 0) {
        wins += 1
        winSum += netPnl
      } else lossSum += netPnl
      realised += netPnl + entryCharge
      mark(fall, capital + realised)
      isOpen = false
      index += 1
    }
    const held = isOpen ? ((close[end - 1] ?? 0) - entryPrice) * (sign * (quantity[index] ?? 0)) : 0
    cumulative[day] = realised + held
    mark(fall, capital + (realised + held))
  }

  const finalPnl = cumulative.at(-1) ?? 0
  const row: RunFiguresRow = {
    finalPnl,
    return: (finalPnl / capital) * 100,
    sharpe: sharpeOf(returnsOf(cumulative, maxCapUsed)),
    maxDraw: fall.deepest * 100,
    trades: count,
    winRate: count === 0 ? null : (wins / count) * 100,
    profitFactor: lossSum === 0 ? null : winSum / -lossSum,
    chargesPaid,
    maxCapUsed,
  }
  return { row, cumulative }
}

const returnsOf = (cumulative: readonly number[], maxCapUsed: number): readonly number[] =>
  maxCapUsed === 0
    ? []
    : cumulative.map((value, day) => ((value - (cumulative[day - 1] ?? 0)) / maxCapUsed) * 100)
