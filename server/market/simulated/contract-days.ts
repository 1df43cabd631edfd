import { type Calendar, createYearsCheck } from '../../../src/domain/calendar/calendar.ts'
import { YEAR_SECONDS, YEARS_MIN } from '../../../src/domain/options/black-76.ts'
import { normalCumulative } from '../../../src/domain/options/normal.ts'
import { RISK_FREE_RATE } from '../../../src/domain/options/rate.ts'
import { steepness, varianceAt } from '../../../src/domain/options/surface.ts'
import { VARIANCE_MIN } from '../../../src/domain/options/trading-time.ts'
import { expiryInstant } from '../../../src/domain/options/years-to-expiry.ts'
import { type IstDate, istDateToDayNumber, MINUTE_MS } from '../../../src/domain/time.ts'
import { strikeStep } from '../master/price-rules.ts'
import { indexContracts } from '../master/universe.ts'
import { POINTS_PER_MINUTE } from './bridge.ts'
import { characterOf, type Simulated } from './character.ts'
import type { Contract } from './contract.ts'
import { createLruCache } from './lru-cache.ts'
import { midnightOf } from './minutes.ts'
import { futureInterest, type InterestAt, optionInterest, optionTurnover } from './open-interest.ts'
import { roundToTicks, type SessionPath, shareVolume } from './path-points.ts'
import { hashOf, hashText, streams, toNormal, toUniform } from './random.ts'
import type { Sessions } from './sessions.ts'
import { spreadOfFuture, spreadOfOption } from './spreads.ts'
import type { UnderlyingDays } from './underlying-days.ts'

const INDEX_YIELD = 0.012
const SHARE_YIELD_MAX = 0.02
const DAY_SHARE = 1 / 365

export interface ExpiryDay {
  readonly forward: Float64Array
  /** Present value of a rupee at expiry. */
  readonly discount: Float64Array
  readonly theta: Float64Array
  readonly phi: Float64Array
}

/** 49 KB each. */
const EXPIRY_DAYS_MAX = 240
const POINT_MS = MINUTE_MS / POINTS_PER_MINUTE
const FUTURE_DEPTH_SHARE = 1 / 6000
const OPTION_DEPTH = 10
const FUTURE_BAND = 0.1

const stepOf = (root: string, { anchorPrice }: Simulated): number =>
  indexContracts.find((contract) => contract.root === root)?.strikeStep ?? strikeStep(anchorPrice)

