import type { ArgKind } from '../command.ts'
import { amountAt } from './number.ts'
import { taken } from './words.ts'

const units: Readonly<Record<string, number>> = { '': 1, '%': 1, rs: 1, k: 1e3, l: 1e5, cr: 1e7 }

/** The value of a limit: `20000`, `20,000`, `20k`, `2L`, `50` or `3%`; what it counts is the limit's. */
export const limitValue: ArgKind<number> = {
  token: 'number',
  expects: 'a value such as 20000, 50 or 3%',
  read(line, from) {
    const found = amountAt(line, from)
    const factor = found === null || !Object.hasOwn(units, found.unit) ? undefined : units[found.unit]
    // Rounded to the paisa, without the dust of a multiplication.
    return found === null || factor === undefined
      ? null
      : taken(Math.round(found.amount * factor * 100) / 100, found.to)
  },
  print: (value) => `${value}`,
  complete: () => [],
}
