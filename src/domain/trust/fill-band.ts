import type { BacktestRequest, BacktestResult } from '../backtest.ts'
import { type Candles, firstRowFrom } from '../candle.ts'
import { chargedAsOf, chargesOf } from '../charges.ts'
import type { Side } from '../order.ts'
import { sharpeOf } from '../returns.ts'
import { slippedPrice } from '../slippage.ts'
import { DAY_MS, istDayNumber, istMidnight } from '../time.ts'
import { halfSpreadOf } from './spread.ts'
import { type FillFigures, type FillModel, known, type Reckoned, unknown } from './trust.ts'

const BASIS_POINTS = 10_000

/** The model whose fills are those of the report. */
export const modelOf = ({ fill }: Pick<BacktestRequest['params'], 'fill'>): FillModel =>
  fill === 'close' ? 'signal_close' : 'next_open'

/** The run as one fill model would have it. The slippage asked for stays in each of them. */
export const requestUnder = (request: BacktestRequest, model: FillModel, price: number): BacktestRequest => {
  const { params, contract } = request
  const fill = model === 'signal_close' ? 'close' : 'next_open'
  if (model !== 'crossed') return { ...request, params: { ...params, fill } }
  const { share, points } = halfSpreadOf(contract, price)
  const slippageBps = params.slippageBps + share * BASIS_POINTS
  const slippageTicks = params.slippageTicks + (points === 0 ? 0 : points / contract.tickSize)
  return { ...request, params: { ...params, fill, slippageBps, slippageTicks } }
}

/** Trades as the kernel writes them, a column each. */
export interface TradeColumns {
  readonly entryRow: Float64Array
  readonly exitRow: Float64Array
  readonly entryRaw: Float64Array
  readonly exitRaw: Float64Array
  readonly quantity: Float64Array
}

/** The row behind the last candle of each day of the rows `first` to `last`, the latter excluded. */
export const dayEndsOf = (time: Float64Array, first: number, last: number): readonly number[] => {
  const ends: number[] = []
  for (let start = first; start < last; start = ends.at(-1) ?? last)
    ends.push(firstRowFrom(time, istMidnight(time[start] ?? 0) + DAY_MS, start, last))
  return ends
}

interface FigureInput {
  readonly model: FillModel
  /** Of that model. */
  readonly request: BacktestRequest
  readonly candles: Candles
  readonly ends: readonly number[]
  readonly trades: TradeColumns
}

/**
 * The figures of a run that the band shows, without its trade log. They are those `reportOf` would give for the same
 * trades, reckoned in one pass over trades and days.
 */
export const figuresUnder = ({ model, request, candles, ends, trades }: FigureInput): FillFigures => {
  const { params } = request
  const { entryRow, exitRow, quantity } = trades
  const { time, close } = candles
  const count = entryRow.length
  const sign = params.side === 'buy' ? 1 : -1
  const costOf = orderCosts(request)
  let realised = 0
  let place = 0
  let isOpen = false
  let entryPrice = 0
  let maxCapUsed = 0
  let peak = params.capital
  let maxDraw: number | null = peak > 0 ? 0 : null
  const mark = (cumulative: number): void => {
    const equity = params.capital + cumulative
    if (equity > peak) peak = equity
    if (maxDraw !== null) maxDraw = peak <= 0 ? null : Math.max(maxDraw, (peak - equity) / peak)
  }

  const cumulatives = ends.map((end) => {
    while (place < count) {
      const units = quantity[place] ?? 0
      if (!isOpen) {
        const row = entryRow[place] ?? 0
        if (row >= end) break
        const { price, charges } = costOf('entry', trades.entryRaw[place] ?? 0, units, time[row] ?? 0)
        entryPrice = price
        realised -= charges
        maxCapUsed = Math.max(maxCapUsed, price * units)
        mark(realised)
        isOpen = true
      }
      const row = exitRow[place] ?? 0
      if (row >= end) break
      const { price, charges } = costOf('exit', trades.exitRaw[place] ?? 0, units, time[row] ?? 0)
      realised += (price - entryPrice) * units * sign - charges
      mark(realised)
      isOpen = false
      place += 1
    }
    const held = isOpen ? ((close[end - 1] ?? 0) - entryPrice) * (quantity[place] ?? 0) * sign : 0
    mark(realised + held)
    return realised + held
  })

  const finalPnl = cumulatives.at(-1) ?? 0
  const returns =
    maxCapUsed === 0
      ? []
      : cumulatives.map((value, day) => ((value - (cumulatives[day - 1] ?? 0)) / maxCapUsed) * 100)
  return {
    model,
    finalPnl,
    return: (finalPnl / params.capital) * 100,
    sharpe: sharpeOf(returns),
    maxDraw: maxDraw === null ? null : maxDraw * 100,
    trades: count,
  }
}

/** Price after slippage and charges of the orders of a run, which are asked for in the order they are given. */
const orderCosts = ({ params, contract }: BacktestRequest) => {
  const chargedAs = chargedAsOf(contract.chargedAs, params.product)
  const { exchange } = contract
  const exitSide: Side = params.side === 'buy' ? 'sell' : 'buy'
  let lastSaleDay = -1
  return (end: 'entry' | 'exit', raw: number, quantity: number, at: number) => {
    const side = end === 'entry' ? params.side : exitSide
    const price = slippedPrice(raw, side, params, contract)
    if (!params.costs) return { price, charges: 0 }
    const day = istDayNumber(at)
    const isFirstSaleOfDay = day !== lastSaleDay
    if (side === 'sell') lastSaleDay = day
    const { total } = chargesOf({ chargedAs, exchange, side, price, quantity, day, isFirstSaleOfDay })
    return { price, charges: total }
  }
}

/** The report's own figures as a row of the band. */
export const figuresOfReport = (model: FillModel, report: BacktestResult): FillFigures => ({
  model,
  finalPnl: report.finalPnl,
  return: report.return ?? 0,
  sharpe: report.sharpe,
  maxDraw: report.maxDraw,
  trades: report.tradeLog.length,
})

/**
 * Slippage in basis points of the printed price, on every fill, at which the net P&L would be 0: what is left before
 * slippage over everything bought and sold. Trades and charges are held as they are.
 */
export const breakEvenOf = (
  { finalPnl, slippagePaid }: Pick<BacktestResult, 'finalPnl' | 'slippagePaid'>,
  { entryRaw, exitRaw, quantity }: TradeColumns,
): Reckoned => {
  if (quantity.length === 0) return unknown('There is no trade to slip.')
  const beforeSlippage = finalPnl + slippagePaid
  if (beforeSlippage <= 0) return unknown('The run loses before any slippage is counted.')
  const turnover = quantity.reduce(
    (sum, units, place) => sum + units * ((entryRaw[place] ?? 0) + (exitRaw[place] ?? 0)),
    0,
  )
  return known((beforeSlippage / turnover) * BASIS_POINTS)
}
