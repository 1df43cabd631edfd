import type { Candles } from '../../src/domain/charts/candle.ts'

/** Columns are allocated beforehand, so that allocation is not timed. */
export interface PlainIndicator {
  readonly lines: number
  readonly loop: (candles: Candles, out: readonly Float64Array[]) => void
}

const lineOf = (out: readonly Float64Array[], index: number): Float64Array => {
  const line = out[index]
  if (line === undefined) throw new Error(`there is no line ${index}`)
  return line
}

const at = (column: Float64Array, row: number): number => column[row] as number

const sma: PlainIndicator = {
  lines: 1,
  loop: ({ close }, out) => {
    const line = lineOf(out, 0)
    let sum = 0
    for (let row = 0; row < close.length; row++) {
      sum += at(close, row)
      if (row >= 20) sum -= at(close, row - 20)
      line[row] = row >= 19 ? sum / 20 : Number.NaN
    }
  },
}

const ema: PlainIndicator = {
  lines: 1,
  loop: ({ close }, out) => {
    const line = lineOf(out, 0)
    let value = 0
    for (let row = 0; row < 20; row++) {
      value += at(close, row) / 20
      line[row] = Number.NaN
    }
    line[19] = value
    for (let row = 20; row < close.length; row++) {
      value += (2 / 21) * (at(close, row) - value)
      line[row] = value
    }
  },
}

const rsi: PlainIndicator = {
  lines: 1,
  loop: ({ close }, out) => {
    const line = lineOf(out, 0)
    let gain = 0
    let loss = 0
    line[0] = Number.NaN
    for (let row = 1; row < close.length; row++) {
      const change = at(close, row) - at(close, row - 1)
      const rise = change > 0 ? change : 0
      const fall = change < 0 ? -change : 0
      if (row <= 14) {
        gain += rise / 14
        loss += fall / 14
      } else {
        gain += (rise - gain) * (1 / 14)
        loss += (fall - loss) * (1 / 14)
      }
      line[row] = row < 14 ? Number.NaN : loss === 0 ? 100 : 100 - 100 / (1 + gain / loss)
    }
  },
}

const trueRangeAt = ({ high, low, close }: Candles, row: number): number => {
  const top = at(high, row)
  const bottom = at(low, row)
  if (row === 0) return top - bottom
  const before = at(close, row - 1)
  return (before > top ? before : top) - (before < bottom ? before : bottom)
}

const atr: PlainIndicator = {
  lines: 1,
  loop: (candles, out) => {
    const line = lineOf(out, 0)
    const rows = candles.close.length
    let value = 0
    for (let row = 0; row < rows; row++) {
      const range = trueRangeAt(candles, row)
      value += row < 14 ? range / 14 : (range - value) * (1 / 14)
      line[row] = row < 13 ? Number.NaN : value
    }
  },
}

/** MACD, signal and histogram; each average starts as the mean of its first candles. */
const macd: PlainIndicator = {
  lines: 3,
  loop: ({ close }, out) => {
    const [line, signal, histogram] = [lineOf(out, 0), lineOf(out, 1), lineOf(out, 2)]
    let fast = 0
    let slow = 0
    let smooth = 0
    for (let row = 0; row < close.length; row++) {
      const price = at(close, row)
      fast += row < 12 ? price / 12 : (2 / 13) * (price - fast)
      slow += row < 26 ? price / 26 : (2 / 27) * (price - slow)
      const spread = fast - slow
      if (row >= 25) smooth += row < 34 ? spread / 9 : (2 / 10) * (spread - smooth)
      line[row] = row < 25 ? Number.NaN : spread
      signal[row] = row < 33 ? Number.NaN : smooth
      histogram[row] = row < 33 ? Number.NaN : spread - smooth
    }
  },
}

/** Upper, middle and lower, from running sums relative to the first price. */
const bollinger: PlainIndicator = {
  lines: 3,
  loop: ({ close }, out) => {
    const [upper, middle, lower] = [lineOf(out, 0), lineOf(out, 1), lineOf(out, 2)]
    const anchor = at(close, 0)
    let sum = 0
    let squares = 0
    for (let row = 0; row < close.length; row++) {
      const coming = at(close, row) - anchor
      sum += coming
      squares += coming * coming
      if (row >= 20) {
        const leaving = at(close, row - 20) - anchor
        sum -= leaving
        squares -= leaving * leaving
      }
      if (row < 19) {
        upper[row] = middle[row] = lower[row] = Number.NaN
        continue
      }
      const mean = sum / 20
      const reach = 2 * Math.sqrt(Math.max(0, squares / 20 - mean * mean))
      upper[row] = anchor + mean + reach
      middle[row] = anchor + mean
      lower[row] = anchor + mean - reach
    }
  },
}

