import type { Interval } from '../../../domain/charts/interval.ts'

export const shortIntervals: Readonly<Record<Interval, string>> = {
  min: '1m',
  '2min': '2m',
  '3min': '3m',
  '5min': '5m',
  '10min': '10m',
  '15min': '15m',
  '30min': '30m',
  hour: '1h',
  '4hour': '4h',
  day: '1d',
  week: '1w',
  month: '1M',
}
