import { segments } from '../domain/instrument.ts'
import { nearestNames } from '../domain/nearest.ts'
import type { InstrumentColumns } from './instrument-columns.ts'
import { searchText } from './search-text.ts'

/** So many symbols are weighed letter by letter at most. */
const WEIGHED_MAX = 2_000
const LENGTH_DIFFERENCE_MAX = 3

/** Finds the symbols of indices and NSE shares that look most like a word; prefixes first. */
export const createNearest = (heads: readonly string[], { headSegment, headExpiry }: InstrumentColumns) => {
  const wanted = [segments.indexOf('INDICES'), segments.indexOf('NSE')]
  const symbols = heads.filter(
    (_, head) => headExpiry[head] === 0 && wanted.includes(headSegment[head] ?? -1),
  )
  const byLetter = new Map<string, string[]>()
  for (const symbol of symbols) {
    const letter = symbol[0] ?? ''
    const known = byLetter.get(letter)
    if (known === undefined) byLetter.set(letter, [symbol])
    else known.push(symbol)
  }
  return (word: string): readonly string[] => {
    const text = searchText(word)
    const near = (byLetter.get(text[0] ?? '') ?? []).filter(
      (symbol) => symbol.startsWith(text) || Math.abs(symbol.length - text.length) <= LENGTH_DIFFERENCE_MAX,
    )
    return nearestNames(text, near.slice(0, WEIGHED_MAX))
  }
}
