import { sliceCandles } from '../../../../domain/charts/candle.ts'
import { type ChartContext, type ChartReplay, rowsBy } from '../../../../machines/charts/chart.ts'

type Series = Pick<ChartContext, 'candles' | 'lines'>

/** What was known at the time of the replay: candles that had closed, and the values of the indicators at those. */
export const replayed = ({ candles, lines }: Series, replay: ChartReplay | null): Series => {
  if (replay === null || candles === null) return { candles, lines }
  const rows = rowsBy(replay.until, candles.time)
  return {
    candles: sliceCandles(candles, 0, rows),
    lines: lines.map((line) => ({ ...line, values: line.values.slice(0, rows) })),
  }
}
