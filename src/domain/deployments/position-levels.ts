import type { StopTargetType } from '../backtests/backtest.ts'
import { type Paise, toRupees } from '../money.ts'
import type { EquityStrategy } from '../strategies/strategy.ts'
import type { ExitCause } from './deployment.ts'
import { averageOf, signOf, type Trade } from './run-state.ts'

/** Rupees a unit; null where there is none. */
export interface Levels {
  readonly stopPrice: number | null
  readonly stopCause: 'stop' | 'trailing'
  readonly targetPrice: number | null
}

type Distances = Pick<EquityStrategy, 'stopLoss' | 'targetProfit' | 'tpslType' | 'trailing'>

/** Absorbs rounding, as in the kernels: a level that is reached but for it is reached. */
const CLOSE = 1e-10

/** Points a unit. */
const pointsOf = (distance: number, type: StopTargetType, price: number, quantity: number): number => {
  if (type === 'pct') return (distance / 100) * Math.abs(price)
  return type === 'pts' ? distance : distance / quantity
}

/** Measured from the average entry price. A trailing stop counts where it is nearer than the stop. */
export const levelsOf = (
  { stopLoss, targetProfit, tpslType, trailing }: Distances,
  trade: Pick<Trade, 'side' | 'entered' | 'best'>,
): Levels => {
  const sign = signOf(trade.side)
  const { quantity } = trade.entered
  const price = averageOf(trade.entered)
  const points = (distance: number): number => pointsOf(distance, tpslType, price, quantity)
  const stop = stopLoss === null ? null : price - sign * points(stopLoss)
  const target = targetProfit === null ? null : price + sign * points(targetProfit)
  const fixed: Levels = { stopPrice: stop, stopCause: 'stop', targetPrice: target }
  if (trailing === undefined) return fixed
  const best = sign * Math.max(sign * price, sign * (trade.best ?? price))
  const gained = sign * (best - price) + CLOSE * Math.abs(price)
  if (gained < points(trailing.after ?? 0)) return fixed
  const trailed = best - sign * points(trailing.distance)
  return stop === null || sign * trailed > sign * stop
    ? { stopPrice: trailed, stopCause: 'trailing', targetPrice: target }
    : fixed
}

/** The extreme of a closed candle moves the trailing stop for what comes later. */
export const followedBy = (
  trade: Trade,
  candle: { readonly start: number; readonly high: number; readonly low: number },
): Trade => {
  if (candle.start < trade.trailsFrom) return trade
  const extreme = trade.side === 'buy' ? candle.high : candle.low
  const sign = signOf(trade.side)
  const isBetter = trade.best === null || sign * extreme > sign * trade.best
  return isBetter ? { ...trade, best: extreme } : trade
}

export interface Touch<Print> {
  readonly cause: Extract<ExitCause, 'stop' | 'trailing' | 'target'>
  readonly level: number
  readonly print: Print
}

/** The first print at or beyond stop or target that is believed; the stop when one print reaches both. */
export const findTouch = <Print extends { readonly price: Paise }>(
  { stopPrice, stopCause, targetPrice }: Levels,
  side: Trade['side'],
  prints: readonly Print[],
  isBelieved: (print: Print) => boolean,
): Touch<Print> | null => {
  const sign = signOf(side)
  const touchOf = (print: Print): Touch<Print> | null => {
    const price = toRupees(print.price)
    const slack = CLOSE * price
    if (stopPrice !== null && sign * price <= sign * stopPrice + slack)
      return { cause: stopCause, level: stopPrice, print }
    if (targetPrice !== null && sign * price >= sign * targetPrice - slack)
      return { cause: 'target', level: targetPrice, print }
    return null
  }
  for (const print of prints) {
    const touch = touchOf(print)
    if (touch !== null && isBelieved(print)) return touch
  }
  return null
}
