import { type Candles, candlesFrom } from '../../src/domain/charts/candle.ts'

const SPARE_ROWS = 64
const NUMBER_BYTES = 8

/** Joins candles onto series that grow by few at a time, without copying the whole for each. */
export const createGrowingCandles = () => {
  /** Made here, so that what lies behind a series in them is room for it and nothing else. */
  const roomy = new WeakSet<ArrayBufferLike>()
  let joined: { readonly before: Float64Array; readonly time: Float64Array } | null = null

  const extended = (column: Float64Array, added: Float64Array): Float64Array => {
    const { buffer, length } = column
    const rows = length + added.length
    const hasRoom = roomy.has(buffer) && rows * NUMBER_BYTES <= buffer.byteLength
    const whole = hasRoom
      ? new Float64Array(buffer, 0, rows)
      : new Float64Array(rows + SPARE_ROWS).subarray(0, rows)
    if (!hasRoom) {
      roomy.add(whole.buffer)
      whole.set(column)
    }
    whole.set(added, length)
    return whole
  }

  const timesOf = (before: Float64Array, added: Float64Array): Float64Array => {
    const known = joined?.before === before ? joined.time : null
    const isSame =
      known?.length === before.length + added.length &&
      added.every((at, row) => at === known[before.length + row])
    if (known !== null && isSame) return known
    const time = extended(before, added)
    joined = { before, time }
    return time
  }

  /** `added` begin after the last of `series`, which must be the longest that was made of it. */
  return (series: Candles, added: Candles): Candles =>
    candlesFrom((name) =>
      name === 'time' ? timesOf(series.time, added.time) : extended(series[name], added[name]),
    )
}
