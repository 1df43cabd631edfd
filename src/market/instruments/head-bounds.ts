import { type InstrumentColumns, MASTER_ROWS_MAX } from './instrument-columns.ts'
import { groupOf, KEY_LENGTH_MAX, lowerKey } from './rank-key.ts'
import { lengthAt } from './text-table.ts'
import type { SearchTables } from './token-match.ts'

/** Per head: the smallest lower part of its rows' keys, and the range of their strikes. */
export interface HeadBounds {
  readonly key: Float64Array
  readonly strikeMin: Float64Array
  readonly strikeMax: Float64Array
}

export const headBounds = (columns: InstrumentColumns, { headLength, tails }: SearchTables): HeadBounds => {
  const { headSegment, headExpiry, headRow, rowTail, rowOrder, tailStrike } = columns
  const heads = headSegment.length
  const bounds = {
    key: new Float64Array(heads),
    strikeMin: new Float64Array(heads),
    strikeMax: new Float64Array(heads),
  }
  for (let head = 0; head < heads; head++) {
    let order = MASTER_ROWS_MAX - 1
    let length = KEY_LENGTH_MAX
    let min = Number.POSITIVE_INFINITY
    let max = 0
    for (let row = headRow[head] ?? 0; row < (headRow[head + 1] ?? 0); row++) {
      const tail = rowTail[row] ?? 0
      const strike = tailStrike[tail] ?? 0
      if (strike < min) min = strike
      if (strike > max) max = strike
      order = Math.min(order, rowOrder[row] ?? 0)
      length = Math.min(length, lengthAt(tails, tail))
    }
    const group = groupOf(headExpiry[head] ?? 0, headSegment[head] ?? 0)
    bounds.key[head] = lowerKey(group, (headLength[head] ?? 0) + length, order)
    bounds.strikeMin[head] = min
    bounds.strikeMax[head] = max
  }
  return bounds
}
