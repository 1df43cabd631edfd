import { segments } from '../../domain/instruments/instrument.ts'
import { indexAliases } from '../../domain/instruments/instrument-names.ts'
import { nearestNames } from '../../domain/nearest.ts'
import type { InstrumentColumns } from './instrument-columns.ts'
import { searchText } from './search-text.ts'

const WEIGHED_MAX = 2_000
const LENGTH_DIFFERENCE_MAX = 3
/** The same word is looked up again and again while it is typed. */
const KEPT_MAX = 16

/** Among indices by any of their names, and NSE shares; prefixes first. */
export const createNearest = (heads: readonly string[], { headSegment, headExpiry }: InstrumentColumns) => {
  const wanted = [segments.indexOf('INDICES'), segments.indexOf('NSE')]
  const listed = heads.filter((_, head) => headExpiry[head] === 0 && wanted.includes(headSegment[head] ?? -1))
  const names = [...indexAliases].flatMap(([name, symbol]) => (listed.includes(symbol) ? [name] : []))
  const symbols = [...names, ...listed]
  const byLetter = new Map<string, string[]>()
  for (const symbol of symbols) {
    const letter = symbol[0] ?? ''
    const known = byLetter.get(letter)
    if (known === undefined) byLetter.set(letter, [symbol])
    else known.push(symbol)
  }
  const kept = new Map<string, readonly string[]>()
  return (word: string): readonly string[] => {
    const text = searchText(word)
    const known = kept.get(text)
    if (known !== undefined) return known
    const near = (byLetter.get(text[0] ?? '') ?? []).filter(
      (symbol) => symbol.startsWith(text) || Math.abs(symbol.length - text.length) <= LENGTH_DIFFERENCE_MAX,
    )
    const found = nearestNames(text, near.slice(0, WEIGHED_MAX))
    if (kept.size === KEPT_MAX) kept.clear()
    kept.set(text, found)
    return found
  }
}
