import type { BacktestTrade } from '../backtest.ts'

export interface StopEffect {
  readonly trades: number
  readonly stopped: number
  /** Rupees. */
  readonly netPnl: number
  /** Percent of trades; null without any. */
  readonly winRate: number | null
}

/**
 * A stop `percent` of the entry price away, filled at its price with the charges of the trade. Entries that
 * an earlier exit would have freed are not made.
 */
export const stopEffectOf = (trades: readonly BacktestTrade[], percent: number): StopEffect => {
  const outcomes = trades.map((trade) => {
    const distance = (trade.entryPrice * percent) / 100
    const isStopped = distance > 0 && -trade.adverseExcursion >= distance
    return { isStopped, netPnl: isStopped ? -distance * trade.quantity - trade.charges : trade.netPnl }
  })
  const wins = outcomes.filter(({ netPnl }) => netPnl > 0).length
  return {
    trades: trades.length,
    stopped: outcomes.filter(({ isStopped }) => isStopped).length,
    netPnl: outcomes.reduce((sum, { netPnl }) => sum + netPnl, 0),
    winRate: trades.length === 0 ? null : (wins / trades.length) * 100,
  }
}
