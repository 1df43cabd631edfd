/** What a series of candles was made from. The two are never mixed in one series. */
export type CandleSource = 'imported' | 'simulated'

/**
 * Which candles a call asks for. `market`: those of the market one trades on, up to now. `imported`: what was imported,
 * of any time. `simulated`: the simulated market, also where the market is a replay. A call that says none wants what a
 * backtest prefers: imported candles where the instrument has any, simulated ones otherwise.
 */
export const candleChoices = ['market', 'imported', 'simulated'] as const
export type CandleChoice = (typeof candleChoices)[number]

/**
 * Candles as columns of one length, ascending by time. `time` is the start of the candle in milliseconds since the
 * epoch, prices are rupees, volume and open interest are units (0 where the exchange gives none).
 */
export interface Candles {
  readonly time: Float64Array
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
  readonly openInterest: Float64Array
}

export const candleColumns = ['time', 'open', 'high', 'low', 'close', 'volume', 'openInterest'] as const

/** Columns of so many rows to be filled: all zero, none shared. */
export const emptyCandles = (rows: number): Candles => ({
  time: new Float64Array(rows),
  open: new Float64Array(rows),
  high: new Float64Array(rows),
  low: new Float64Array(rows),
  close: new Float64Array(rows),
  volume: new Float64Array(rows),
  openInterest: new Float64Array(rows),
})

/** Rows `from` (included) to `to` (excluded), sharing memory with the series. */
export const sliceCandles = (candles: Candles, from: number, to: number): Candles => ({
  time: candles.time.subarray(from, to),
  open: candles.open.subarray(from, to),
  high: candles.high.subarray(from, to),
  low: candles.low.subarray(from, to),
  close: candles.close.subarray(from, to),
  volume: candles.volume.subarray(from, to),
  openInterest: candles.openInterest.subarray(from, to),
})

/** Candles whose columns are made one by one. */
export const candlesFrom = (column: (name: keyof Candles) => Float64Array): Candles => ({
  time: column('time'),
  open: column('open'),
  high: column('high'),
  low: column('low'),
  close: column('close'),
  volume: column('volume'),
  openInterest: column('openInterest'),
})

/** First of the rows `from` to `to` whose time is `at` or later, or `to`. */
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

/** One series of two that follow each other; where they overlap, the later one counts. */
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
