import type { IstDate } from '../time.ts'
import { contractOf, expiryOf, strikeAtMoney } from './contracts.ts'
import type { Instant, OptionModel } from './model.ts'
import type { LegAsk, LegContract, OptionUnderlying } from './rules.ts'

/** Strikes looked at on either side of the money for a delta or a premium. */
const STRIKES_AROUND = 80

export interface PickInput {
  readonly underlying: OptionUnderlying
  /** Units of a lot of the contracts listed now. */
  readonly lotSize: number
  readonly model: OptionModel
  readonly instant: Instant
  readonly on: IstDate
}

/** The contract of a leg at its fill. Deltas and premiums are the model's: at that instant one knows no more. */
export const pickLeg = (ask: LegAsk, { underlying, lotSize, model, instant, on }: PickInput): LegContract => {
  const expiry = expiryOf(underlying, ask.expiry, on)
  const { strikeStep } = underlying
  const money = strikeAtMoney(instant.spot, strikeStep)
  const legAt = (steps: number) => ({
    type: ask.type,
    expiry,
    strike: Math.max(strikeStep, money + steps * strikeStep),
  })
  const { strike: pick } = ask
  if (pick.kind === 'steps') return contractOf(underlying, legAt(pick.steps), lotSize)
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
  return contractOf(underlying, legAt(best), lotSize)
}
