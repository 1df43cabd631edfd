import type { Candles } from '../../charts/candle.ts'
import { type Black76Terms, black76, YEAR_SECONDS, YEARS_MIN } from '../../options/black-76.ts'
import { normalCumulative } from '../../options/normal.ts'
import { RISK_FREE_RATE } from '../../options/rate.ts'
import { optionSpread, spreadFactor } from '../../options/spread.ts'
import { indexSurface, moneyVariance, shareSurface, steepness, varianceAt } from '../../options/surface.ts'
import { createTradingTime, SESSIONS_A_YEAR, VARIANCE_MIN } from '../../options/trading-time.ts'
import { expiryInstant } from '../../options/years-to-expiry.ts'
import { DAY_MS, type EpochMs, type IstDate, istDayNumber, istMinuteOfDay } from '../../time.ts'
import type { LegContract, OptionUnderlying } from './rules.ts'

/** `spot` in rupees; `day` is the index of the candles' day. */
export interface Instant {
  readonly spot: number
  readonly at: number
  readonly day: number
}

export interface ModelTerms {
  readonly forward: number
  /** Calendar time, as implied volatility is quoted. */
  readonly years: number
  /** Annual, of the strike. */
  readonly volatility: number
}

export interface OptionModel {
  readonly dayOfRow: Int32Array
  /** Expected from the sessions before. */
  dailyVolatility(day: number): number
  termsOf(contract: Pick<LegContract, 'strike' | 'expiry'>, instant: Instant): ModelTerms
  /** Rupees a unit, in whole ticks and at least one. */
  premiumOf(contract: Priced, instant: Instant): number
  pricerOf(contract: Priced): Pricer
  deltaOf(contract: Priced, instant: Instant): number
  halfSpreadOf(contract: Priced, instant: Instant, premium: number): number
}

type Priced = Pick<LegContract, 'strike' | 'expiry' | 'type'>

export type Pricer = (spot: number, at: number, day: number) => number

export const OPTION_TICK = 0.05

const DECAY = 0.94
const VOLATILITY_MIN = 0.07
const VOLATILITY_MAX = 1.2
const INDEX_YIELD = 0.012
const SHARE_YIELD = 0.01
const MAIN_VOLATILITY = 0.145
const INDEX_VOLATILITY = 0.175
const SHARE_VOLATILITY = 0.3
/** The spread doubles for this long after the open and before the close. */
const EDGE_MINUTES = 10
const OPEN_MINUTE = 555
const CLOSE_MINUTE = 930

interface ModelDay {
  readonly open: number
  /** Daily, known before the day begins. */
  readonly variance: number
  readonly opening: number
}

/** Shared by all strikes of an expiry; cached for the last instant, as a row prices its legs in turn. */
interface ExpiryTerms {
  readonly expiry: IstDate
  readonly ends: EpochMs
  spot: number
  at: number
  forward: number
  years: number
  theta: number
  phi: number
  discount: number
}

