import type { Brand } from './brand.ts'

/** Money and prices in whole paise, so sums stay exact. */
export type Paise = Brand<number, 'Paise'>

/** Throws a RangeError for what is no whole number: half a paisa is a bug, not a price. */
export const paise = (value: number): Paise => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of paise: ${value}`)
  return value as Paise
}

/** Rupees, rounded half away from zero to the nearest paisa. */
export const fromRupees = (rupees: number): Paise =>
  paise(Math.sign(rupees) * Math.round(Math.abs(rupees) * 100) + 0)

/** As a plain number with up to two decimals: to be shown or sent, not added up. */
export const toRupees = (amount: Paise): number => amount / 100
