import { type Interval, intervals } from './interval.ts'
import { canFold } from './resample.ts'

/**
 * Which candles a chart shows. `market`: the market one trades on, up to now, with its last price. `imported`: the
 * history that was imported, chosen by the user and of no price one could trade at. A screen on which one trades shows
 * the market always; a backtest takes imported candles where there are any.
 */
export type ChartHistory = 'market' | 'imported'

/** Days are IST dates such as `2024-12-31`. */
export interface ImportedSpan {
  readonly interval: Interval
  readonly firstDay: string
  readonly lastDay: string
}

/** Imported series that candles of an interval can be made of. */
const seriesFor = <Series extends ImportedSpan>(
  imported: readonly Series[],
  interval: Interval,
): readonly Series[] => imported.filter((series) => canFold(series.interval, interval))

/** Intervals whose candles can be made of what is imported, finest first. */
export const importedIntervals = (imported: readonly ImportedSpan[]): readonly Interval[] =>
  intervals.filter((interval) => seriesFor(imported, interval).length > 0)

/** `2024` or `2015–2024`: the years from the first to the last imported day; empty when nothing is imported. */
export const importedYears = (imported: readonly ImportedSpan[]): string => {
  const years = imported
    .flatMap(({ firstDay, lastDay }) => [firstDay.slice(0, 4), lastDay.slice(0, 4)])
    .sort()
  const [first, last] = [years[0] ?? '', years.at(-1) ?? '']
  return first === last ? first : `${first}–${last}`
}

/** The last imported day from which candles of an interval can be made; null when none can. */
export const lastImportedDay = (imported: readonly ImportedSpan[], interval: Interval): string | null =>
  seriesFor(imported, interval)
    .map(({ lastDay }) => lastDay)
    .sort()
    .at(-1) ?? null
