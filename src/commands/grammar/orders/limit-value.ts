import { roundToPaisa } from '../../../domain/money.ts'
import type { ArgKind } from '../../command.ts'
import { amountAt } from '../number.ts'
import { taken } from '../words.ts'

const units: Readonly<Record<string, number>> = { '': 1, '%': 1, rs: 1, k: 1e3, l: 1e5, cr: 1e7 }

/** The limit defines the unit. */
export const limitValue: ArgKind<number> = {
  token: 'number',
  expects: 'a value such as 20000, 50 or 3%',
  read(line, from) {
    const found = amountAt(line, from)
    const factor = found === null || !Object.hasOwn(units, found.unit) ? undefined : units[found.unit]
    // Rounded to the paisa, because the multiplication may be inexact.
    return found === null || factor === undefined
      ? null
      : taken(roundToPaisa(found.amount * factor), found.to)
  },
  print: (value) => `${value}`,
  complete: () => [],
}
