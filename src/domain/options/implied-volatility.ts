import { black76Price, type OptionType, YEARS_MIN } from './black-76.ts'
import { normalCumulative, normalDensity } from './normal.ts'

export type NoVolatility =
  | 'expired'
  /** Less than half a tick. */
  | 'no price'
  | 'no time value'
  | 'too dear'
  /** The volatility found does not reproduce the price. */
  | 'unexplained'

export type ImpliedVolatility =
  | { readonly volatility: number; readonly reason: null }
  | { readonly volatility: null; readonly reason: NoVolatility }

/** Rupees; the rate is an annual share. */
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

/** Annual, as a share, by Black-76. An option in the money is converted by parity: only time value counts. */
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

/** σ√T. `moneyness` is −|ln(F/K)|, `value` the undiscounted price over √(FK). Newton inside a bisection. */
const solve = (moneyness: number, value: number, rootYears: number): number | null => {
  let low = VOLATILITY_MIN * rootYears
  let high = VOLATILITY_MAX * rootYears
  if (normalisedPrice(moneyness, high) < value) return null
  const target = Math.log(value)
  // The price has its inflection at √(2|moneyness|); at the money it is nearly linear through 0.
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

const normalisedPrice = (moneyness: number, deviation: number): number =>
  Math.exp(moneyness / 2) * normalCumulative(moneyness / deviation + deviation / 2) -
  Math.exp(-moneyness / 2) * normalCumulative(moneyness / deviation - deviation / 2)
