import { type Paise, paise } from './money.ts'

/** Prices between which orders are taken, both included. */
export interface PriceBand {
  readonly lower: Paise
  readonly upper: Paise
}

/** However small the price, an order may lie so far from it. */
const COLLAR_TICKS = 2

/** How far from a reference price a limit price may lie: `percent` of it, and two ticks at least. */
export const collarOf = (reference: Paise, percent: number, tickSize: Paise): PriceBand => {
  const reach = Math.max((reference * percent) / 100, COLLAR_TICKS * tickSize)
  return {
    lower: paise(Math.max(0, Math.ceil(reference - reach))),
    upper: paise(Math.floor(reference + reach)),
  }
}
