import type { Candles, OtherCandles } from '../../src/domain/charts/candle.ts'
import type { Candle } from '../../src/engine/live/live-frames.ts'
import type { LiveRule } from '../../src/engine/live/live-rule.ts'
import { candlesOfOther } from '../../src/engine/program/other-series.ts'

/** A candle of another instrument is fed before the first row that begins with it or later. */
export const pushCandles = (
  rule: LiveRule,
  candles: Candles,
  others: OtherCandles,
  onRow: (row: number) => void = () => {},
): void => {
  const queues = rule.others.map((instrument) => ({
    instrument,
    series: candlesOfOther(others, instrument),
    next: 0,
  }))
  const feedUntil = (time: number): void => {
    for (const queue of queues)
      while (queue.next < queue.series.time.length && !((queue.series.time[queue.next] ?? 0) > time)) {
        rule.pushOther(queue.instrument, candleAt(queue.series, queue.next))
        queue.next += 1
      }
  }
  for (const [row, time] of candles.time.entries()) {
    feedUntil(time)
    rule.push(candleAt(candles, row))
    onRow(row)
  }
  feedUntil(Number.POSITIVE_INFINITY)
}

export const candleAt = ({ time, open, high, low, close, volume }: Candles, row: number): Candle => {
  const at = (column: Float64Array): number => column[row] ?? Number.NaN
  return {
    time: at(time),
    open: at(open),
    high: at(high),
    low: at(low),
    close: at(close),
    volume: at(volume),
  }
}
