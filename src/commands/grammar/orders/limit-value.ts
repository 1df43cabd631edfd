import { rupeeUnits } from '../../../domain/read-amount.ts'
import { amountWith } from '../amount-of-money.ts'

/** The limit defines the unit. */
export const limitValue = amountWith({ ...rupeeUnits, '%': 1 }, 'a value such as 20000, 50 or 3%')
