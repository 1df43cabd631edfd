import { type Paise, paise } from '../../../src/domain/money.ts'
import { type PositionFigures, positionOf } from '../../../src/domain/positions/position.ts'
import type { Account, PositionSums } from '../account.ts'
import type { MarketSnapshot } from '../rules.ts'

/** Without a last price: at the previous close, else at the average price. */
export const figuresOf = (sums: PositionSums, market: MarketSnapshot): PositionFigures => {
  const known = market.quoteOf(sums.terms)?.lastPrice ?? null
  if (known !== null) return positionOf(sums, known)
  const { averagePrice } = positionOf(sums, sums.previousClose)
  return positionOf(sums, sums.previousClose > 0 ? sums.previousClose : paise(Math.round(averagePrice)))
}

export const dayPnlOf = (account: Account, market: MarketSnapshot): Paise => {
  let gain = -account.chargesToday
  for (const sums of account.positions.values()) gain += figuresOf(sums, market).m2m
  return paise(gain)
}
