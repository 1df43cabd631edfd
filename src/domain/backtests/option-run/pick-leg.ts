import type { IstDate } from '../../time.ts'
import type { ContractBook } from './contract-book.ts'
import { strikeAtMoney } from './contracts.ts'
import type { Instant, OptionModel } from './model.ts'
import type { LegContract, LegSpec } from './rules.ts'

const STRIKES_AROUND = 80

export interface PickInput {
  readonly contracts: ContractBook
  readonly model: OptionModel
  readonly instant: Instant
  readonly on: IstDate
}

/** Deltas and premiums are the model's: nothing more is known at that instant. */
export const pickLeg = (spec: LegSpec, { contracts, model, instant, on }: PickInput): LegContract => {
  const expiry = contracts.expiryOf(spec.expiry, on)
  const { strikeStep } = contracts.underlying
  const money = strikeAtMoney(instant.spot, strikeStep)
  const legAt = (steps: number) => ({
    type: spec.type,
    expiry,
    strike: Math.max(strikeStep, money + steps * strikeStep),
  })
  const take = (steps: number) => contracts.contractOf(spec.type, legAt(steps).strike, expiry)
  const { strike: pick } = spec
  if (pick.kind === 'steps') return take(pick.steps)
  const distance = (steps: number): number =>
    pick.kind === 'delta'
      ? Math.abs(Math.abs(model.deltaOf(legAt(steps), instant)) - pick.delta)
      : Math.abs(model.premiumOf(legAt(steps), instant) - pick.premium)
  let best = 0
  let by = distance(0)
  for (let away = 1; away <= STRIKES_AROUND; away++)
    for (const steps of [-away, away]) {
      const found = distance(steps)
      if (found < by) [best, by] = [steps, found]
    }
  return take(best)
}
