import type { BestRows } from './best-rows.ts'
import type { HeadBounds } from './head-bounds.ts'
import type { InstrumentColumns } from './instrument-columns.ts'
import { groupOf, lowerKey, upperKey } from './rank-key.ts'
import type { RowFilter } from './row-filter.ts'
import { lengthAt } from './text-table.ts'
import { ABSENT, earliestIndex, indexIn, type SearchTables, type TokenMatch } from './token-match.ts'

interface Ranking {
  readonly columns: InstrumentColumns
  readonly tables: SearchTables
  readonly heads: HeadBounds
  readonly matches: readonly TokenMatch[]
  readonly strikes: readonly number[]
  readonly exact: readonly number[]
  readonly best: BestRows
  readonly filter: RowFilter | null
}

/** Skips heads that lack a word or cannot rank among the best, with all their rows. */
export const rankRows = (ranking: Ranking): void => {
  const { columns, tables, heads, matches, strikes, exact, best, filter } = ranking
  const { headSegment, headExpiry, headRow, rowTail, rowOrder, tailStrike } = columns
  const { headLength, tails } = tables
  const [first] = matches
  if (first === undefined) return
  const loose: TokenMatch[] = []
  for (let head = 0; head < headSegment.length; head++) {
    if (filter !== null && !filter.admitsHead(head)) continue
    const length = headLength[head] ?? 0
    const earliest = earliestIndex(first, head, length)
    if (earliest === ABSENT || !gatherLoose(matches, head, length, loose)) continue
    const from = headRow[head] ?? 0
    const to = headRow[head + 1] ?? 0
    const hasExact = exact.some((row) => row >= from && row < to)
    const mayStrike = mayHold(heads, head, strikes)
    const bound = upperKey(hasExact ? 0 : 1, earliest, mayStrike ? 0 : 1) + (heads.key[head] ?? 0)
    if (bound > best.worst()) continue
    const group = groupOf(headExpiry[head] ?? 0, headSegment[head] ?? 0)
    for (let row = from; row < to; row++) {
      const tail = rowTail[row] ?? 0
      if (filter !== null && !filter.admitsTail(tail)) continue
      const index = indexIn(first, head, tail, length)
      if (index === ABSENT || !holdAll(loose, head, tail, length)) continue
      const strike = mayStrike && strikes.includes(tailStrike[tail] ?? 0) ? 0 : 1
      const isExact = hasExact && exact.includes(row) ? 0 : 1
      const symbolLength = length + lengthAt(tails, tail)
      const key = upperKey(isExact, index, strike) + lowerKey(group, symbolLength, rowOrder[row] ?? 0)
      if (key < best.worst()) best.add(key, row)
    }
  }
}

const mayHold = ({ strikeMin, strikeMax }: HeadBounds, head: number, strikes: readonly number[]): boolean => {
  for (const strike of strikes) {
    if (strike >= (strikeMin[head] ?? 0) && strike <= (strikeMax[head] ?? 0)) return true
  }
  return false
}

/** Collects the words that not every row of a head holds. False if no row holds one of them. */
const gatherLoose = (
  matches: readonly TokenMatch[],
  head: number,
  headLength: number,
  loose: TokenMatch[],
): boolean => {
  loose.length = 0
  for (let index = 1; index < matches.length; index++) {
    const match = matches[index]
    if (match === undefined || match.head[head] !== ABSENT) continue
    if (earliestIndex(match, head, headLength) === ABSENT) return false
    loose.push(match)
  }
  return true
}

const holdAll = (matches: readonly TokenMatch[], head: number, tail: number, headLength: number): boolean => {
  for (const match of matches) if (indexIn(match, head, tail, headLength) === ABSENT) return false
  return true
}
