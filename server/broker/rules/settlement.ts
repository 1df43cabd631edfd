import { fromRupees, type Paise, paise } from '../../../src/domain/money.ts'
import { exerciseChargesInPaise } from '../../../src/domain/orders/order-charges.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import type { InstrumentTerms } from '../account.ts'
import { isOption } from './question.ts'

/** Paise a unit; `settlement` is in rupees. */
export const settlementValueOf = (
  { instrumentType, strike }: Pick<InstrumentTerms, 'instrumentType' | 'strike'>,
  settlement: number,
): Paise => {
  if (instrumentType === 'CE') return fromRupees(Math.max(0, settlement - strike))
  if (instrumentType === 'PE') return fromRupees(Math.max(0, strike - settlement))
  return fromRupees(settlement)
}

export const settlementChargesOf = (
  terms: InstrumentTerms,
  quantity: number,
  price: Paise,
  on: IstDate,
): Paise => (isOption(terms) && quantity > 0 ? exerciseChargesInPaise(paise(quantity * price), on) : paise(0))