const adx: PlainIndicator = {
  lines: 3,
  loop: (candles, out) => {
    const { high, low } = candles
    const [line, plus, minus] = [lineOf(out, 0), lineOf(out, 1), lineOf(out, 2)]
    let range = 0
    let rise = 0
    let fall = 0
    let value = 0
    line[0] = plus[0] = minus[0] = Number.NaN
    for (let row = 1; row < high.length; row++) {
      const up = at(high, row) - at(high, row - 1)
      const down = at(low, row - 1) - at(low, row)
      const width = trueRangeAt(candles, row)
      const moveUp = up > down && up > 0 ? up : 0
      const moveDown = down > up && down > 0 ? down : 0
      if (row <= 14) {
        range += width / 14
        rise += moveUp / 14
        fall += moveDown / 14
      } else {
        range += (width - range) * (1 / 14)
        rise += (moveUp - rise) * (1 / 14)
        fall += (moveDown - fall) * (1 / 14)
      }
      if (row < 14) {
        line[row] = plus[row] = minus[row] = Number.NaN
        continue
      }
      const above = (100 * rise) / range
      const below = (100 * fall) / range
      const sum = above + below
      const spread = sum === 0 ? 0 : (100 * Math.abs(above - below)) / sum
      value += row < 28 ? spread / 14 : (spread - value) * (1 / 14)
      line[row] = row < 27 ? Number.NaN : value
      plus[row] = above
      minus[row] = below
    }
  },
}

/** %K of 14 smoothed over 3, %D of 3; the window is searched again only when its extreme leaves it. */
const stochastic: PlainIndicator = {
  lines: 2,
  loop: ({ high, low, close }, out) => {
    const [k, d] = [lineOf(out, 0), lineOf(out, 1)]
    let top = 0
    let bottom = 0
    let [raw1, raw2, smooth1, smooth2] = [0, 0, 0, 0]
    for (let row = 0; row < close.length; row++) {
      if (at(high, row) >= at(high, top)) top = row
      else if (top <= row - 14) {
        top = row - 13
        for (let other = top + 1; other <= row; other++) if (at(high, other) >= at(high, top)) top = other
      }
      if (at(low, row) <= at(low, bottom)) bottom = row
      else if (bottom <= row - 14) {
        bottom = row - 13
        for (let other = bottom + 1; other <= row; other++)
          if (at(low, other) <= at(low, bottom)) bottom = other
      }
      const lowest = at(low, bottom)
      const raw = (100 * (at(close, row) - lowest)) / (at(high, top) - lowest)
      const smooth = (raw + raw1 + raw2) / 3
      k[row] = row < 15 ? Number.NaN : smooth
      d[row] = row < 17 ? Number.NaN : (smooth + smooth1 + smooth2) / 3
      raw2 = raw1
      raw1 = raw
      smooth2 = smooth1
      smooth1 = smooth
    }
  },
}

const supertrend: PlainIndicator = {
  lines: 2,
  loop: (candles, out) => {
    const { high, low, close } = candles
    const [line, side] = [lineOf(out, 0), lineOf(out, 1)]
    let range = 0
    let upper = 0
    let lower = 0
    let direction = -1
    for (let row = 0; row < close.length; row++) {
      const width = trueRangeAt(candles, row)
      range += row < 7 ? width / 7 : (width - range) * (1 / 7)
      if (row < 6) {
        line[row] = side[row] = Number.NaN
        continue
      }
      const middle = (at(high, row) + at(low, row)) / 2
      const price = at(close, row)
      const before = at(close, row - 1)
      const top = middle + 3 * range
      const bottom = middle - 3 * range
      lower = row === 6 || bottom > lower || before < lower ? bottom : lower
      upper = row === 6 || top < upper || before > upper ? top : upper
      if (row > 6) direction = direction < 0 ? (price > upper ? 1 : -1) : price < lower ? -1 : 1
      line[row] = direction > 0 ? lower : upper
      side[row] = direction
    }
  },
}

export const plainIndicators = { sma, ema, rsi, atr, macd, bollinger, adx, stochastic, supertrend } as const

export type BenchedIndicator = keyof typeof plainIndicators
