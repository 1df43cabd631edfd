import { istDayNumber, toIstClock, toIstDate } from '../../../src/domain/time.ts'
import type { CandleImportOptions } from './mapping.ts'

/** A row may stand this many rows from where its time belongs and still be put there unasked. */
const DISPLACED_MAX = 8

const when = (at: number): string => `${toIstDate(at)} ${toIstClock(at)}`

/**
 * Watches the times of one file, row by row. A row of the day of the latest one, or a few rows out of its order, is
 * sorted; one further off shows that dates are misread as often as that rows were shuffled, and is a fault.
 */
export const createOrderWatch = (order: NonNullable<CandleImportOptions['rowOrder']>) => {
  const sign = order === 'descending' ? -1 : 1
  /** The furthest times after each of the last rows, oldest first, times `sign`. */
  const furthest: number[] = []
  let sorted = 0

  return {
    /** Rows that were not in their order. */
    get sorted(): number {
      return sorted
    },
    /** What is wrong with the order of this row, or null. */
    look(at: number): string | null {
      const signed = at * sign
      const last = furthest.at(-1)
      if (last === undefined || signed >= last) {
        furthest.push(signed)
      } else {
        const isNear = istDayNumber(at) === istDayNumber(last * sign)
        if (order !== 'any' && !isNear && signed <= (furthest[0] ?? signed)) {
          return `${when(at)} comes after ${when(last * sign)}: rows are not ${order}`
        }
        sorted++
        furthest.push(last)
      }
      if (furthest.length > DISPLACED_MAX) furthest.shift()
      return null
    },
  }
}
