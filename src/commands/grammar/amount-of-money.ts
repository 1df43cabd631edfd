import { rupeesIn, rupeeUnits } from '../../domain/read-amount.ts'
import type { ArgKind } from '../command.ts'
import { amountAt } from './number.ts'
import { taken } from './words.ts'

export const amountWith = (units: Readonly<Record<string, number>>, expects: string): ArgKind<number> => ({
  token: 'number',
  expects,
  read(line, from) {
    const found = amountAt(line, from)
    const rupees = found === null ? null : rupeesIn(found.amount, found.unit, units)
    return found === null || rupees === null ? null : taken(rupees, found.to)
  },
  print: (value) => `${value}`,
  complete: () => [],
})

/** Rupees: `50000`, `₹50,000`, `50k`, `5l`, `1cr`. */
export const amountOfMoney = amountWith(rupeeUnits, 'an amount such as 50000, 50k or 5l')
