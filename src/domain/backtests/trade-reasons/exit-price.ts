import type { Candles } from '../../charts/candle.ts'
import { formatNumber } from '../../format.ts'
import { tradingSymbolOf } from '../../instruments/instrument.ts'
import { EQUAL_WITHIN } from '../../strategies/condition/judge.ts'
import type { BacktestParams, BacktestTrade } from '../backtest.ts'

type Level = 'stop' | 'target'

/** Rupees a unit; null if the run has none. */
export const levelOf = (
  level: Level,
  { entryPrice, quantity, side }: BacktestTrade,
  { stopLoss, targetProfit, tpslType }: BacktestParams,
): number | null => {
  const amount = level === 'stop' ? stopLoss : targetProfit
  if (amount === null) return null
  const distances = { pct: (Math.abs(entryPrice) * amount) / 100, pts: amount, abs: amount / quantity }
  const isAbove = (side === 'buy') === (level === 'target')
  return entryPrice + (isAbove ? distances[tpslType] : -distances[tpslType])
}

/** `stop 1,512.30 touched (low 1,511.90)`; null if the candle did not touch it. */
export const describeTouch = (
  level: Level,
  trade: BacktestTrade,
  params: BacktestParams,
  { candles, row }: { readonly candles: Candles; readonly row: number },
): string | null => {
  if (params.options !== undefined) return describeLegs(level, trade)
  const price = levelOf(level, trade, params)
  if (price === null) return null
  const isAbove = (trade.side === 'buy') === (level === 'target')
  const extreme = isAbove ? 'high' : 'low'
  const isReached = (reached: number): boolean =>
    (isAbove ? reached - price : price - reached) >= -EQUAL_WITHIN * Math.abs(trade.entryPrice)
  const [open, reached] = [candles.open[row] ?? Number.NaN, candles[extreme][row] ?? Number.NaN]
  if (isReached(open))
    return `opened at ${formatNumber(open)}, ${isAbove ? 'at or above' : 'at or below'} the ${level} ${formatNumber(price)}`
  return isReached(reached)
    ? `${level} ${formatNumber(price)} touched (${extreme} ${formatNumber(reached)})`
    : null
}

const describeLegs = (level: Level, { legs = [] }: BacktestTrade): string => {
  const touched = legs
    .filter(({ reason }) => reason === level)
    .map(({ contract, exitPrice }) => `${tradingSymbolOf(contract.instrument)} at ${formatNumber(exitPrice)}`)
  return touched.length === 0 ? `${level} of all legs hit` : `${level} hit: ${touched.join(', ')}`
}
