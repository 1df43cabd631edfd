import { amountWith } from '../amount-of-money.ts'

/** The limit defines the unit. */
export const limitValue = amountWith(
  { '': 1, '%': 1, rs: 1, k: 1e3, l: 1e5, cr: 1e7 },
  'a value such as 20000, 50 or 3%',
)
