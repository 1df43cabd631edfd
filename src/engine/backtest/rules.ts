import {
  type BacktestRequest,
  entersAtClose,
  leavesAtClose,
  type StopTargetType,
  type TradeSize,
} from '../../domain/backtests/backtest.ts'
import { slipPointsOf } from '../../domain/backtests/slippage.ts'
import { intervalMinutes } from '../../domain/charts/interval.ts'
import { parseClock } from '../../domain/time.ts'
import type { TradeRules } from './trade-block.ts'

export interface TradeOptions {
  readonly fillsAtWorst?: boolean
  readonly followsGains?: boolean
}

export const rulesOf = (
  { params, contract }: BacktestRequest,
  { fillsAtWorst = false, followsGains = false }: TradeOptions = {},
): TradeRules => {
  const minutes = intervalMinutes(params.interval)
  // Candles of a day or longer have no time of day; an intraday position then ends with its candle.
  const opens = minutes === null ? 0 : (parseClock(params.tradingStartTime) ?? 0)
  const closes = minutes === null ? Number.POSITIVE_INFINITY : (parseClock(params.tradingStopTime) ?? 0)
  const { size } = params
  const stop = distanceOf(params.stopLoss, params.tpslType)
  const target = distanceOf(params.targetProfit, params.tpslType)
  const trail = distanceOf(params.trailing?.distance ?? null, params.tpslType)
  const after = distanceOf(params.trailing?.after ?? 0, params.tpslType)
  return {
    sign: params.side === 'buy' ? 1 : -1,
    fillsAtClose: entersAtClose(params) ? 1 : 0,
    exitsAtOpen: entersAtClose(params) && !leavesAtClose(params) ? 1 : 0,
    fillsAtWorst: fillsAtWorst ? 1 : 0,
    squaresOff: params.product === 'MIS' ? 1 : 0,
    followsGains: followsGains ? 1 : 0,
    slippage: params.slippageBps / 10_000,
    slipPoints: slipPointsOf(params, contract),
    tickSize: params.slippageTicks === 0 ? 0 : contract.tickSize,
    opens,
    closes,
    closeDelay: minutes ?? 0,
    lotSize: contract.lotSize,
    lots: lotsOf(size, contract.lotSize),
    budget: budgetOf(params.capital, size),
    risk: size.kind === 'risk' ? size.rupees : 0,
    stopShare: stop.share,
    stopPoints: stop.points,
    stopRupees: stop.rupees,
    targetShare: target.share,
    targetPoints: target.points,
    targetRupees: target.rupees,
    trailShare: trail.share,
    trailPoints: trail.points,
    trailRupees: trail.rupees,
    afterShare: after.share,
    afterPoints: after.points,
    afterRupees: after.rupees,
    entriesMost: params.entries?.most ?? Number.POSITIVE_INFINITY,
    perWeek: params.entries?.per === 'week' ? 1 : 0,
    lossesMost: params.lossesInARow ?? Number.POSITIVE_INFINITY,
  }
}

const lotsOf = (size: TradeSize, lotSize: number): number => {
  if (size.kind === 'shares') return Math.floor(size.shares / lotSize)
  return size.kind === 'lots' ? size.lots : 0
}

const budgetOf = (capital: number, size: TradeSize): number => {
  switch (size.kind) {
    case 'lots':
    case 'shares':
    case 'risk':
      return 0
    case 'rupees':
      return size.rupees
    case 'percent':
      return (capital * size.percent) / 100
    default:
      return size satisfies never
  }
}

interface Distance {
  readonly share: number
  readonly points: number
  readonly rupees: number
}

const noDistance: Distance = { share: 0, points: 0, rupees: 0 }

/** Infinite points when off, so that it is never reached. */
const distanceOf = (distance: number | null, type: StopTargetType): Distance => {
  if (distance === null) return { ...noDistance, points: Number.POSITIVE_INFINITY }
  switch (type) {
    case 'pct':
      return { ...noDistance, share: distance / 100 }
    case 'pts':
      return { ...noDistance, points: distance }
    case 'abs':
      return { ...noDistance, rupees: distance }
    default:
      return type satisfies never
  }
}
