import { type Interval, intervals } from './interval.ts'
import { canFold } from './resample.ts'

/** Screens on which one trades always show `market`: prices of `imported` history cannot be traded at. */
export type ChartHistory = 'market' | 'imported'

/** IST days such as `2024-12-31`. */
export interface ImportedSpan {
  readonly interval: Interval
  readonly firstDay: string
  readonly lastDay: string
}

const seriesFor = <Series extends ImportedSpan>(
  imported: readonly Series[],
  interval: Interval,
): readonly Series[] => imported.filter((series) => canFold(series.interval, interval))

export const importedIntervals = (imported: readonly ImportedSpan[]): readonly Interval[] =>
  intervals.filter((interval) => seriesFor(imported, interval).length > 0)

/** `2024` or `2015–2024`; empty when nothing is imported. */
export const importedYears = (imported: readonly ImportedSpan[]): string => {
  const years = imported
    .flatMap(({ firstDay, lastDay }) => [firstDay.slice(0, 4), lastDay.slice(0, 4)])
    .sort()
  const [first, last] = [years[0] ?? '', years.at(-1) ?? '']
  return first === last ? first : `${first}–${last}`
}

export const lastImportedDay = (imported: readonly ImportedSpan[], interval: Interval): string | null =>
  seriesFor(imported, interval)
    .map(({ lastDay }) => lastDay)
    .sort()
    .at(-1) ?? null
