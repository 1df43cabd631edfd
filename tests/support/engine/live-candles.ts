import * as fc from 'fast-check'
import { openMinuteOf, sessionOn } from '../../../src/domain/calendar/calendar.ts'
import { type Candles, emptyCandles } from '../../../src/domain/charts/candle.ts'
import { istDateToDayNumber, MINUTE_MS } from '../../../src/domain/time.ts'
import type { Candle } from '../../../src/engine/live/live-frames.ts'
import { at, date } from './notation.ts'

/** Regular days of two weeks and two months, a short Saturday, a muhurat hour, one the calendar does not know. */
const days = [
  '2024-02-29',
  '2024-03-01',
  '2024-03-02',
  '2024-03-04',
  '2024-03-28',
  '2024-04-01',
  '2024-10-31',
  '2024-11-01',
  '2024-11-04',
  '2031-11-14',
] as const

const DEFAULT_MINUTES = 375
const STEP_MINUTES = 5

interface Day {
  readonly day: (typeof days)[number]
  /** Places of its candles from 15 minutes before its open on; the last few lie after its close. */
  readonly places: readonly number[]
}

const oneDay = (day: (typeof days)[number]): fc.Arbitrary<Day> => {
  const session = sessionOn(date(day))
  const minutes = session === null ? DEFAULT_MINUTES : session.closeMinute - session.openMinute
  const slots = minutes / STEP_MINUTES + 5
  const some = fc.uniqueArray(fc.nat(slots - 1), { minLength: 1, maxLength: 24 })
  const end = fc.integer({ min: 4, max: slots }).map((last) => {
    const first = Math.max(0, last - 20)
    return Array.from({ length: last - first }, (_, index) => first + index)
  })
  return fc.oneof(some, end).map((places) => ({ day, places: places.toSorted((a, b) => a - b) }))
}

const openOf = (day: string): number =>
  day === '2031-11-14' ? 18 * 60 + 20 : openMinuteOf(istDateToDayNumber(date(day)))

/** Volume that has not begun, single silent candles, and some that are missing. */
const volumeOf = (random: number, row: number, from: number): number => {
  if (row < from || random < 0.1) return 0
  return random < 0.2 ? Number.NaN : Math.floor(random * 1_000)
}

/** Numbers from 0 to 1 in an order that a seed decides (Lehmer). */
export const randomsOf = (seed: number) => {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Five-minute candles with prices of all digits, flat stretches, gaps, several kinds of session. */
export const manySessions: fc.Arbitrary<Candles> = fc
  .record({
    days: fc.tuple(...days.map((day) => fc.option(oneDay(day), { freq: 4 }))),
    first: oneDay('2024-02-29'),
    seed: fc.nat(),
    isFlat: fc.boolean(),
    volumeFrom: fc.constantFrom(0, 0, 7, 30, 10_000),
  })
  .map(({ days: some, first, seed, isFlat, volumeFrom }) => {
    const random = randomsOf(seed)
    const times = [first, ...some.slice(1)].flatMap((day) =>
      day === null
        ? []
        : day.places.map(
            (index) => at(day.day, '00:00') + (openOf(day.day) - 15 + index * STEP_MINUTES) * MINUTE_MS,
          ),
    )
    const made = emptyCandles(times.length)
    let price = 1_000 * (1 + random())
    times.forEach((time, row) => {
      const isStill = isFlat && Math.floor(row / 9) % 3 === 1
      const move = () => (isStill ? 0 : price * 0.01 * (random() - 0.5))
      const open = price + move()
      const close = open + move()
      made.time[row] = time
      made.open[row] = open
      made.close[row] = close
      made.high[row] = Math.max(open, close) + Math.abs(move())
      made.low[row] = Math.min(open, close) - Math.abs(move())
      made.volume[row] = volumeOf(random(), row, volumeFrom)
      price = close
    })
    return made
  })

export const candleAt = (candles: Candles, row: number): Candle => {
  const of = (column: Float64Array) => column[row] ?? Number.NaN
  return {
    time: of(candles.time),
    open: of(candles.open),
    high: of(candles.high),
    low: of(candles.low),
    close: of(candles.close),
    volume: of(candles.volume),
  }
}
