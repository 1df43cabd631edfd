import { black76Price, type OptionType, YEARS_MIN } from './black-76.ts'
import { normalCumulative, normalDensity } from './normal.ts'

/** Why no volatility explains a price. */
export type NoVolatility =
  /** The contract ends within a minute. */
  | 'expired'
  /** Under half a tick: nothing anybody pays. */
  | 'no price'
  /** Nothing is paid beyond what the option is worth at once. */
  | 'no time value'
  /** No volatility makes it so dear. */
  | 'too dear'
  /** The volatility found does not give the price back. */
  | 'unexplained'

export type ImpliedVolatility =
  | { readonly volatility: number; readonly reason: null }
  | { readonly volatility: null; readonly reason: NoVolatility }

/** Price, forward, strike and tick in rupees; rate a year, as a share. */
export interface OptionPrice {
  readonly price: number
  readonly forward: number
  readonly strike: number
  readonly years: number
  readonly rate: number
  readonly type: OptionType
  readonly tick: number
}

const VOLATILITY_MIN = 1e-4
const VOLATILITY_MAX = 5
const STEPS_MAX = 60
const VOLATILITY_STEP_MIN = 1e-10
const TIME_VALUE_MIN = 1e-9

const none = (reason: NoVolatility): ImpliedVolatility => ({ volatility: null, reason })

/**
 * The volatility a year, as a share, at which Black-76 gives this price, or why there is none. What lies in the money
 * is taken as the option out of the money of the same strike, by parity: only the time value tells of volatility.
 */
export const impliedVolatility = (terms: OptionPrice): ImpliedVolatility => {
  const { price, forward, strike, years, rate, type, tick } = terms
  if (!(forward > 0 && strike > 0 && Number.isFinite(price) && Number.isFinite(rate) && tick > 0)) {
    throw new RangeError(`no option price: ${price} at strike ${strike}, forward ${forward}, rate ${rate}`)
  }
  if (!(years >= YEARS_MIN)) return none('expired')
  if (price < tick / 2) return none('no price')
  const undiscounted = price * Math.exp(rate * years)
  if (undiscounted >= (type === 'CE' ? forward : strike)) return none('too dear')
  const intrinsic = Math.max(0, type === 'CE' ? forward - strike : strike - forward)
  const timeValue = undiscounted - intrinsic
  if (timeValue <= TIME_VALUE_MIN * forward || timeValue < tick / 2) return none('no time value')

  const root = Math.sqrt(forward * strike)
  const deviation = solve(-Math.abs(Math.log(forward / strike)), timeValue / root, Math.sqrt(years))
  if (deviation === null) return none('too dear')
  const volatility = deviation / Math.sqrt(years)
  if (volatility <= VOLATILITY_MIN) return none('no time value')
  const miss = Math.abs(black76Price({ forward, strike, years, volatility, rate, type }) - price)
  return miss <= Math.max(1e-8 * forward, 0.001 * tick) ? { volatility, reason: null } : none('unexplained')
}

/**
 * The deviation σ√T of an option out of the money: `moneyness` is −|ln(F/K)|, `value` its undiscounted price over √(FK).
 * Newton on the logarithm of the price, held inside a bracket by bisection. Null when the bracket ends below the price.
 */
const solve = (moneyness: number, value: number, rootYears: number): number | null => {
  let low = VOLATILITY_MIN * rootYears
  let high = VOLATILITY_MAX * rootYears
  if (normalisedPrice(moneyness, high) < value) return null
  const target = Math.log(value)
  // The price bends at √(2|moneyness|); at the money it is nearly a straight line through nothing.
  let deviation = Math.min(high, Math.max(low, Math.sqrt(-2 * moneyness), value * 2.5))
  for (let step = 0; step < STEPS_MAX; step++) {
    const price = normalisedPrice(moneyness, deviation)
    if (price > value) high = deviation
    else low = deviation
    const slope = normalDensity(moneyness / deviation + deviation / 2) * Math.exp(moneyness / 2)
    const newton = deviation - ((Math.log(price) - target) * price) / slope
    const next = newton > low && newton < high ? newton : (low + high) / 2
    const moved = Math.abs(next - deviation)
    deviation = next
    if (moved < VOLATILITY_STEP_MIN * rootYears) break
  }
  return deviation
}

/** Undiscounted price over √(FK) of the option out of the money. */
const normalisedPrice = (moneyness: number, deviation: number): number =>
  Math.exp(moneyness / 2) * normalCumulative(moneyness / deviation + deviation / 2) -
  Math.exp(-moneyness / 2) * normalCumulative(moneyness / deviation - deviation / 2)
