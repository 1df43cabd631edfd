import { istMinuteOfDay, MINUTE_MS } from '../../../../src/domain/time.ts'
import { circuitsOf } from '../../live/circuits.ts'
import { findSimulated } from '../../master/universe.ts'
import { POINTS_PER_MINUTE } from '../bridge.ts'
import type { Simulated } from '../character.ts'
import { type HeldLimits, minutesOf } from '../path-points.ts'
import type { Sessions } from '../sessions.ts'
import { deepestOf, depthAt, MARKET_FALL, type MarketShock, minutesOfShock } from './market-shock.ts'
import type { ShocksInForce } from './shocks-in-force.ts'

const POINT_MS = MINUTE_MS / POINTS_PER_MINUTE

export interface SharePath {
  /** Rupees at every point of the session; changed in place. */
  readonly prices: Float64Array
  readonly beta: number
  readonly tickPaise: number
  readonly before: number | null
  readonly limits: readonly [number, number] | null
  readonly dynamicBand: number | null
}

export type Bend = (instrument: Simulated, session: number, path: SharePath) => readonly HeldLimits[]

const NO_LIMITS: readonly HeldLimits[] = []

const pointsOf = (
  { kind }: MarketShock,
  first: number,
  prices: Float64Array,
): readonly { readonly point: number; readonly depth: number }[] => {
  const count = Math.min(minutesOfShock(kind) * POINTS_PER_MINUTE, prices.length - 1 - first)
  return Array.from({ length: Math.max(0, count) }, (_, index) => ({
    point: first + index,
    depth: depthAt(kind, index * POINT_MS),
  })).filter(({ depth }) => depth > 0)
}

const bendMarket = (shock: MarketShock, fall: number, first: number, path: SharePath): void => {
  const { prices, beta, tickPaise, limits } = path
  const whole = beta * Math.log(1 - fall)
  const lowest = limits === null ? 0 : (limits[0] * tickPaise) / 100
  for (const { point, depth } of pointsOf(shock, first, prices)) {
    const before = prices[point] ?? 0
    prices[point] = Math.max(before * Math.exp(whole * depth), Math.min(before, lowest))
  }
}

const bendShare = (shock: MarketShock, first: number, path: SharePath): readonly HeldLimits[] => {
  const { prices, tickPaise, before } = path
  const ticks = Array.from(prices.subarray(0, first), (price) => Math.round((price * 100) / tickPaise))
  const previousClose = before ?? ticks[0] ?? 1
  const [low, high] = ticks.reduce(
    ([least, most], price) => [Math.min(least, price), Math.max(most, price)],
    [previousClose, previousClose],
  )
  const held = circuitsOf(path, previousClose, low, high)
  if (held === null) return NO_LIMITS
  const [lowest, highest] = held.map((limit) => (limit * tickPaise) / 100) as [number, number]
  for (const { point, depth } of pointsOf(shock, first, prices)) {
    const price = prices[point] ?? 0
    const bent = depth === 1 ? lowest : price + (lowest - price) * depth
    prices[point] = Math.min(highest, Math.max(lowest, bent))
  }
  const row = first / POINTS_PER_MINUTE
  const [lockedFrom, lockedTo] = deepestOf(shock.kind).map((minutes) => row + minutes) as [number, number]
  return [{ from: row, to: row + minutesOfShock(shock.kind), limits: held, lockedFrom, lockedTo }]
}

const isOf = ({ share }: MarketShock, { name }: Simulated): boolean =>
  share !== null && findSimulated(share)?.name === name

export const createBend =
  (shocks: ShocksInForce, sessions: Sessions): Bend =>
  (instrument, session, path) => {
    const held: HeldLimits[] = []
    for (const shock of shocks.onDay(sessions.dayOf(session))) {
      const minutes = minutesOf(sessions.sessionOf(session).windows)
      const row = minutes.indexOf(istMinuteOfDay(shock.startsAt))
      if (row < 0) continue
      const first = row * POINTS_PER_MINUTE
      if (shock.kind !== 'circuit') bendMarket(shock, MARKET_FALL[shock.kind], first, path)
      else if (isOf(shock, instrument)) held.push(...bendShare(shock, first, path))
    }
    return held
  }
