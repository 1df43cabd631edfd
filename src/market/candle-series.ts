import { type Candles, candlesFrom, sliceCandles } from '../domain/charts/candle.ts'
import { createExtremesPyramid, type Extremes } from './instruments/extremes.ts'
import type { LiveCandle } from './live-candle.ts'

/** Candles that fit before the columns are reallocated. */
const SPARE_ROWS = 1_024

export interface CandleSeries {
  rows(): number
  /** Shares memory with the series. */
  candles(): Candles
  last(): LiveCandle | null
  /** Replaces the last candle of the same time or appends. False for an older candle. */
  put(candle: LiveCandle): boolean
  extremes(from: number, to: number): Extremes
  /** Units traded in rows `from` (included) to `to` (excluded). */
  volume(from: number, to: number): number
}

export const createCandleSeries = (given: Candles): CandleSeries => {
  let rows = given.time.length
  let capacity = 0
  let columns = given
  let volumeBefore = new Float64Array(0)
  let pyramid = createExtremesPyramid({ low: () => none, high: () => none, rows: () => 0, capacity: 0 })

  const lay = (): void => {
    const before = columns
    capacity = rows + SPARE_ROWS
    columns = candlesFrom((name) => {
      const column = new Float64Array(capacity)
      column.set(before[name].subarray(0, rows))
      return column
    })
    volumeBefore = new Float64Array(capacity + 1)
    for (let row = 0; row < rows; row++) addVolume(row)
    pyramid = createExtremesPyramid({
      low: () => columns.low,
      high: () => columns.high,
      rows: () => rows,
      capacity,
    })
  }

  const addVolume = (row: number): void => {
    volumeBefore[row + 1] = (volumeBefore[row] ?? 0) + (columns.volume[row] ?? 0)
  }

  lay()

  return {
    rows: () => rows,
    candles: () => sliceCandles(columns, 0, rows),
    last: () => (rows === 0 ? null : candleAt(columns, rows - 1)),
    put(candle) {
      const last = columns.time[rows - 1]
      if (rows > 0 && last !== undefined && candle.time < last) return false
      const isNew = rows === 0 || candle.time > (last ?? 0)
      if (isNew && rows === capacity) lay()
      const row = isNew ? rows : rows - 1
      if (isNew) rows++
      columns.time[row] = candle.time
      columns.open[row] = candle.open
      columns.high[row] = candle.high
      columns.low[row] = candle.low
      columns.close[row] = candle.close
      columns.volume[row] = candle.volume
      addVolume(row)
      pyramid.update(row)
      return true
    },
    extremes: (from, to) => pyramid.between(from, to),
    volume: (from, to) => (volumeBefore[Math.min(to, rows)] ?? 0) - (volumeBefore[Math.max(0, from)] ?? 0),
  }
}

const none = new Float64Array(0)

export const candleAt = (columns: Candles, row: number): LiveCandle => ({
  time: columns.time[row] ?? Number.NaN,
  open: columns.open[row] ?? Number.NaN,
  high: columns.high[row] ?? Number.NaN,
  low: columns.low[row] ?? Number.NaN,
  close: columns.close[row] ?? Number.NaN,
  volume: columns.volume[row] ?? 0,
})
