import type { InstrumentId } from '../instruments/instrument.ts'

/** The two are never mixed in one series. */
export type CandleSource = 'imported' | 'simulated'

/**
 * `market`: the traded market, up to now. `simulated`: the simulated one, even if the market is a replay.
 * Absent, as for backtests: imported candles where the instrument has any, else simulated ones.
 */
export const candleChoices = ['market', 'imported', 'simulated'] as const
export type CandleChoice = (typeof candleChoices)[number]

/** Columns of one length, ascending. Rupees and units; volume or OI is 0 where the exchange gives none. */
export interface Candles {
  /** Start of the candle, ms since the epoch. */
  readonly time: Float64Array
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
  readonly openInterest: Float64Array
}

/** Candles of the instruments that a rule reads besides its own. */
export type OtherCandles = Readonly<Record<InstrumentId, Candles>>

export const candleColumns = ['time', 'open', 'high', 'low', 'close', 'volume', 'openInterest'] as const

export const emptyCandles = (rows: number): Candles => ({
  time: new Float64Array(rows),
  open: new Float64Array(rows),
  high: new Float64Array(rows),
  low: new Float64Array(rows),
  close: new Float64Array(rows),
  volume: new Float64Array(rows),
  openInterest: new Float64Array(rows),
})

/** Shares memory with the series; `to` is exclusive. */
export const sliceCandles = (candles: Candles, from: number, to: number): Candles => ({
  time: candles.time.subarray(from, to),
  open: candles.open.subarray(from, to),
  high: candles.high.subarray(from, to),
  low: candles.low.subarray(from, to),
  close: candles.close.subarray(from, to),
  volume: candles.volume.subarray(from, to),
  openInterest: candles.openInterest.subarray(from, to),
})

export const candlesFrom = (column: (name: keyof Candles) => Float64Array): Candles => ({
  time: column('time'),
  open: column('open'),
  high: column('high'),
  low: column('low'),
  close: column('close'),
  volume: column('volume'),
  openInterest: column('openInterest'),
})

/** Shares no memory, for those who give candles away, as the engine client does, and go on showing them. */
export const copyCandles = (candles: Candles): Candles => candlesFrom((name) => candles[name].slice())

/** First row in [`from`, `to`) whose time is `at` or later, else `to`. */
export const firstRowFrom = (time: Float64Array, at: number, from = 0, to = time.length): number => {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((time[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Rows that begin later than `after`, up to and with the one that begins at `until`. */
export const candlesBetween = (candles: Candles, after: number, until: number): Candles => {
  // Times are whole milliseconds.
  const first = firstRowFrom(candles.time, after + 1)
  return sliceCandles(candles, first, firstRowFrom(candles.time, until + 1, first))
}

/** Where they overlap, the later series counts. */
export const joinCandles = (earlier: Candles, later: Candles): Candles => {
  const first = later.time[0]
  if (first === undefined) return earlier
  const kept = firstRowFrom(earlier.time, first)
  const rows = kept + later.time.length
  return candlesFrom((name) => {
    const column = new Float64Array(rows)
    column.set(earlier[name].subarray(0, kept))
    column.set(later[name], kept)
    return column
  })
}
