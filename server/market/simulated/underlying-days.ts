import { type Calendar, sessionOn } from '../../../src/domain/calendar/calendar.ts'
import { indexSurface, type Surface, shareSurface } from '../../../src/domain/options/surface.ts'
import { OPEN_SHARE, passedVariance, SESSIONS_A_YEAR } from '../../../src/domain/options/trading-time.ts'
import { dayNumberToIstDate } from '../../../src/domain/time.ts'
import { POINTS_PER_MINUTE } from './bridge.ts'
import { characterOf, type Simulated } from './character.ts'
import { expectVariance, type WeightedWalk } from './expected-variance.ts'
import { MARKET_LEVEL } from './factors.ts'
import type { Member } from './index-levels.ts'
import { createLruCache } from './lru-cache.ts'
import { type Layout, layoutOf } from './path-points.ts'
import { hashFrom, hashHead, hashText, type Stream, streams, toNormal, toUniform } from './random.ts'
import type { Sessions } from './sessions.ts'
import type { ShareDays } from './share-days.ts'

export interface UnderlyingDay {
  readonly layout: Layout
  /** Rupees; around the cash close once the cash market has closed. */
  readonly spot: Float64Array
  readonly close: number
  /** Later points follow the cash close. */
  readonly cashPoints: number
  /** Total variance at the money until a close so many sessions later; part of a session counts pro rata. */
  moneyVariance(point: number, sessionsAfter: number): number
  /** Share of the session's variance to come: 0.72 at the open, 0 once the cash market has closed. */
  readonly sessionLeft: Float64Array
  /** Logarithm of a future's price over its fair value. */
  readonly carry: Float64Array
}

/** 37 KB each. */
const DAYS_MAX = 320
const LAYOUTS_MAX = 32
/** 10 KB each. */
const VARIANCES_MAX = 512

const DECAY = 0.94
/** Fat tails: at the money, options are worth those of a normal with this share of the deviation. */
const MONEY_SHARE = 0.975

const MARKET_VARIANCE = 7.9e-5
const SECTOR_VARIANCE = 3.2e-5
const RESULTS_VARIANCE = 2e-5

/** Noise that reverts to zero; half-life in minutes. */
interface Noise {
  readonly stream: Stream
  readonly deviation: number
  readonly halfLife: number
}
const volatilityNoise: Noise = { stream: streams.volatility, deviation: 0.015, halfLife: 45 }
const indexCarry: Noise = { stream: streams.carry, deviation: 0.00015, halfLife: 20 }
const shareCarry: Noise = { stream: streams.carry, deviation: 0.0006, halfLife: 20 }

const noiseOf = (seed: number, id: number, session: number, points: number, noise: Noise): Float64Array => {
  const kept = 0.5 ** (1 / (noise.halfLife * POINTS_PER_MINUTE))
  const fresh = noise.deviation * Math.sqrt(1 - kept * kept)
  const head = hashHead(seed, noise.stream, id, session)
  const values = new Float64Array(points)
  let value = noise.deviation * toNormal(toUniform(hashFrom(head, -1)))
  for (let point = 0; point < points; point++) {
    value = kept * value + fresh * toNormal(toUniform(hashFrom(head, point)))
    values[point] = value
  }
  return values
}

const leftOf = (points: number, cashPoints: number): Float64Array => {
  const passed = passedVariance((cashPoints - 1) / POINTS_PER_MINUTE, POINTS_PER_MINUTE)
  return Float64Array.from({ length: points }, (_, point) => OPEN_SHARE * (1 - (passed[point] ?? 1)))
}

export interface UnderlyingParts {
  readonly seed: number
  readonly calendar: Calendar
  readonly sessions: Sessions
  readonly shares: ShareDays
  readonly levelsOf: (index: Simulated, session: number) => Float64Array
  readonly membersOf: (index: Simulated) => readonly Member[]
  readonly closeOf: (underlying: Simulated, session: number) => number
}

