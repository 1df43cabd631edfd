import * as z from 'zod/mini'
import { EquityBody, OptionsBody } from '../../src/contract/strategies.ts'
import { fromWire, toWire } from '../../src/contract/wire.ts'
import type { Category, Strategy } from '../../src/domain/strategies/strategy.ts'

/** JSON by the wire's names, so that renaming a field in code changes nothing that is stored. */
export const printStrategy = (strategy: Strategy): string =>
  JSON.stringify(
    strategy.category === 'equity' ? toWire(EquityBody, strategy) : toWire(OptionsBody, strategy),
  )

/** Fields added since have their defaults. Throws for a body that no version wrote. */
export const parseStrategy = (category: Category, body: string): Strategy => {
  const stored: unknown = JSON.parse(body)
  return category === 'equity'
    ? fromWire(EquityBody, z.parse(EquityBody, stored))
    : fromWire(OptionsBody, z.parse(OptionsBody, stored))
}