/** Black-76 with the simulated market's surface shape; volatility uses no data later than the instant. */
export const createOptionModel = (candles: Candles, underlying: OptionUnderlying): OptionModel => {
  const long = longVolatilityOf(underlying)
  const surface = underlying.isIndex ? indexSurface(long) : shareSurface(long)
  const drift = RISK_FREE_RATE - (underlying.isIndex ? INDEX_YIELD : SHARE_YIELD)
  const { days, dayOfRow } = daysOf(candles, long)
  const tradingTime = createTradingTime()
  const byExpiry = new Map<IstDate, ExpiryTerms>()

  const expiryOf = (expiry: IstDate): ExpiryTerms => {
    const known = byExpiry.get(expiry)
    if (known !== undefined) return known
    const ends = expiryInstant(expiry)
    const none = { spot: Number.NaN, at: Number.NaN, forward: 0, years: 0, theta: 0, phi: 0, discount: 0 }
    const made = { expiry, ends, ...none }
    byExpiry.set(expiry, made)
    return made
  }

  const volatilityAt = (spot: number, day: number): number => {
    const known = days[day]
    if (known === undefined) return long
    const risen = spot / known.open
    // A fall of 1 % raises volatility by about 5 % of itself. Multiplied out, because powers are slow.
    const moved = Math.min(2, Math.max(0.5, 1 / (risen * risen * risen * risen * risen)))
    return known.opening * moved
  }

  const moveTo = (terms: ExpiryTerms, spot: number, at: number, day: number): void => {
    if (terms.spot === spot && terms.at === at) return
    const years = Math.max(YEARS_MIN, (terms.ends - at) / 1000 / YEAR_SECONDS)
    const tradingYears = tradingTime.yearsUntil(terms.expiry, at)
    const theta = Math.max(VARIANCE_MIN, moneyVariance(surface, volatilityAt(spot, day), tradingYears))
    terms.spot = spot
    terms.at = at
    terms.years = years
    terms.forward = spot * Math.exp(drift * years)
    terms.theta = theta
    terms.phi = steepness(surface, theta)
    terms.discount = Math.exp(-RISK_FREE_RATE * years)
  }

  const termsOf: OptionModel['termsOf'] = ({ strike, expiry }, { spot, at, day }) => {
    const terms = expiryOf(expiry)
    moveTo(terms, spot, at, day)
    const { forward, years, theta, phi } = terms
    const variance = varianceAt(surface.rho, theta, phi, Math.log(strike / forward))
    return { forward, years, volatility: Math.sqrt(variance / years) }
  }

  // `black76Price` written out without allocations: a year of minutes needs some 200,000 prices.
  const pricerOf: OptionModel['pricerOf'] = ({ strike, expiry, type }) => {
    const terms = expiryOf(expiry)
    const sign = type === 'CE' ? 1 : -1
    return (spot, at, day) => {
      moveTo(terms, spot, at, day)
      const { forward } = terms
      const moneyness = Math.log(strike / forward)
      const deviation = Math.sqrt(varianceAt(surface.rho, terms.theta, terms.phi, moneyness))
      const d1 = deviation / 2 - moneyness / deviation
      const d2 = d1 - deviation
      const value = sign * (forward * normalCumulative(sign * d1) - strike * normalCumulative(sign * d2))
      return Math.max(1, Math.round((terms.discount * Math.max(0, value)) / OPTION_TICK)) * OPTION_TICK
    }
  }

  const black = (contract: Priced, instant: Instant): Black76Terms => {
    const { forward, years, volatility } = termsOf(contract, instant)
    const { strike, type } = contract
    return { forward, strike, years, volatility, rate: RISK_FREE_RATE, type }
  }

  return {
    dayOfRow,
    dailyVolatility: (day) => Math.sqrt(days[day]?.variance ?? 0),
    termsOf,
    premiumOf: (contract, { spot, at, day }) => pricerOf(contract)(spot, at, day),
    pricerOf,
    deltaOf: (contract, instant) => black76(black(contract, instant)).delta,
    halfSpreadOf: (contract, instant, premium) => {
      const { years, volatility, forward } = termsOf(contract, instant)
      const distance = Math.log(contract.strike / forward) / (volatility * Math.sqrt(years))
      const factor = spreadFactor({
        root: underlying.root,
        isIndex: underlying.isIndex,
        daysLeft: Math.floor((expiryOf(contract.expiry).ends - instant.at) / DAY_MS),
        outOfMoney: contract.type === 'CE' ? distance : -distance,
      })
      const wide = optionSpread(premium, factor) * (isEdge(instant.at) ? 2 : 1)
      return Math.max(1, Math.round(wide / OPTION_TICK)) * (OPTION_TICK / 2)
    },
  }
}

const longVolatilityOf = ({ root, isIndex }: OptionUnderlying): number => {
  if (!isIndex) return SHARE_VOLATILITY
  return root === 'NIFTY' || root === 'SENSEX' ? MAIN_VOLATILITY : INDEX_VOLATILITY
}

const isEdge = (at: number): boolean => {
  const minute = istMinuteOfDay(at)
  return minute < OPEN_MINUTE + EDGE_MINUTES || minute >= CLOSE_MINUTE - EDGE_MINUTES
}

const openingOf = (variance: number): number => {
  const expected = Math.sqrt(variance * SESSIONS_A_YEAR)
  return Math.min(VOLATILITY_MAX, Math.max(VOLATILITY_MIN, expected))
}

/** RiskMetrics (1996): next-day variance from the decaying squared moves of the days before. */
const daysOf = ({ time, open, close }: Candles, long: number) => {
  const days: ModelDay[] = []
  const dayOfRow = new Int32Array(time.length)
  let number = Number.NEGATIVE_INFINITY
  let variance = (long * long) / SESSIONS_A_YEAR
  let closeBefore: number | null = null
  for (let row = 0; row < time.length; row++) {
    const day = istDayNumber(time[row] ?? 0)
    if (day !== number) {
      const ended = row === 0 ? null : (close[row - 1] ?? null)
      if (ended !== null && closeBefore !== null)
        variance = DECAY * variance + (1 - DECAY) * Math.log(ended / closeBefore) ** 2
      closeBefore = ended
      number = day
      days.push({ open: open[row] ?? 0, variance, opening: openingOf(variance) })
    }
    dayOfRow[row] = days.length - 1
  }
  return { days, dayOfRow }
}
