import type { BacktestRequest, StopTargetType } from '../domain/backtest.ts'
import { intervalMinutes } from '../domain/interval.ts'
import { slipPointsOf } from '../domain/slippage.ts'
import { parseClock } from '../domain/time.ts'

export interface TradeOptions {
  /** At the worst price of the candle an order fills in. */
  readonly fillsAtWorst?: boolean
  /** Whether the worst and best gain of each trade are wanted. */
  readonly followsGains?: boolean
}

/** The numbers of a request in the order of the kernel `trade`, from `sign` on. */
export const rulesOf = (
  { params, contract }: BacktestRequest,
  { fillsAtWorst = false, followsGains = false }: TradeOptions = {},
): readonly number[] => {
  const minutes = intervalMinutes(params.interval)
  // Candles of a day and longer have no time of day; an intraday position then ends with its candle.
  const opens = minutes === null ? 0 : (parseClock(params.tradingStartTime) ?? 0)
  const closes = minutes === null ? Number.POSITIVE_INFINITY : (parseClock(params.tradingStopTime) ?? 0)
  const { size } = params
  return [
    params.side === 'buy' ? 1 : -1,
    params.fill === 'close' ? 1 : 0,
    params.slippageBps / 10_000,
    slipPointsOf(params, contract),
    params.slippageTicks === 0 ? 0 : contract.tickSize,
    params.product === 'MIS' ? 1 : 0,
    opens,
    closes,
    minutes ?? 0,
    contract.lotSize,
    size.kind === 'lots' ? size.lots : 0,
    budgetOf(params.capital, size),
    ...distanceOf(params.stopLoss, params.tpslType),
    ...distanceOf(params.targetProfit, params.tpslType),
    fillsAtWorst ? 1 : 0,
    followsGains ? 1 : 0,
  ]
}

const budgetOf = (capital: number, size: BacktestRequest['params']['size']): number => {
  switch (size.kind) {
    case 'lots':
      return 0
    case 'rupees':
      return size.rupees
    case 'percent':
      return (capital * size.percent) / 100
    default:
      return size satisfies never
  }
}

/** Share of the entry price, points, rupees of the position: one of them set, or endless points when off. */
const distanceOf = (distance: number | null, type: StopTargetType): readonly [number, number, number] => {
  if (distance === null) return [0, Number.POSITIVE_INFINITY, 0]
  switch (type) {
    case 'pct':
      return [distance / 100, 0, 0]
    case 'pts':
      return [0, distance, 0]
    case 'abs':
      return [0, 0, distance]
    default:
      return type satisfies never
  }
}
