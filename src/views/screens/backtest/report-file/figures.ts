import type { BacktestResult, BacktestTrade } from '../../../../domain/backtests/backtest.ts'
import { formatNumber, formatPercent, formatRupees, formatSignedRupees } from '../../../../domain/format.ts'

export interface TradeOfSymbol {
  readonly symbol: string
  readonly trade: BacktestTrade
}

/** The id is that of the check in check-script.ts; null where the file cannot compute the figure again. */
export interface PrintedFigure {
  readonly id: string | null
  readonly label: string
  readonly value: string
}

/** By exit, the order in which trades add to the result. */
export const inOrderOfExit = (trades: readonly TradeOfSymbol[]): readonly TradeOfSymbol[] =>
  trades.toSorted(
    (one, other) => one.trade.exitAt - other.trade.exitAt || one.trade.entryAt - other.trade.entryAt,
  )

export const printedFigures = (
  results: readonly BacktestResult[],
  trades: readonly TradeOfSymbol[],
  deepestMarked: number,
): readonly PrintedFigure[] => {
  const total = (figure: 'finalPnl' | 'chargesPaid' | 'winCount' | 'slippagePaid') =>
    results.reduce((sum, result) => sum + result[figure], 0)
  const [only] = results.length === 1 ? results : []
  const count = results.reduce((sum, { tradeLog }) => sum + tradeLog.length, 0)
  const winRate = count === 0 ? null : (total('winCount') / count) * 100
  return [
    { id: 'netPnl', label: 'Net P&L', value: formatSignedRupees(total('finalPnl')) },
    { id: 'charges', label: 'Charges', value: formatRupees(total('chargesPaid')) },
    { id: 'trades', label: 'Trades', value: formatNumber(count, 0) },
    { id: 'winRate', label: 'Win rate', value: formatPercent(only === undefined ? winRate : only.winRate) },
    {
      id: 'profitFactor',
      label: 'Profit factor',
      value: formatNumber(only === undefined ? profitFactorOf(trades) : only.profitFactor),
    },
    {
      id: 'maxDrawdown',
      label: 'Max drawdown by trade',
      value: formatRupees(drawdownByTrade(trades)),
    },
    { id: null, label: 'Max drawdown, marked to market', value: formatRupees(deepestMarked) },
    { id: null, label: 'Slippage included', value: formatRupees(total('slippagePaid')) },
  ]
}

const profitFactorOf = (trades: readonly TradeOfSymbol[]): number | null => {
  const sum = (sign: 1 | -1) =>
    trades.reduce((total, { trade }) => total + Math.max(0, sign * trade.netPnl), 0)
  return sum(-1) === 0 ? null : sum(1) / sum(-1)
}

/** Rupees below the highest result of the trades closed before. */
const drawdownByTrade = (trades: readonly TradeOfSymbol[]): number => {
  let [equity, peak, deepest] = [0, 0, 0]
  for (const { trade } of inOrderOfExit(trades)) {
    equity += trade.netPnl
    peak = Math.max(peak, equity)
    deepest = Math.max(deepest, peak - equity)
  }
  return deepest
}
