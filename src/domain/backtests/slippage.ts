import type { Side } from '../orders/order.ts'
import type { BacktestParams, TradedContract } from './backtest.ts'

export const SLIPPAGE_BPS_MAX = 1_000
export const SLIPPAGE_TICKS_MAX = 1_000

/** The total is `bps` of the price plus `ticks`. */
export interface Slippage {
  readonly bps: number
  readonly ticks: number
}

export const slipPointsOf = (
  { slippageTicks }: BacktestParams,
  { tickSize }: Pick<TradedContract, 'tickSize'>,
): number => (slippageTicks === 0 ? 0 : slippageTicks * tickSize)

/** Slippage in ticks never takes a sale below one tick. */
export const slippedPrice = (
  raw: number,
  side: Side,
  params: BacktestParams,
  contract: Pick<TradedContract, 'tickSize'>,
): number => createSlippage(params, contract)(raw, side)

export const createSlippage = (params: BacktestParams, contract: Pick<TradedContract, 'tickSize'>) => {
  const share = params.slippageBps / 10_000
  const points = slipPointsOf(params, contract)
  const { tickSize } = contract
  return (raw: number, side: Side): number => {
    if (side === 'buy') return raw + raw * share + points
    const slipped = raw - raw * share
    return points === 0 ? slipped : slipped - Math.min(points, Math.max(0, slipped - tickSize))
  }
}
