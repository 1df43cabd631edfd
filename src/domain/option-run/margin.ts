import { type MarginLeg, marginOf } from '../margin.ts'
import { scanContract } from '../margin-scan.ts'
import { RISK_FREE_RATE } from '../options/rate.ts'
import type { IstDate } from '../time.ts'
import type { Instant, OptionModel } from './model.ts'
import type { LegContract } from './rules.ts'

export interface MarginedLeg {
  readonly contract: LegContract
  /** Units, sold below 0. */
  readonly quantity: number
  /** Rupees a unit. */
  readonly price: number
}

export interface EntryMargin {
  /** Rupees: estimated margin, and the premium paid where more is paid than received. */
  readonly used: number
  /** By how much the margin is less than that of the legs alone. */
  readonly hedgeBenefit: number
}

/** What a broker would block for a position at its entry. */
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
