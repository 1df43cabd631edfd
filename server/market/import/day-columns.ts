import { candleColumns, emptyCandles, sliceCandles } from '../../../src/domain/candle.ts'
import type { StagedDay } from '../../store/candle-imports.ts'
import type { Row } from './row-reader.ts'

const FIRST_ROWS = 400

/** Rows of one day, growing; nothing but minutes fits a day, so it stays small. */
export const createDayColumns = () => {
  let candles = emptyCandles(FIRST_ROWS)
  let rows = 0
  let day: number | null = null

  const grow = (): void => {
    const wider = emptyCandles(candles.time.length * 2)
    for (const name of candleColumns) wider[name].set(candles[name])
    candles = wider
  }

  return {
    get day(): number | null {
      return day
    },
    add(row: Row): void {
      if (rows === candles.time.length) grow()
      day = row.day
      candles.time[rows] = row.at
      candles.open[rows] = row.open
      candles.high[rows] = row.high
      candles.low[rows] = row.low
      candles.close[rows] = row.close
      candles.volume[rows] = row.volume
      candles.openInterest[rows] = row.openInterest
      rows++
    },
    /** The finished day, and an empty one begins. */
    take(): StagedDay | null {
      if (day === null) return null
      const taken: StagedDay = { day, candles: sliceCandles(candles, 0, rows) }
      candles = emptyCandles(FIRST_ROWS)
      rows = 0
      day = null
      return taken
    },
  }
}
