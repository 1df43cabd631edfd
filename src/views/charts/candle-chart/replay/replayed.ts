import { sliceCandles } from '../../../../domain/charts/candle.ts'
import { type ChartContext, type ChartReplay, rowsBy } from '../../../../machines/charts/chart.ts'

type Series = Pick<ChartContext, 'candles' | 'lines'>

/** Only candles that had closed by the time of the replay, and the indicators at those. */
export const replayed = ({ candles, lines }: Series, replay: ChartReplay | null): Series => {
  if (replay === null || candles === null) return { candles, lines }
  const rows = rowsBy(replay.until, candles.time)
  return {
    candles: sliceCandles(candles, 0, rows),
    lines: lines.map((line) => ({ ...line, values: line.values.subarray(0, rows) })),
  }
}
