import type { Brand } from './brand.ts'

/** Whole paise, so that sums are exact. */
export type Paise = Brand<number, 'Paise'>

/** Throws a RangeError for fractions: half a paisa is a bug, not a price. */
export const paise = (value: number): Paise => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of paise: ${value}`)
  // A product that came to -0 is 0.
  return (value + 0) as Paise
}

const nearestPaise = (rupees: number): number => Math.sign(rupees) * Math.round(Math.abs(rupees) * 100) + 0

/** Rounded half away from zero to the nearest paisa. */
export const fromRupees = (rupees: number): Paise => paise(nearestPaise(rupees))

/** To be shown or sent, not added up. */
export const toRupees = (amount: Paise): number => amount / 100

export const toRupeesOrNull = (amount: Paise | null): number | null =>
  amount === null ? null : toRupees(amount)

/** Rupees to the nearest paisa, half away from zero. */
export const roundToPaisa = (rupees: number): number => nearestPaise(rupees) / 100
