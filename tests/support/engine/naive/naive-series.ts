/*
 * The definitions in their plainest form, every window summed anew: slow, obvious, and written apart from the engine,
 * so that the two can be held against each other.
 */
import type { Candles } from '../../../../src/domain/charts/candle.ts'
import { istDayNumber } from '../../../../src/domain/time.ts'

export type Series = readonly number[]

export const windows = (source: Series, period: number, of: (window: Series) => number): number[] =>
  source.map((_, row) => {
    const window = row + 1 < period ? [] : source.slice(row + 1 - period, row + 1)
    return window.length < period || window.some(Number.isNaN) ? Number.NaN : of(window)
  })

export const total = (values: Series): number => values.reduce((sum, value) => sum + value, 0)

export const sma = (source: Series, period: number) =>
  windows(source, period, (window) => total(window) / period)

export const wma = (source: Series, period: number) =>
  windows(source, period, (window) => {
    const weighted = window.map((value, index) => value * (index + 1))
    return total(weighted) / ((period * (period + 1)) / 2)
  })

export const deviation = (source: Series, period: number) =>
  windows(source, period, (window) => {
    const mean = total(window) / period
    return Math.sqrt(total(window.map((value) => (value - mean) ** 2)) / period)
  })

const recursive = (source: Series, period: number, alpha: number): number[] => {
  const start = source.findIndex((value) => !Number.isNaN(value))
  let average = Number.NaN
  return source.map((value, row) => {
    const age = row - start
    if (start < 0 || age < period - 1) return Number.NaN
    average =
      age === period - 1
        ? total(source.slice(start, row + 1)) / period
        : (1 - alpha) * average + alpha * value
    return average
  })
}

export const ema = (source: Series, period: number) => recursive(source, period, 2 / (period + 1))
export const wilder = (source: Series, period: number) => recursive(source, period, 1 / period)

export const rsi = (source: Series, period: number): number[] => {
  const changes = source.map((value, row) => value - (source[row - 1] ?? Number.NaN))
  const gains = wilder(
    changes.map((change) => (change > 0 ? change : change <= 0 ? 0 : Number.NaN)),
    period,
  )
  const losses = wilder(
    changes.map((change) => (change < 0 ? -change : change >= 0 ? 0 : Number.NaN)),
    period,
  )
  return gains.map((gain, row) => {
    const loss = losses[row] ?? Number.NaN
    if (Number.isNaN(gain)) return Number.NaN
    if (loss === 0) return 100
    return gain === 0 ? 0 : 100 - 100 / (1 + gain / loss)
  })
}

export interface Bars {
  readonly time: Series
  readonly open: Series
  readonly high: Series
  readonly low: Series
  readonly close: Series
  readonly volume: Series
}

export const barsOf = (candles: Candles): Bars => ({
  time: [...candles.time],
  open: [...candles.open],
  high: [...candles.high],
  low: [...candles.low],
  close: [...candles.close],
  volume: [...candles.volume],
})

export const at = (series: Series, row: number): number => series[row] ?? Number.NaN

export const trueRange = ({ high, low, close }: Bars): number[] =>
  high.map((top, row) => {
    const bottom = at(low, row)
    const before = close[row - 1]
    return before === undefined
      ? top - bottom
      : Math.max(top - bottom, Math.abs(top - before), Math.abs(bottom - before))
  })

export const atr = (bars: Bars, period: number) => wilder(trueRange(bars), period)

export const supertrend = (bars: Bars, period: number, multiplier: number) => {
  const range = atr(bars, period)
  let upper = Number.NaN
  let lower = Number.NaN
  let direction = -1
  return bars.close.map((close, row) => {
    const reach = at(range, row) * multiplier
    if (Number.isNaN(reach)) return { value: Number.NaN, direction: Number.NaN }
    const middle = (at(bars.high, row) + at(bars.low, row)) / 2
    const isFirst = Number.isNaN(upper)
    const before = at(bars.close, row - 1)
    const nextLower = middle - reach
    const nextUpper = middle + reach
    lower = isFirst || nextLower > lower || before < lower ? nextLower : lower
    upper = isFirst || nextUpper < upper || before > upper ? nextUpper : upper
    if (!isFirst) direction = direction < 0 ? (close > upper ? 1 : -1) : close < lower ? -1 : 1
    return { value: direction > 0 ? lower : upper, direction }
  })
}

export const vwap = (bars: Bars): number[] =>
  bars.time.map((time, row) => {
    const rows = bars.time
      .map((_, index) => index)
      .filter((index) => index <= row && istDayNumber(at(bars.time, index)) === istDayNumber(time))
    const units = total(rows.map((index) => at(bars.volume, index)))
    const typical = (index: number) =>
      (at(bars.high, index) + at(bars.low, index) + at(bars.close, index)) / 3
    return units > 0
      ? total(rows.map((index) => typical(index) * at(bars.volume, index))) / units
      : Number.NaN
  })

export const field = (bars: Bars, name: string): Series => {
  const { open, high, low, close, volume } = bars
  const made = (of: (row: number) => number) => close.map((_, row) => of(row))
  switch (name) {
    case 'open':
      return open
    case 'high':
      return high
    case 'low':
      return low
    case 'close':
      return close
    case 'hl2':
      return made((row) => (at(high, row) + at(low, row)) / 2)
    case 'hlc3':
      return made((row) => (at(high, row) + at(low, row) + at(close, row)) / 3)
    case 'ohlc4':
      return made((row) => (at(open, row) + at(high, row) + at(low, row) + at(close, row)) / 4)
    case 'hlcc4':
      return made((row) => (at(high, row) + at(low, row) + 2 * at(close, row)) / 4)
    case 'volume': {
      const first = volume.findIndex((units) => units > 0)
      return volume.map((units, row) => (first < 0 || row < first ? Number.NaN : units))
    }
    default:
      throw new Error(`no field ${name}`)
  }
}

export const back = (source: Series, offset: number): Series =>
  source.map((_, row) => source[row - Math.abs(offset)] ?? Number.NaN)

export const combine = (left: Series, right: Series, of: (left: number, right: number) => number): number[] =>
  left.map((value, row) => of(value, at(right, row)))
