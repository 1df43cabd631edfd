export const intervals = [
  'min',
  '2min',
  '3min',
  '5min',
  '10min',
  '15min',
  '30min',
  'hour',
  '4hour',
  'day',
  'week',
  'month',
] as const

export type Interval = (typeof intervals)[number]

export const intervalLabels: Readonly<Record<Interval, string>> = {
  min: '1 Minute',
  '2min': '2 Minutes',
  '3min': '3 Minutes',
  '5min': '5 Minutes',
  '10min': '10 Minutes',
  '15min': '15 Minutes',
  '30min': '30 Minutes',
  hour: '1 Hour',
  '4hour': '4 Hours',
  day: '1 Day',
  week: '1 Week',
  month: '1 Month',
}

export const intervalInWords = (interval: Interval): string => intervalLabels[interval].toLowerCase()

export const intervalAdjective = (interval: Interval): string =>
  intervalInWords(interval).replace(' ', '-').replace(/s$/, '')

const minutes: Partial<Record<Interval, number>> = {
  min: 1,
  '2min': 2,
  '3min': 3,
  '5min': 5,
  '10min': 10,
  '15min': 15,
  '30min': 30,
  hour: 60,
  '4hour': 240,
}

/** Null for day, week and month, whose candles follow the calendar. */
export const intervalMinutes = (interval: Interval): number | null => minutes[interval] ?? null

export const isIntraday = (interval: Interval): boolean => interval in minutes

export const isInterval = (text: string): text is Interval => (intervals as readonly string[]).includes(text)
