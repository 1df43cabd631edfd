import { black76Price } from '../../../domain/options/black-76.ts'
import type { Leg } from '../../../domain/options/leg-value.ts'
import { readPayoff } from '../../../domain/options/payoff.ts'
import type { PresetLeg } from '../../../domain/options/presets.ts'

/** A model underlying with strikes one apart. */
const FORWARD = 100
const VOLATILITY = 0.14
const YEARS = { current: 7 / 365, next: 14 / 365 } as const
const REACH = 12

export interface ShapePoint {
  readonly price: number
  readonly pnl: number
}

export const payoffShape = (legs: readonly PresetLeg[]): readonly ShapePoint[] => {
  const { prices, atExpiry } = readPayoff(
    { legs: legs.map(legOf), spot: FORWARD, rate: 0, volatility: VOLATILITY },
    { horizonYears: null, volatilityShift: 0 },
  )
  return prices
    .map((price, index) => ({ price, pnl: atExpiry[index] ?? 0 }))
    .filter(({ price }) => Math.abs(price - FORWARD) <= REACH)
}

const legOf = ({ position, expiry, atm, type, quantity }: PresetLeg): Leg => {
  const dated = {
    quantity: position === 'buy' ? quantity : -quantity,
    years: YEARS[expiry],
    forward: FORWARD,
  }
  if (type === 'fut') return { ...dated, kind: 'future', entry: FORWARD, mark: FORWARD }
  const option = { strike: FORWARD + atm, type: type === 'ce' ? ('CE' as const) : ('PE' as const) }
  const price = black76Price({
    ...option,
    forward: FORWARD,
    years: dated.years,
    volatility: VOLATILITY,
    rate: 0,
  })
  return { ...dated, ...option, kind: 'option', volatility: VOLATILITY, entry: price, mark: price }
}
