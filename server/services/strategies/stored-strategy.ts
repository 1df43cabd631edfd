import { textOfInstrument } from '../../../src/domain/instruments/instrument-names.ts'
import {
  entryInWords,
  exitInWords,
  legInWords,
  termsInWords,
} from '../../../src/domain/strategies/in-words.ts'
import { type Category, instrumentsOf, type Strategy } from '../../../src/domain/strategies/strategy.ts'

/** The `-` in the slug of an equity strategy keeps a name such as *Optimal entry* from beginning with opt. */
export const slugPrefix: Readonly<Record<Category, string>> = { equity: 'eq', options: 'opt' }

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
