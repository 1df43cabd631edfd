import { type Paise, paise } from '../money.ts'

export interface PriceBand {
  readonly lower: Paise
  readonly upper: Paise
}

/** Least distance, for low prices. */
const COLLAR_TICKS = 2

export const collarOf = (reference: Paise, percent: number, tickSize: Paise): PriceBand => {
  const reach = Math.max((reference * percent) / 100, COLLAR_TICKS * tickSize)
  return {
    lower: paise(Math.max(0, Math.ceil(reference - reach))),
    upper: paise(Math.floor(reference + reach)),
  }
}
