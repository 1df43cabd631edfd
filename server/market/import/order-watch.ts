import { istDayNumber, toIstClock, toIstDate } from '../../../src/domain/time.ts'
import type { CandleImportOptions } from './mapping.ts'

/** Rows displaced by at most this many are sorted without asking. */
const DISPLACED_MAX = 8

const when = (at: number): string => `${toIstDate(at)} ${toIstClock(at)}`

/** A row further off is a fault: misread dates are as likely a cause as shuffled rows. */
export const createOrderWatch = (order: NonNullable<CandleImportOptions['rowOrder']>) => {
  const sign = order === 'descending' ? -1 : 1
  /** Running maximum after each of the last rows, oldest first, times `sign`. */
  const furthest: number[] = []
  let sorted = 0

  return {
    get sorted(): number {
      return sorted
    },
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
