import { candleColumns, emptyCandles, sliceCandles } from '../../../src/domain/charts/candle.ts'
import { MINUTE_MS, toIstClock, toIstDate } from '../../../src/domain/time.ts'
import type { StagedDay } from '../../store/charts/candle-imports.ts'
import type { Row } from './row-reader.ts'

const FIRST_ROWS = 8
/** For sorted rows: a row may belong to a day a few rows back. */
const DAYS_HELD = 16

const createDay = (key: string, day: number) => {
  let candles = emptyCandles(FIRST_ROWS)
  let rows = 0

  const grow = (): void => {
    const wider = emptyCandles(candles.time.length * 2)
    for (const name of candleColumns) wider[name].set(candles[name])
    candles = wider
  }

  const rowAfter = (at: number): number => {
    let row = rows
    while (row > 0 && (candles.time[row - 1] as number) > at) row--
    return row
  }

  return {
    day,
    get rows(): number {
      return rows
    },
    neighbours(at: number): { before: number | null; after: number | null } {
      const row = rowAfter(at)
      return { before: candles.time[row - 1] ?? null, after: row < rows ? (candles.time[row] ?? null) : null }
    },
    add(row: Row): void {
      if (rows === candles.time.length) grow()
      const index = rowAfter(row.at)
      for (const name of candleColumns) {
        if (index < rows) candles[name].copyWithin(index + 1, index, rows)
        candles[name][index] = name === 'time' ? row.at : row[name]
      }
      rows++
    },
    finished: (): StagedDay => ({ key, day, candles: sliceCandles(candles, 0, rows) }),
  }
}

export interface DayColumnsOptions {
  /** Length of a candle; null for days and longer. */
  readonly minutes: number | null
  readonly isAnyOrder: boolean
  /** Until the oldest day is handed out, for unsorted rows. */
  readonly rowsHeld: number
}

export const createDayColumns = (key: string, { minutes, isAnyOrder, rowsHeld }: DayColumnsOptions) => {
  const open = new Map<number, ReturnType<typeof createDay>>()
  const handedOut = new Set<number>()
  let current: ReturnType<typeof createDay> | null = null
  let held = 0

  const isFull = (): boolean => (isAnyOrder ? held > rowsHeld : open.size > DAYS_HELD)

  const handOut = (): StagedDay | null => {
    const [oldest] = open.values()
    if (oldest === undefined) return null
    open.delete(oldest.day)
    handedOut.add(oldest.day)
    held -= oldest.rows
    if (current === oldest) current = null
    return oldest.finished()
  }

  const enter = (day: number): ReturnType<typeof createDay> => {
    const found = open.get(day) ?? createDay(key, day)
    // Most recently used last.
    open.delete(day)
    open.set(day, found)
    current = found
    return found
  }

  const findFault = (row: Row, { before, after }: { before: number | null; after: number | null }) => {
    if (before === row.at) return `${toIstDate(row.at)} ${toIstClock(row.at)} appears twice`
    if (minutes === null) return null
    const length = minutes * MINUTE_MS
    const [earlier, later] =
      before !== null && row.at - before < length
        ? [before, row.at]
        : after !== null && after - row.at < length
          ? [row.at, after]
          : [null, null]
    return earlier === null
      ? null
      : `${toIstClock(later)} begins before the ${minutes}-minute candle of ${toIstClock(earlier)} ends`
  }

  return {
    add(row: Row): string | null {
      if (handedOut.has(row.day)) {
        return `${toIstDate(row.at)} ${toIstClock(row.at)} is too far out of order`
      }
      const day = current?.day === row.day ? current : enter(row.day)
      const fault = findFault(row, day.neighbours(row.at))
      if (fault !== null) return fault
      day.add(row)
      held++
      return null
    },
    *takeOverflow(): Generator<StagedDay> {
      while (isFull()) {
        const finished = handOut()
        if (finished === null) return
        yield finished
      }
    },
    *takeAll(): Generator<StagedDay> {
      const rest = [...open.values()].sort((a, b) => a.day - b.day)
      open.clear()
      current = null
      held = 0
      for (const day of rest) if (day.rows > 0) yield day.finished()
    },
  }
}
