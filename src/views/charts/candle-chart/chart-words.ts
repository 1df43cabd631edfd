import type { Candles } from '../../../domain/charts/candle.ts'
import { formatCompact, formatNumber, formatSigned, formatSignedPercent } from '../../../domain/format.ts'
import type { Extremes } from '../../../market/instruments/extremes.ts'
import { fullInstant } from '../../kit/instants.ts'
import type { ReadCandle } from './candle-plot.ts'

export const percentOf = ({ close, closeBefore }: ReadCandle): number | null =>
  closeBefore === null || closeBefore === 0 ? null : ((close - closeBefore) / closeBefore) * 100

export const readoutOf = (candle: ReadCandle): readonly (readonly [string, string])[] => {
  const { open, high, low, close, volume, closeBefore, time } = candle
  const change = closeBefore === null ? null : close - closeBefore
  return [
    ['', fullInstant(time)],
    ['O', formatNumber(open)],
    ['H', formatNumber(high)],
    ['L', formatNumber(low)],
    ['C', formatNumber(close)],
    ['', `${formatSigned(change)} (${formatSignedPercent(percentOf(candle))})`],
    ['V', volume > 0 ? formatCompact(volume) : ''],
  ]
}

export const candleInWords = (candle: ReadCandle): string => {
  const { open, high, low, close, volume, time } = candle
  const percent = formatSignedPercent(percentOf(candle))
  const traded = volume > 0 ? `, volume ${formatCompact(volume)}` : ''
  return `${fullInstant(time)}: open ${formatNumber(open)}, high ${formatNumber(high)}, low ${formatNumber(low)}, close ${formatNumber(close)}, ${percent}${traded}`
}

export const summaryOf = (
  label: string,
  { time, open, close }: Candles,
  { from, to }: { readonly from: number; readonly to: number },
  { low, high }: Extremes,
): string => {
  const count = to - from
  if (count <= 0) return `${label}: no candles`
  const first = open[from] ?? Number.NaN
  const last = close[to - 1] ?? Number.NaN
  const percent = formatSignedPercent(((last - first) / first) * 100)
  return `${label}: ${count} candles from ${fullInstant(time[from] ?? 0)} to ${fullInstant(time[to - 1] ?? 0)}, from ${formatNumber(first)} to ${formatNumber(last)} (${percent}), lowest ${formatNumber(low)}, highest ${formatNumber(high)}.`
}