export const createUnderlyingDays = (parts: UnderlyingParts) => {
  const { seed, calendar, sessions, shares, levelsOf, membersOf, closeOf } = parts
  const days = createLruCache<string, UnderlyingDay>(DAYS_MAX)
  const layouts = createLruCache<string, Layout>(LAYOUTS_MAX)
  const left = createLruCache<string, Float64Array>(LAYOUTS_MAX)
  const variances = createLruCache<string, number[]>(VARIANCES_MAX)

  const longVolatilityOf = (underlying: Simulated): number => {
    if (underlying.kind !== 'share')
      return underlying.name === 'INDICES_NIFTY 50' || underlying.name === 'INDICES_SENSEX' ? 0.145 : 0.175
    const { beta, gamma, own } = characterOf(seed, underlying)
    const daily =
      beta ** 2 * MARKET_VARIANCE + gamma ** 2 * SECTOR_VARIANCE + own ** 2 * 1.22 + RESULTS_VARIANCE
    return 1.05 * Math.sqrt(daily * SESSIONS_A_YEAR)
  }

  /** Expected daily variance, from the sessions before `session`. */
  const varianceBefore = (underlying: Simulated, session: number): number => {
    const known = variances.get(underlying.name, () => [longVolatilityOf(underlying) ** 2 / SESSIONS_A_YEAR])
    while (known.length <= session) {
      const last = known.length - 1
      const move = last === 0 ? 0 : Math.log(closeOf(underlying, last) / closeOf(underlying, last - 1))
      const before = known[last] ?? 0
      known.push(last === 0 ? before : DECAY * before + (1 - DECAY) * move * move)
    }
    return known[session] ?? 0
  }

  const layoutAt = (session: number): Layout => {
    const { windows } = sessions.sessionOf(session)
    const date = dayNumberToIstDate(sessions.dayOf(session))
    const longer = sessionOn(date, 'derivatives', calendar)?.windows ?? windows
    return layouts.get(JSON.stringify(longer), () => layoutOf(longer, longer, false))
  }

  const membersAt = (underlying: Simulated, session: number): readonly WeightedWalk[] => {
    const before = Math.max(0, session - 1)
    const members = underlying.kind === 'share' ? [{ share: underlying, units: 1 }] : membersOf(underlying)
    const level = closeOf(underlying, before)
    return members.map(({ share, units }) => ({
      share,
      weight: (units * shares.closeOf(share, before)) / level,
      walk: shares.walkOf(share, session),
    }))
  }

  const make = (underlying: Simulated, session: number): UnderlyingDay => {
    const layout = layoutAt(session)
    const points = layout.pathMinutes * POINTS_PER_MINUTE + 1
    const cash =
      underlying.kind === 'share' ? shares.pricesOf(underlying, session) : levelsOf(underlying, session)
    const spot = new Float64Array(points)
    spot.set(cash.subarray(0, points))
    const cashPoints = Math.min(points, cash.length)
    const close = cash[cash.length - 1] ?? 0
    const id = hashText(underlying.name)
    const daily = Math.sqrt(varianceBefore(underlying, session))
    const tail = hashHead(seed, streams.tail, id, session)
    let drift = 0
    for (let point = cashPoints; point < points; point++) {
      drift += (daily / Math.sqrt(cash.length)) * toNormal(toUniform(hashFrom(tail, point)))
      spot[point] = close * Math.exp(drift)
    }
    const sessionLeft = left.get(`${points}|${cash.length}`, () => leftOf(points, cash.length))
    const scale = noiseOf(seed, id, session, points, volatilityNoise)
    const expected = expectVariance(membersAt(underlying, session), shares.factorsOf(session + 1), session)
    const { today, marketCorrelation, ahead, leveraged } = expected
    const before = session === 0 ? (spot[0] ?? close) : closeOf(underlying, session - 1)
    // Expected move of the market per move of the underlying, in standard deviations of a day.
    const response = (-2 * MARKET_LEVEL.leverage * marketCorrelation) / Math.sqrt(today)
    for (let point = 0; point < points; point++)
      scale[point] = (MONEY_SHARE * Math.exp(scale[point] ?? 0)) ** 2
    const moneyVariance = (point: number, sessionsAfter: number): number => {
      const left = today * (sessionLeft[point] ?? 0)
      if (sessionsAfter <= 0) return (scale[point] ?? 0) * left
      const raised = ((spot[point] ?? before) / before) ** response - 1
      return (scale[point] ?? 0) * (left + ahead(sessionsAfter) + raised * leveraged(sessionsAfter))
    }
    const carry = noiseOf(seed, id, session, points, underlying.kind === 'share' ? shareCarry : indexCarry)
    return { layout, spot, close, cashPoints, moneyVariance, sessionLeft, carry }
  }

  return {
    longVolatilityOf,
    varianceBefore,
    layoutAt,
    surfaceOf: (underlying: Simulated): Surface =>
      underlying.kind === 'share'
        ? shareSurface(longVolatilityOf(underlying))
        : indexSurface(longVolatilityOf(underlying)),
    dayOf: (underlying: Simulated, session: number): UnderlyingDay =>
      days.get(`${underlying.name}|${session}`, () => make(underlying, session)),
  }
}

export type UnderlyingDays = ReturnType<typeof createUnderlyingDays>
