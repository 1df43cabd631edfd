import { YEARS_MIN } from './black-76.ts'
import { type Leg, legValue, type Moment } from './leg-value.ts'
import { normalCumulative } from './normal.ts'
import { type Extreme, type Outcome, readCurve, readLines } from './outcome.ts'
import { payoffRange } from './payoff-range.ts'

export interface Position {
  /** At least one of them ends some day. */
  readonly legs: readonly Leg[]
  /** Rupees: the underlying now. */
  readonly spot: number
  /** A year, as a share. */
  readonly rate: number
  /** At the money for the nearest expiry, a year, as a share; null when no price tells it. */
  readonly volatility: number | null
}

export interface Question {
  /** From now, for a curve of its own; null for none. */
  readonly horizonYears: number | null
  /** Added to every volatility of the curves, as a share. */
  readonly volatilityShift: number
}

/** Profit and loss in rupees over prices of the underlying. */
export interface Payoff {
  readonly prices: readonly number[]
  /** When the leg that ends first ends. */
  readonly atExpiry: readonly number[]
  readonly today: readonly number[]
  readonly atHorizon: readonly number[] | null
  /** Prices of the underlying at which `atExpiry` is nothing, ascending. */
  readonly breakevens: readonly number[]
  /** One standard deviation in rupees when the leg that ends first ends; null without a volatility. */
  readonly expectedMove: number | null
  readonly maxProfit: Extreme
  /** Below 0 is a loss. */
  readonly maxLoss: Extreme
  /** Share of the model's outcomes that end in profit; null without a volatility. */
  readonly probabilityOfProfit: number | null
  /** Rupees of options: above 0 was received. */
  readonly netPremium: number
  readonly pnlNow: number
  /** Some leg lives on when the first one ends: the model prices it then. */
  readonly hasLaterLegs: boolean
}

const GRID_POINTS = 301

/** What a position is worth, at which prices it gains, and how likely that is. Every leg is of one underlying. */
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

const pnlOf = (legs: readonly Leg[], price: number, moment: Moment): number =>
  legs.reduce((sum, leg) => sum + leg.quantity * (legValue(leg, price, moment) - leg.entry), 0)

/** Rupees per rupee of the underlying, above every strike. */
const slopeAbove = (legs: readonly Leg[], moment: Moment): number =>
  legs.reduce((sum, leg) => {
    if (leg.kind === 'option') return leg.type === 'CE' ? sum + leg.quantity : sum
    return sum + leg.quantity * legValue(leg, 1, moment)
  }, 0)

const gridOf = ([low, high]: readonly [number, number], always: readonly number[]): readonly number[] => {
  const even = Array.from(
    { length: GRID_POINTS },
    (_, place) => low + ((high - low) * place) / (GRID_POINTS - 1),
  )
  const within = always.filter((price) => price > low && price < high)
  return [...new Set([...even, ...within])].sort((a, b) => a - b)
}

/**
 * Share of a lognormal price without drift, centred on the forward, that lies where the outcome is a profit. Black
 * (1976): Q(S < x) = N((ln(x/F) + σ²T/2) / (σ√T)).
 */
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
