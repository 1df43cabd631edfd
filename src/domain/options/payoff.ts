import { YEARS_MIN } from './black-76.ts'
import { type Leg, legValue, type Moment } from './leg-value.ts'
import { normalCumulative } from './normal.ts'
import { type Extreme, type Outcome, readCurve, readLines } from './outcome.ts'
import { payoffRange } from './payoff-range.ts'

export interface Position {
  /** At least one leg has an expiry. */
  readonly legs: readonly Leg[]
  readonly spot: number
  /** Annual, as a share. */
  readonly rate: number
  /** Annual at-the-money volatility of the nearest expiry, as a share; null if no price implies it. */
  readonly volatility: number | null
}

export interface Question {
  readonly horizonYears: number | null
  /** Added to every volatility of the curves, as a share. */
  readonly volatilityShift: number
}

/** Rupees over prices of the underlying. */
export interface Payoff {
  readonly prices: readonly number[]
  /** At the first expiry among the legs. */
  readonly atExpiry: readonly number[]
  readonly today: readonly number[]
  readonly atHorizon: readonly number[] | null
  readonly breakevens: readonly number[]
  /** Rupees, one standard deviation until the first expiry; null without a volatility. */
  readonly expectedMove: number | null
  readonly maxProfit: Extreme
  readonly maxLoss: Extreme
  /** Share of the model's outcomes; null without a volatility. */
  readonly probabilityOfProfit: number | null
  /** Rupees of options; above 0 was received. */
  readonly netPremium: number
  readonly pnlNow: number
  readonly hasLaterLegs: boolean
}

const GRID_POINTS = 301

/** All legs are of one underlying. */
export const readPayoff = (position: Position, question: Question): Payoff => {
  const { legs, spot, rate, volatility } = position
  const first = firstToEnd(legs)
  const moment = (years: number): Moment => ({
    years,
    spot,
    rate,
    volatilityShift: question.volatilityShift,
  })
  const end = moment(first.years)
  const pnlAt = (when: Moment) => (price: number) => pnlOf(legs, price, when)
  const hasLaterLegs = legs.some((leg) => leg.kind !== 'share' && leg.years > first.years)
  const isCurved = legs.some((leg) => leg.kind === 'option' && leg.years > first.years)
  const strikes = strikesOf(legs)
  const outcome = isCurved
    ? readCurve(pnlAt(end), strikes, first.forward)
    : readLines(pnlAt(end), strikes, slopeAbove(legs, end))
  const expectedMove = volatility === null ? null : first.forward * volatility * Math.sqrt(first.years)
  const { breakevens } = outcome
  const range = payoffRange({ spot, expectedMove, strikes, breakevens })
  const prices = gridOf(range, [...strikes, ...breakevens, spot])
  const draw = (years: number): readonly number[] => prices.map(pnlAt(moment(years)))
  return {
    prices,
    atExpiry: draw(first.years),
    today: draw(0),
    atHorizon: question.horizonYears === null ? null : draw(question.horizonYears),
    breakevens,
    expectedMove,
    maxProfit: outcome.maxProfit,
    maxLoss: outcome.maxLoss,
    probabilityOfProfit: volatility === null ? null : profitShare(outcome, { ...first, volatility }),
    netPremium: legs.reduce((sum, leg) => (leg.kind === 'option' ? sum - leg.quantity * leg.entry : sum), 0),
    pnlNow: legs.reduce((sum, { quantity, mark, entry }) => sum + quantity * (mark - entry), 0),
    hasLaterLegs,
  }
}

interface Ending {
  readonly years: number
  readonly forward: number
}

const firstToEnd = (legs: readonly Leg[]): Ending => {
  const dated = legs.filter((leg) => leg.kind !== 'share').sort((a, b) => a.years - b.years)
  const [first] = dated
  if (first === undefined) throw new RangeError('a payoff needs an option or a future')
  return { years: first.years, forward: first.forward }
}

const strikesOf = (legs: readonly Leg[]): readonly number[] =>
  [...new Set(legs.flatMap((leg) => (leg.kind === 'option' ? [leg.strike] : [])))].sort((a, b) => a - b)

/** Rupees, with the underlying at `price`. */
export const pnlOf = (legs: readonly Leg[], price: number, moment: Moment): number =>
  legs.reduce((sum, leg) => sum + leg.quantity * (legValue(leg, price, moment) - leg.entry), 0)

const slopeAbove = (legs: readonly Leg[], moment: Moment): number =>
  legs.reduce((sum, leg) => {
    if (leg.kind === 'option') return leg.type === 'CE' ? sum + leg.quantity : sum
    return sum + leg.quantity * legValue(leg, 1, moment)
  }, 0)

const gridOf = ([low, high]: readonly [number, number], always: readonly number[]): readonly number[] => {
  const even = Array.from(
    { length: GRID_POINTS },
    (_, index) => low + ((high - low) * index) / (GRID_POINTS - 1),
  )
  const within = always.filter((price) => price > low && price < high)
  return [...new Set([...even, ...within])].sort((a, b) => a - b)
}

/** Lognormal without drift around the forward. Black (1976): Q(S < x) = N((ln(x/F) + σ²T/2) / (σ√T)). */
const profitShare = (
  { profits }: Outcome,
  { forward, years, volatility }: Ending & { readonly volatility: number },
): number => {
  const deviation = volatility * Math.sqrt(Math.max(years, YEARS_MIN))
  const below = (price: number): number => {
    if (price === 0) return 0
    if (deviation === 0) return price > forward ? 1 : 0
    return normalCumulative(Math.log(price / forward) / deviation + deviation / 2)
  }
  return profits.reduce((sum, { from, to }) => sum + below(to) - below(from), 0)
}
