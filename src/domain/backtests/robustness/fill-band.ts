import { type BacktestRequest, type BacktestResult, entersAtClose } from '../backtest.ts'
import { type RunFiguresInput, runFiguresOf, type TradeColumns } from '../sweep/sweep-figures.ts'
import { type FillFigures, type FillModel, known, type Reckoned, unknown } from './robustness.ts'
import { halfSpreadOf } from './spread.ts'

const BASIS_POINTS = 10_000

export const modelOf = ({ fill }: Pick<BacktestRequest['params'], 'fill'>): FillModel =>
  entersAtClose({ fill }) ? 'signal_close' : 'next_open'

/** The requested slippage applies in every model. */
export const requestUnder = (request: BacktestRequest, model: FillModel, price: number): BacktestRequest => {
  const { params, contract } = request
  const atClose = params.fill === 'close_to_open' ? params.fill : 'close'
  const fill = model === 'signal_close' ? atClose : 'next_open'
  if (model !== 'crossed') return { ...request, params: { ...params, fill } }
  const { share, points } = halfSpreadOf(contract, price)
  const slippageBps = params.slippageBps + share * BASIS_POINTS
  const slippageTicks = params.slippageTicks + (points === 0 ? 0 : points / contract.tickSize)
  return { ...request, params: { ...params, fill, slippageBps, slippageTicks } }
}

export const figuresUnder = (model: FillModel, input: RunFiguresInput): FillFigures => {
  const { row } = runFiguresOf(input)
  return {
    model,
    finalPnl: row.finalPnl,
    return: row.return,
    sharpe: row.sharpe,
    maxDraw: row.maxDraw,
    trades: row.trades,
  }
}

export const figuresOfReport = (model: FillModel, report: BacktestResult): FillFigures => ({
  model,
  finalPnl: report.finalPnl,
  return: report.return ?? 0,
  sharpe: report.sharpe,
  maxDraw: report.maxDraw,
  trades: report.tradeLog.length,
})

/** Basis points of the price per fill at which net P&L is 0; trades and charges are held fixed. */
export const breakEvenOf = (
  { finalPnl, slippagePaid }: Pick<BacktestResult, 'finalPnl' | 'slippagePaid'>,
  { entryRaw, exitRaw, quantity }: TradeColumns,
): Reckoned => {
  if (quantity.length === 0) return unknown('There are no trades.')
  const beforeSlippage = finalPnl + slippagePaid
  if (beforeSlippage <= 0) return unknown('The run loses even without slippage.')
  let turnover = 0
  for (let index = 0; index < quantity.length; index++)
    turnover += (quantity[index] ?? 0) * ((entryRaw[index] ?? 0) + (exitRaw[index] ?? 0))
  return known((beforeSlippage / turnover) * BASIS_POINTS)
}
