import { type Payoff, readPayoff } from '../options/payoff.ts'
import { type Priced, type RiskGroup, type WhatIf, yearsTo } from './risk.ts'

/** Needs at least one contract; the second curve is that of the day of `whatIf`. */
export const payoffIf = (
  { legs, spot, volatility }: Priced & Pick<RiskGroup, 'volatility'>,
  whatIf: WhatIf,
  rate: number,
): Payoff =>
  readPayoff(
    { legs: legs.map(({ leg }) => leg), spot, rate, volatility },
    {
      horizonYears: whatIf.days === 0 ? null : yearsTo(whatIf),
      volatilityShift: whatIf.volatility,
    },
  )
