import type { Candles } from '../../../src/domain/charts/candle.ts'
import { toIstClock, toIstDate } from '../../../src/domain/time.ts'

/** `2024-04-01 09:15 100 102 99 101 5`: time in IST, open, high, low, close, volume. */
export const candleLines = (candles: Candles): readonly string[] =>
  Array.from(
    candles.time,
    (at, row) =>
      `${toIstDate(at)} ${toIstClock(at)} ${candles.open[row]} ${candles.high[row]} ${candles.low[row]} ${candles.close[row]} ${candles.volume[row]}`,
  )
