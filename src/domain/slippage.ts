import type { BacktestParams, TradedContract } from './backtest.ts'
import type { Side } from './order.ts'

/** Ten percent of the price. */
export const SLIPPAGE_BPS_MAX = 1_000
export const SLIPPAGE_TICKS_MAX = 1_000

/** Slippage of a run: a share of the price and whole ticks, added. */
export interface Slippage {
  readonly bps: number
  readonly ticks: number
}

/** The part of the slippage that is counted in ticks, in points. */
export const slipPointsOf = (
  { slippageTicks }: BacktestParams,
  { tickSize }: Pick<TradedContract, 'tickSize'>,
): number => (slippageTicks === 0 ? 0 : slippageTicks * tickSize)

/** What an order pays or gets at a printed price. Ticks never take a sale below one tick, the least there is. */
export const slippedPrice = (
  raw: number,
  side: Side,
  params: BacktestParams,
  contract: Pick<TradedContract, 'tickSize'>,
): number => createSlipper(params, contract)(raw, side)

/** The same for many orders of one run. */
export const createSlipper = (params: BacktestParams, contract: Pick<TradedContract, 'tickSize'>) => {
  const share = params.slippageBps / 10_000
  const points = slipPointsOf(params, contract)
  const { tickSize } = contract
  return (raw: number, side: Side): number => {
    if (side === 'buy') return raw + raw * share + points
    const slipped = raw - raw * share
    return points === 0 ? slipped : slipped - Math.min(points, Math.max(0, slipped - tickSize))
  }
}
