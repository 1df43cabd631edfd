import { type Paise, paise } from '../../../src/domain/money.ts'
import { type PositionFigures, positionOf } from '../../../src/domain/position.ts'
import type { Account, PositionSums } from '../account.ts'
import type { Facts } from '../rules.ts'

/** Figures of a position at the last price; where there is none, at what it was carried or traded at. */
export const figuresOf = (sums: PositionSums, facts: Facts): PositionFigures => {
  const known = facts.quoteOf(sums.terms)?.lastPrice ?? null
  if (known !== null) return positionOf(sums, known)
  const { averagePrice } = positionOf(sums, sums.previousClose)
  return positionOf(sums, sums.previousClose > 0 ? sums.previousClose : paise(Math.round(averagePrice)))
}

/** Gain of the day, realised and not, after charges. */
export const dayPnlOf = (account: Account, facts: Facts): Paise => {
  let gain = -account.chargesToday
  for (const sums of account.positions.values()) gain += figuresOf(sums, facts).m2m
  return paise(gain)
}
