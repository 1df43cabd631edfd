import type { Brand } from './brand.ts'

/** Money and prices in whole paise, so sums stay exact. */
export type Paise = Brand<number, 'Paise'>

export const paise = (value: number): Paise => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of paise: ${value}`)
  return value as Paise
}

/** Rupees, rounded half away from zero to the nearest paisa. */
export const fromRupees = (rupees: number): Paise =>
  paise(Math.sign(rupees) * Math.round(Math.abs(rupees) * 100) + 0)

export const toRupees = (amount: Paise): number => amount / 100
