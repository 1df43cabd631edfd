import * as z from 'zod/mini'
import { EquityBody, OptionsBody } from '../../../src/contract/strategies.ts'
import { fromWire, toWire } from '../../../src/contract/wire.ts'
import { textOfInstrument } from '../../../src/domain/instruments/instrument-names.ts'
import {
  entryInWords,
  exitInWords,
  legInWords,
  termsInWords,
} from '../../../src/domain/strategies/in-words.ts'
import { type Category, instrumentsOf, type Strategy } from '../../../src/domain/strategies/strategy.ts'

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

/** The `-` in the slug of an equity strategy keeps a name such as *Optimal entry* from beginning with opt. */
export const slugPrefix: Readonly<Record<Category, string>> = { equity: 'eq', options: 'opt' }

export const nameKeyOf = (name: string): string => name.trim().toLowerCase()

const legsInWords = (strategy: Strategy): readonly string[] =>
  strategy.category === 'options' ? strategy.legs.map(legInWords) : []

export const searchTextOf = (strategy: Strategy): string =>
  [
    strategy.algoName,
    entryInWords(strategy),
    exitInWords(strategy),
    ...legsInWords(strategy),
    ...instrumentsOf(strategy).map(textOfInstrument),
    strategy.note,
  ]
    .join('\n')
    .toLowerCase()

export const entryOf = (strategy: Strategy) => ({
  algoName: strategy.algoName,
  category: strategy.category,
  subCategory: strategy.subCategory,
  trend: strategy.trend,
  note: strategy.note,
  interval: strategy.interval,
  segSyms: [...instrumentsOf(strategy)],
  entry: entryInWords(strategy),
  exit: exitInWords(strategy),
  legs: [...legsInWords(strategy)],
  terms: termsInWords(strategy),
})
