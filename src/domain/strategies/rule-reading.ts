import { toIstClock } from '../time.ts'
import type { Condition } from './condition/tree.ts'
import { type TruthInput, truthOf, valuesOf } from './condition/truth.ts'

export interface RowReading {
  /** Null for a group of conditions, and where an operand has no value. */
  readonly left: number | null
  readonly right: number | null
  readonly isTrue: boolean
  /** Candles since it was last true, 0 for the last candle; null if it never was. */
  readonly candlesAgo: number | null
}

export const readRow = (row: Condition, input: TruthInput): RowReading => {
  const truth = truthOf(row, input)
  const last = truth.lastIndexOf(1)
  const newest = input.rows - 1
  const valueNow = (side: 'left' | 'right'): number | null => {
    const value = row.kind === 'compare' ? (valuesOf(row[side], input)[newest] ?? Number.NaN) : Number.NaN
    return Number.isNaN(value) ? null : value
  }
  return {
    left: valueNow('left'),
    right: valueNow('right'),
    isTrue: newest >= 0 && last === newest,
    candlesAgo: last < 0 ? null : newest - last,
  }
}

export interface Within {
  /** First row that counts. */
  readonly from: number
  /** Null where candles are days or longer. */
  readonly hours: { readonly start: string; readonly stop: string } | null
  readonly time: Float64Array
}

export interface TimesTrue {
  /** How often it becomes true; what is true all day counts once a day. */
  readonly times: number
  readonly candles: number
}

export const timesTrue = (truth: Uint8Array, { from, hours, time }: Within): TimesTrue => {
  let times = 0
  let candles = 0
  let wasTrue = false
  for (let row = from; row < truth.length; row++) {
    const isTrue = truth[row] === 1 && isWithin(toIstClock(time[row] ?? 0), hours)
    if (isTrue) candles++
    if (isTrue && !wasTrue) times++
    wasTrue = isTrue
  }
  return { times, candles }
}

const isWithin = (clock: string, hours: Within['hours']): boolean =>
  hours === null || (clock >= hours.start && clock < hours.stop)
