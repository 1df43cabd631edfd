import type { BacktestRequest } from '../domain/backtest.ts'
import { type Candles, firstRowFrom } from '../domain/candle.ts'
import { closeOf } from '../domain/charged-trades.ts'
import { chargedAsOf, chargesOf } from '../domain/charges.ts'
import type { Side } from '../domain/order.ts'
import { sharpeOf } from '../domain/returns.ts'
import { slippedPrice } from '../domain/slippage.ts'
import type { FigureRow } from '../domain/sweep/figures.ts'
import { DAY_MS, istDayNumber, istMidnight } from '../domain/time.ts'

/** The days of a span, the same for every combination: the row behind the last candle of each. */
export type DayEnds = readonly number[]

export const dayEndsOf = (time: Float64Array, first: number, last: number): DayEnds => {
  const ends: number[] = []
  for (let start = first; start < last; start = ends.at(-1) ?? last)
    ends.push(firstRowFrom(time, istMidnight(time[start] ?? 0) + DAY_MS, start, last))
  return ends
}

/** What the kernel `trade` wrote, a column each. */
export interface TradeColumns {
  readonly count: number
  readonly entryRow: Float64Array
  readonly exitRow: Float64Array
  readonly entryRaw: Float64Array
  readonly exitRaw: Float64Array
  readonly quantity: Float64Array
  readonly exitsAtClose: Float64Array
}

export interface LeanFigures {
  readonly row: FigureRow
  /** Cumulative P&L at the end of each day. */
  readonly cumulative: readonly number[]
}

/**
 * The figures of a run without its log and its curve. They are those of its report to the last bit: sums are taken in
 * the same order, for a rounding would make two combinations that are equal look different.
 */
export const leanFiguresOf = (
  request: BacktestRequest,
  candles: Candles,
  ends: DayEnds,
  trades: TradeColumns,
): LeanFigures => {
  const { params } = request
  const sign = params.side === 'buy' ? 1 : -1
  const { count, entryRow, exitRow, quantity, exitsAtClose } = trades
  const exitSide: Side = params.side === 'buy' ? 'sell' : 'buy'
  const charge = createCharger(request)
  let chargesPaid = 0
  let maxCapUsed = 0
  let wins = 0
  let winSum = 0
  let lossSum = 0
  let realised = 0
  let peak = params.capital
  let deepest = 0
  const mark = (cumulative: number): void => {
    const equity = params.capital + cumulative
    if (equity > peak) peak = equity
    const share = (peak - equity) / peak
    if (share > deepest) deepest = share
  }

  let place = 0
  let isOpen = false
  let entryPrice = 0
  let entryCharge = 0
  const cumulative = new Array<number>(ends.length).fill(0)
  for (let day = 0; day < ends.length; day++) {
    const end = ends[day] ?? 0
    while (place < count) {
      const units = quantity[place] ?? 0
      if (!isOpen) {
        const row = entryRow[place] ?? 0
        if (row >= end) break
        entryPrice = slippedPrice(trades.entryRaw[place] ?? 0, params.side, params, request.contract)
        const start = candles.time[row] ?? 0
        const at = params.fill === 'close' ? closeOf(start, params.interval) : start
        entryCharge = charge(params.side, entryPrice, units, at)
        maxCapUsed = Math.max(maxCapUsed, entryPrice * units)
        realised -= entryCharge
        mark(realised)
        isOpen = true
      }
      const row = exitRow[place] ?? 0
      if (row >= end) break
      const exitPrice = slippedPrice(trades.exitRaw[place] ?? 0, exitSide, params, request.contract)
      const start = candles.time[row] ?? 0
      const at = exitsAtClose[place] === 1 ? closeOf(start, params.interval) : start
      const charges = entryCharge + charge(exitSide, exitPrice, units, at)
      const netPnl = (exitPrice - entryPrice) * units * sign - charges
      chargesPaid += charges
      if (netPnl > 0) {
        wins += 1
        winSum += netPnl
      } else lossSum += netPnl
      realised += netPnl + entryCharge
      mark(realised)
      isOpen = false
      place += 1
    }
    const held = isOpen ? ((candles.close[end - 1] ?? 0) - entryPrice) * (sign * (quantity[place] ?? 0)) : 0
    cumulative[day] = realised + held
    mark(realised + held)
  }

  const finalPnl = cumulative.at(-1) ?? 0
  const returns =
    maxCapUsed === 0 ? [] : cumulative.map((value, day) => changeOf(cumulative, value, day, maxCapUsed))
  const row: FigureRow = {
    finalPnl,
    return: (finalPnl / params.capital) * 100,
    sharpe: sharpeOf(returns),
    maxDraw: deepest * 100,
    trades: count,
    winRate: count === 0 ? null : (wins / count) * 100,
    profitFactor: lossSum === 0 ? null : winSum / -lossSum,
    chargesPaid,
    maxCapUsed,
  }
  return { row, cumulative }
}

const changeOf = (cumulative: readonly number[], value: number, day: number, maxCapUsed: number): number =>
  ((value - (cumulative[day - 1] ?? 0)) / maxCapUsed) * 100

/** Charges of the orders of a run in rupees, asked for in the order they are given: a scrip pays once a day it is sold. */
const createCharger = ({ params, contract }: BacktestRequest) => {
  const chargedAs = chargedAsOf(contract.chargedAs, params.product)
  const { exchange } = contract
  let lastSaleDay = -1
  return (side: Side, price: number, quantity: number, at: number): number => {
    if (!params.costs) return 0
    const day = istDayNumber(at)
    const isFirstSaleOfDay = day !== lastSaleDay
    if (side === 'sell') lastSaleDay = day
    return chargesOf({ chargedAs, exchange, side, price, quantity, day, isFirstSaleOfDay }).total
  }
}
