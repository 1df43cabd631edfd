import { expect, test } from 'vitest'
import { emptyCandles } from '../../../src/domain/charts/candle.ts'
import { failedLine } from '../../../src/machines/charts/chart.ts'
import { replayed } from '../../../src/views/charts/candle-chart/replay/replayed.ts'

const candles = emptyCandles(10)
candles.time.forEach((_, row) => {
  candles.time[row] = row * 60_000
  candles.close[row] = 100 + row
})
const line = { ...failedLine('ema(close,9)', ''), values: Float64Array.from(candles.close) }
const until = (minute: number) => ({ until: minute * 60_000, isPlaying: false, pace: 1 })

test('a replay shows no candle that had not closed, and no value that was not known', () => {
  const shown = replayed({ candles, lines: [line] }, until(4.5))
  expect([...(shown.candles?.close ?? [])]).toEqual([100, 101, 102, 103])
  expect([...(shown.lines[0]?.values ?? [])]).toEqual([100, 101, 102, 103])
  expect(replayed({ candles, lines: [] }, until(5)).candles?.time.length).toEqual(5)
})

test('before the first candle it shows none, at the newest all, and without one everything is as it was', () => {
  expect(replayed({ candles, lines: [] }, until(-1)).candles?.time.length).toEqual(0)
  expect(replayed({ candles, lines: [] }, until(Number.POSITIVE_INFINITY)).candles?.time.length).toEqual(10)
  expect(replayed({ candles, lines: [line] }, null)).toEqual({ candles, lines: [line] })
})
