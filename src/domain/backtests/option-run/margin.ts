import { RISK_FREE_RATE } from '../../options/rate.ts'
import { type MarginLeg, marginOf } from '../../orders/margin.ts'
import { scanContract } from '../../orders/margin-scan.ts'
import type { IstDate } from '../../time.ts'
import type { Instant, OptionModel } from './model.ts'
import type { LegContract } from './rules.ts'

export interface MarginedLeg {
  readonly contract: LegContract
  /** Units, negative when sold. */
  readonly quantity: number
  readonly price: number
}

export interface EntryMargin {
  /** Rupees: estimated margin plus any net premium paid. */
  readonly used: number
  readonly hedgeBenefit: number
}

export const entryMarginOf = (
  legs: readonly MarginedLeg[],
  input: {
    readonly model: OptionModel
    readonly instant: Instant
    readonly isIndex: boolean
    readonly on: IstDate
  },
): EntryMargin => {
  const { model, instant, isIndex, on } = input
  const scanned = legs.map(({ contract, quantity }): MarginLeg => {
    const { forward, years, volatility } = model.termsOf(contract, instant)
    const scan = scanContract({
      type: contract.type,
      strike: contract.strike,
      expiry: contract.expiry,
      forward,
      years,
      volatility,
      dailyVolatility: model.dailyVolatility(instant.day),
      rate: RISK_FREE_RATE,
      isIndex,
      isLastDay: contract.expiry === on,
    })
    return { scan, quantity }
  })
  const { total } = marginOf(scanned)
  const alone = scanned.reduce((sum, leg) => sum + marginOf([leg]).total, 0)
  const paid = legs.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
  return { used: total + Math.max(0, paid), hedgeBenefit: alone - total }
}