export const createContractDays = ({
  seed,
  calendar,
  sessions,
  underlyings,
  closeOf,
}: {
  readonly seed: number
  readonly calendar: Calendar
  readonly sessions: Sessions
  readonly underlyings: UnderlyingDays
  readonly closeOf: (underlying: Simulated, session: number) => number
}) => {
  const expiryDays = createLruCache<string, ExpiryDay>(EXPIRY_DAYS_MAX)
  const checkYears = createYearsCheck(calendar, expiryDays.clear)

  const yieldOf = ({ kind, name }: Simulated): number =>
    kind === 'share'
      ? SHARE_YIELD_MAX * toUniform(hashOf(seed, streams.carry, hashText(name), 0, -2))
      : INDEX_YIELD

  const makeExpiryDay = (underlying: Simulated, expiry: IstDate, session: number): ExpiryDay => {
    const day = underlyings.dayOf(underlying, session)
    const surface = underlyings.surfaceOf(underlying)
    const points = day.spot.length
    const made = {
      forward: new Float64Array(points),
      discount: new Float64Array(points),
      theta: new Float64Array(points),
      phi: new Float64Array(points),
    }
    const midnight = midnightOf(sessions.dayOf(session))
    const ends = expiryInstant(expiry, calendar)
    const sessionsAfter = sessions.lastUntil(istDateToDayNumber(expiry)) - session
    const isLastDay = istDateToDayNumber(expiry) === sessions.dayOf(session)
    const drift = RISK_FREE_RATE - yieldOf(underlying)
    const { starts } = day.layout
    for (let point = 0; point < points; point++) {
      const row = Math.min(starts.length - 1, Math.floor(point / POINTS_PER_MINUTE))
      const at = midnight + (starts[row] ?? 0) * MINUTE_MS + (point - row * POINTS_PER_MINUTE) * POINT_MS
      const years = Math.max(YEARS_MIN, (ends - at) / 1000 / YEAR_SECONDS)
      // An expiring contract settles at the cash close, so nothing later moves its forward.
      const spot = isLastDay && point >= day.cashPoints ? day.close : (day.spot[point] ?? 0)
      const carry = (day.carry[point] ?? 0) * Math.min(1, years / DAY_SHARE)
      // Variance counts sessions, interest counts calendar time.
      const theta = Math.max(VARIANCE_MIN, day.moneyVariance(point, sessionsAfter))
      made.forward[point] = spot * Math.exp(drift * years + carry)
      made.discount[point] = Math.exp(-RISK_FREE_RATE * years)
      made.theta[point] = theta
      made.phi[point] = steepness(surface, theta)
    }
    return made
  }

  const expiryDayOf = (underlying: Simulated, expiry: IstDate, session: number): ExpiryDay => {
    checkYears()
    return expiryDays.get(`${underlying.name}|${expiry}|${session}`, () =>
      makeExpiryDay(underlying, expiry, session),
    )
  }

  // Rupees; Black-76 inlined, as a session has 1,541 points and a chain hundreds of options. The side out of
  // the money is rounded first and the other follows by parity, so that both stay within a tick of it.
  const optionPriceAt = (contract: Contract, session: number): ((point: number) => number) => {
    const { forward, discount, theta, phi } = expiryDayOf(contract.underlying, contract.expiry, session)
    const { rho } = underlyings.surfaceOf(contract.underlying)
    const { strike } = contract
    const tick = contract.tickPaise / 100
    const isPut = contract.type === 'PE'
    return (point) => {
      const f = forward[point] ?? 1
      const d = discount[point] ?? 1
      const k = Math.log(strike / f)
      const deviation = Math.sqrt(varianceAt(rho, theta[point] ?? 0, phi[point] ?? 0, k))
      const d1 = deviation / 2 - k / deviation
      const isPutOutside = f > strike
      const price = isPutOutside
        ? d * (strike * normalCumulative(deviation - d1) - f * normalCumulative(-d1))
        : d * (f * normalCumulative(d1) - strike * normalCumulative(d1 - deviation))
      if (isPut === isPutOutside) return price
      return Math.max(1, Math.round(price / tick)) * tick + d * Math.abs(f - strike)
    }
  }

  const spotBefore = (underlying: Simulated, session: number): number =>
    closeOf(underlying, Math.max(0, session - 1))

  const putCallRatioOf = (underlying: Simulated, session: number): number => {
    const last = Math.max(0, session - 1)
    const week = Math.log(closeOf(underlying, last) / closeOf(underlying, Math.max(0, last - 5)))
    const typical = Math.sqrt(5 * underlyings.varianceBefore(underlying, session))
    const noise = toNormal(toUniform(hashOf(seed, streams.interest, hashText(underlying.name), session, 7)))
    return Math.min(1.6, Math.max(0.6, 1 + 0.125 * (week / typical) + 0.1 * noise))
  }

  /** Uses only what was known before the session, so that its prices do not leak. */
  const interestAt = (contract: Contract, session: number): InterestAt => {
    const { underlying, strike, root } = contract
    const daysLeft = contract.expiryDay - sessions.dayOf(session)
    const spot = spotBefore(underlying, session)
    const daily = Math.sqrt(underlyings.varianceBefore(underlying, session))
    const deviation = daily * Math.sqrt(Math.max(2, daysLeft) * 0.68)
    return {
      session,
      daysLeft,
      moneyness: Math.log(strike / spot) / deviation,
      putCallRatio: putCallRatioOf(underlying, session),
      dayVolume: dayVolumeOf(underlying),
      strikeStep: stepOf(root, underlying),
    }
  }

  const dayVolumeOf = (underlying: Simulated): number =>
    underlying.kind === 'share' ? characterOf(seed, underlying).volume : 0

  const isListed = (contract: Contract, session: number): boolean => {
    if (session < 0) return false
    const day = sessions.dayOf(session)
    return day >= contract.listedDay && day <= contract.expiryDay
  }

  const tickOf = (price: number, tickPaise: number): number =>
    Math.max(1, Math.round((price * 100) / tickPaise))

  const optionPath = (contract: Contract, session: number): SessionPath => {
    const { layout } = underlyings.dayOf(contract.underlying, session)
    const { tickPaise, lotSize, root } = contract
    const ticks = roundToTicks(layout, optionPriceAt(contract, session), tickPaise, null)
    const id = hashText(contract.name)
    const now = interestAt(contract, session)
    const open = optionInterest(seed, contract, now)
    const wasListed = isListed(contract, session - 1)
    const before = wasListed ? optionInterest(seed, contract, interestAt(contract, session - 1)) : 0
    const isIndex = contract.underlying.kind !== 'share'
    const outOfMoney = contract.type === 'CE' ? now.moneyness : -now.moneyness
    return {
      seed,
      id,
      day: sessions.dayOf(session),
      layout,
      ticks,
      volume: shareVolume({ seed, id, session }, layout, ticks, optionTurnover(seed, contract, now, open)),
      tickPaise,
      lotSize,
      previousClose: wasListed ? closeTicks(contract, session - 1) : (ticks[0] ?? 1),
      limits: null,
      dynamicBand: null,
      spread: spreadOfOption({ root, isIndex, daysLeft: now.daysLeft, outOfMoney }),
      depth: Math.max(1, Math.round(OPTION_DEPTH * Math.exp(-0.5 * Math.abs(now.moneyness)))),
      isIndex: false,
      openInterest: [before, open],
    }
  }

  const closeTicks = (contract: Contract, session: number): number => {
    const last = underlyings.dayOf(contract.underlying, session).spot.length - 1
    const price =
      contract.kind === 'future'
        ? (expiryDayOf(contract.underlying, contract.expiry, session).forward[last] ?? 0)
        : optionPriceAt(contract, session)(last)
    return tickOf(price, contract.tickPaise)
  }

  const futurePath = (contract: Contract, session: number): SessionPath => {
    const { underlying, tickPaise, lotSize } = contract
    const { layout } = underlyings.dayOf(underlying, session)
    const { forward } = expiryDayOf(underlying, contract.expiry, session)
    const ticks = roundToTicks(layout, (point) => forward[point] ?? 0, tickPaise, null)
    const id = hashText(contract.name)
    const daysLeft = contract.expiryDay - sessions.dayOf(session)
    const dayVolume = dayVolumeOf(underlying)
    const { open, traded } = futureInterest(seed, contract, { session, daysLeft, dayVolume })
    const wasListed = isListed(contract, session - 1)
    const daysBefore = contract.expiryDay - (wasListed ? sessions.dayOf(session - 1) : 0)
    return {
      seed,
      id,
      day: sessions.dayOf(session),
      layout,
      ticks,
      volume: shareVolume({ seed, id, session }, layout, ticks, traded),
      tickPaise,
      lotSize,
      previousClose: wasListed ? closeTicks(contract, session - 1) : (ticks[0] ?? 1),
      limits: null,
      dynamicBand: FUTURE_BAND,
      spread: spreadOfFuture(underlying.kind !== 'share'),
      depth: Math.max(1, Math.round(traded * FUTURE_DEPTH_SHARE)),
      isIndex: false,
      openInterest: [
        wasListed
          ? futureInterest(seed, contract, { session: session - 1, daysLeft: daysBefore, dayVolume }).open
          : 0,
        open,
      ],
    }
  }

  return {
    isListed,
    expiryDayOf,

    pathOf(contract: Contract, session: number): SessionPath | null {
      if (!isListed(contract, session)) return null
      return contract.kind === 'future' ? futurePath(contract, session) : optionPath(contract, session)
    },

    /** Units. */
    dayVolumeOf(contract: Contract, session: number): number {
      if (!isListed(contract, session)) return 0
      const at = interestAt(contract, session)
      const lots =
        contract.kind === 'future'
          ? futureInterest(seed, contract, at).traded
          : optionTurnover(seed, contract, at, optionInterest(seed, contract, at))
      return lots * contract.lotSize
    },
  }
}
