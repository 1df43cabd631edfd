import { nextTradingDay, previousTradingDay } from '../calendar/calendar.ts'
import { DAY_MS, type IstDate, toIstDate } from '../time.ts'
import { firstRowFrom } from './candle.ts'
import { type CandleGrid, candlesOn, dailyOrShorter } from './candle-close.ts'

/** Rows and times of a series, continued over the sessions before its first and after its last candle. */
export interface TimeAxis {
  /** The row of the candle that holds this time. */
  rowOf(at: number): number
  /** When the candle of this row starts. */
  timeOf(row: number): number
}

/** Farther times are estimated from these. */
const SESSIONS_MAX = 250

/** Estimated starts are rounded to the millisecond, and the shortest step is a minute. */
const ROUNDING = 1e-4

const wholeSteps = (distance: number, step: number): number =>
  Math.max(0, Math.floor(distance / step + ROUNDING))

/** Candles away from the series, counted from 1. */
interface Beyond {
  /** How many start no farther away than `at`. */
  countTo(at: number): number
  startOf(count: number): number
}

const sessionsBeyond = (edge: number, sign: 1 | -1, grid: CandleGrid): Beyond => {
  const starts: number[] = []
  let day: IstDate = toIstDate(edge)
  let sessions = 0
  const isWithin = (start: number, at: number): boolean => (at - start) * sign >= 0
  const grow = (): boolean => {
    if (sessions === SESSIONS_MAX) return false
    if (sessions > 0) day = (sign > 0 ? nextTradingDay : previousTradingDay)(day, grid.calendar)
    sessions++
    const ofDay = candlesOn(day, grid)
      .map(({ start }) => start)
      .filter((start) => (start - edge) * sign > 0)
    starts.push(...(sign > 0 ? ofDay : ofDay.reverse()))
    return true
  }
  const last = (): number => starts.at(-1) ?? edge
  const each = (): number => Math.abs(last() - edge) / Math.max(1, starts.length)
  return {
    countTo(at) {
      while (isWithin(last(), at))
        if (!grow()) return starts.length + wholeSteps(Math.abs(at - last()), each())
      let [low, high] = [0, starts.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if (isWithin(starts[middle] ?? 0, at)) low = middle + 1
        else high = middle
      }
      return low
    },
    startOf(count) {
      while (starts.length < count)
        if (!grow()) return Math.round(last() + sign * (count - starts.length) * each())
      return starts[count - 1] ?? edge
    },
  }
}

/** Weeks and months are as long as each other. */
const evenlyBeyond = (edge: number, sign: 1 | -1, step: number): Beyond => ({
  countTo: (at) => wholeSteps((at - edge) * sign, step),
  startOf: (count) => Math.round(edge + sign * count * step),
})

const LONG_DAYS = { week: 7, month: 30.44 } as const

export const createTimeAxis = (time: Float64Array, grid: CandleGrid): TimeAxis => {
  const rows = time.length
  const [first = 0, last = 0] = [time[0], time[rows - 1]]
  const beyond = (edge: number, sign: 1 | -1): Beyond => {
    const { interval } = grid
    if (dailyOrShorter(interval)) return sessionsBeyond(edge, sign, grid)
    return evenlyBeyond(edge, sign, (interval === 'week' ? LONG_DAYS.week : LONG_DAYS.month) * DAY_MS)
  }
  const [ahead, behind] = [beyond(last, 1), beyond(first, -1)]
  return {
    rowOf(at) {
      if (rows === 0) return 0
      if (at >= last) return rows - 1 + ahead.countTo(at)
      if (at >= first) return firstRowFrom(time, at + 1) - 1
      // A time within a candle counts to that candle, which started before it.
      const count = behind.countTo(at)
      return behind.startOf(count) === at ? -count : -count - 1
    },
    timeOf(row) {
      if (row < 0) return behind.startOf(-row)
      return row < rows ? (time[row] ?? last) : ahead.startOf(row - rows + 1)
    },
  }
}
