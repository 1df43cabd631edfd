import { type Candles, candlesFrom } from './candle.ts'

interface Prices {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Opens in the middle of the body before it and closes at the mean of its four prices. */
const heikinAshiCandle = <Candle extends Prices>(
  candle: Candle,
  before: Pick<Prices, 'open' | 'close'> | null,
): Candle => {
  const { open, high, low, close } = candle
  const begin = before === null ? (open + close) / 2 : (before.open + before.close) / 2
  const end = (open + high + low + close) / 4
  return {
    ...candle,
    open: begin,
    close: end,
    high: Math.max(high, begin, end),
    low: Math.min(low, begin, end),
  }
}

export const heikinAshi = (candles: Candles): Candles => {
  const rows = candles.time.length
  const made = candlesFrom((name) =>
    name === 'open' || name === 'high' || name === 'low' || name === 'close'
      ? new Float64Array(rows)
      : candles[name],
  )
  let before: Prices | null = null
  for (let row = 0; row < rows; row++) {
    const at = (name: keyof Prices): number => candles[name][row] ?? Number.NaN
    const given = { open: at('open'), high: at('high'), low: at('low'), close: at('close') }
    const candle: Prices = heikinAshiCandle(given, before)
    made.open[row] = candle.open
    made.high[row] = candle.high
    made.low[row] = candle.low
    made.close[row] = candle.close
    before = candle
  }
  return made
}

/** The candle in progress, after those before it in `made`. */
export const heikinAshiOn = <Candle extends Prices & { readonly time: number }>(
  made: Candles,
  candle: Candle,
): Candle => {
  const last = made.time.length - 1
  const row = made.time[last] === candle.time ? last - 1 : last
  const [open, close] = [made.open[row], made.close[row]]
  return heikinAshiCandle(candle, open === undefined || close === undefined ? null : { open, close })
}
