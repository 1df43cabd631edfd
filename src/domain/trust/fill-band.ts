import type { BacktestRequest, BacktestResult } from '../backtest.ts'
import { type LeanInput, leanFiguresOf, type TradeColumns } from '../lean-figures.ts'
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

/** The figures of a run that the band shows, without its trade log. `input.request` is that of the model. */
export const figuresUnder = (model: FillModel, input: LeanInput): FillFigures => {
  const { row } = leanFiguresOf(input)
  return {
    model,
    finalPnl: row.finalPnl,
    return: row.return,
    sharpe: row.sharpe,
    maxDraw: row.maxDraw,
    trades: row.trades,
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
  let turnover = 0
  for (let place = 0; place < quantity.length; place++)
    turnover += (quantity[place] ?? 0) * ((entryRaw[place] ?? 0) + (exitRaw[place] ?? 0))
  return known((beforeSlippage / turnover) * BASIS_POINTS)
}
