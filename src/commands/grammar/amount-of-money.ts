import { roundToPaisa } from '../../domain/money.ts'
import type { ArgKind } from '../command.ts'
import { amountAt } from './number.ts'
import { taken } from './words.ts'

/** `factors` by the unit behind the number, in lower case. */
export const amountWith = (factors: Readonly<Record<string, number>>, expects: string): ArgKind<number> => ({
  token: 'number',
  expects,
  read(line, from) {
    const found = amountAt(line, from)
    const factor = found === null || !Object.hasOwn(factors, found.unit) ? undefined : factors[found.unit]
    // Rounded to the paisa, because the multiplication may be inexact.
    return found === null || factor === undefined
      ? null
      : taken(roundToPaisa(found.amount * factor), found.to)
  },
  print: (value) => `${value}`,
  complete: () => [],
})

/** Rupees: `50000`, `₹50,000`, `50k`, `5l`, `1cr`. */
export const amountOfMoney = amountWith(
  { '': 1, rs: 1, k: 1e3, l: 1e5, lakh: 1e5, cr: 1e7 },
  'an amount such as 50000, 50k or 5l',
)
