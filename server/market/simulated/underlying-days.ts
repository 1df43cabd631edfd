import { type Calendar, sessionOn } from '../../../src/domain/calendar.ts'
import { indexSurface, type Surface, shareSurface } from '../../../src/domain/options/surface.ts'
import { dayNumberToIstDate } from '../../../src/domain/time.ts'
import { POINTS_PER_MINUTE } from './bridge.ts'
import { characterOf, type Simulated } from './character.ts'
import { type Layout, layoutOf } from './leaves.ts'
import { hashFrom, hashHead, hashText, type Stream, streams, toNormal, toUniform } from './random.ts'
import { createRecent } from './recent.ts'
import type { Sessions } from './sessions.ts'
import type { ShareDays } from './share-days.ts'

/** One session of an underlying as its contracts see it, at every point of their longer day. */
export interface UnderlyingDay {
  readonly layout: Layout
  /** Rupees; after the cash market has closed, around its close. */
  readonly spot: Float64Array
  readonly close: number
  /** Points of the cash session; later ones follow its close. */
  readonly cashPoints: number
  /** Volatility a year of the instant. */
  readonly volatility: Float64Array
  /** What futures stand above or below their fair value, as a logarithm. */
  readonly carry: Float64Array
}

/** Sessions of underlyings kept, 37 KB each. */
const DAYS_MAX = 320
const LAYOUTS_MAX = 32
/** Underlyings whose variances are kept, 10 KB each. */
const VARIANCES_MAX = 512

const SESSIONS_A_YEAR = 248
const DECAY = 0.94
/** Options are dearer than what follows. */
const RISK_PREMIUM = 1.08
const VOLATILITY_MIN = 0.07
const VOLATILITY_MAX = 1.2
/** A fall of 1 % raises the volatility of the instant by about 5 % of itself. */
const LEVERAGE = -5

const MARKET_VARIANCE = 7.9e-5
const SECTOR_VARIANCE = 3.2e-5
const RESULTS_VARIANCE = 2e-5

/** Noise that returns to zero: its standard deviation, and the minutes after which half of it is gone. */
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

export interface UnderlyingParts {
  readonly seed: number
  readonly calendar: Calendar
  readonly sessions: Sessions
  readonly shares: ShareDays
  /** Levels of an index at every point of the cash session. */
  readonly levelsOf: (index: Simulated, session: number) => Float64Array
  readonly closeOf: (underlying: Simulated, session: number) => number
}

export const createUnderlyingDays = (parts: UnderlyingParts) => {
  const { seed, calendar, sessions, shares, levelsOf, closeOf } = parts
  const days = createRecent<string, UnderlyingDay>(DAYS_MAX)
  const layouts = createRecent<string, Layout>(LAYOUTS_MAX)
  const variances = createRecent<string, number[]>(VARIANCES_MAX)

  const longVolatilityOf = (underlying: Simulated): number => {
    if (underlying.kind !== 'share')
      return underlying.name === 'INDICES_NIFTY 50' || underlying.name === 'INDICES_SENSEX' ? 0.145 : 0.175
    const { beta, gamma, own } = characterOf(seed, underlying)
    const daily =
      beta ** 2 * MARKET_VARIANCE + gamma ** 2 * SECTOR_VARIANCE + own ** 2 * 1.22 + RESULTS_VARIANCE
    return 1.05 * Math.sqrt(daily * SESSIONS_A_YEAR)
  }

  /** Variance of a day as the sessions before `session` let one expect it. */
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
    const opening = Math.min(
      VOLATILITY_MAX,
      Math.max(VOLATILITY_MIN, daily * Math.sqrt(SESSIONS_A_YEAR) * RISK_PREMIUM),
    )
    const volatility = noiseOf(seed, id, session, points, volatilityNoise)
    const open = spot[0] ?? 1
    for (let point = 0; point < points; point++) {
      const moved = Math.min(2, Math.max(0.5, ((spot[point] ?? open) / open) ** LEVERAGE))
      volatility[point] = opening * moved * Math.exp(volatility[point] ?? 0)
    }
    const carry = noiseOf(seed, id, session, points, underlying.kind === 'share' ? shareCarry : indexCarry)
    return { layout, spot, close, cashPoints, volatility, carry }
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
