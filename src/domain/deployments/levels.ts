import type { BacktestParams } from '../backtests/backtest.ts'
import type { Side } from '../orders/order.ts'

export type LevelRules = Pick<BacktestParams, 'stopLoss' | 'targetProfit' | 'tpslType' | 'trailing'>

/** Prices in rupees a unit. `best` is the most favourable price of closed candles since the entry. */
export interface HeldTrade {
  readonly side: Side
  readonly units: number
  readonly averagePrice: number
  readonly best: number
}

export interface Levels {
  /** Null where there is none. */
  readonly stop: number | null
  readonly isTrailing: boolean
  readonly target: number | null
}

export const signOf = (side: Side): 1 | -1 => (side === 'buy' ? 1 : -1)

/** In points from the entry; null is none. */
const distanceOf = (
  amount: number | null,
  { tpslType }: Pick<LevelRules, 'tpslType'>,
  { units, averagePrice }: HeldTrade,
): number | null => {
  if (amount === null) return null
  if (tpslType === 'pct') return (averagePrice * amount) / 100
  return tpslType === 'abs' ? amount / units : amount
}

/** The levels of a backtest: a trailing stop counts where it is nearer than the stop. */
export const levelsOf = (rules: LevelRules, trade: HeldTrade): Levels => {
  const { averagePrice } = trade
  const sign = signOf(trade.side)
  const stopBy = distanceOf(rules.stopLoss, rules, trade)
  const targetBy = distanceOf(rules.targetProfit, rules, trade)
  const fixed = stopBy === null ? null : averagePrice - sign * stopBy
  const trailed = trailedStop(rules, trade)
  const isTrailing = trailed !== null && (fixed === null || sign * trailed > sign * fixed)
  return {
    stop: isTrailing ? trailed : fixed,
    isTrailing,
    target: targetBy === null ? null : averagePrice + sign * targetBy,
  }
}

const trailedStop = (rules: LevelRules, trade: HeldTrade): number | null => {
  const { trailing } = rules
  const by = distanceOf(trailing?.distance ?? null, rules, trade)
  if (trailing === undefined || by === null) return null
  const after = distanceOf(trailing.after ?? 0, rules, trade) ?? 0
  const sign = signOf(trade.side)
  const gain = sign * (trade.best - trade.averagePrice)
  return gain >= after ? trade.best - sign * by : null
}

export type LevelHit = 'stop' | 'trailing' | 'target'

/** Absorbs rounding: a level that is reached but for it is reached, as in the kernel. */
const CLOSE = 1e-10

export const hitAt = ({ stop, isTrailing, target }: Levels, side: Side, price: number): LevelHit | null => {
  const sign = signOf(side)
  const slack = CLOSE * Math.abs(price)
  if (stop !== null && sign * price <= sign * stop + slack) return isTrailing ? 'trailing' : 'stop'
  return target !== null && sign * price >= sign * target - slack ? 'target' : null
}
