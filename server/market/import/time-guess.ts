import { type Interval, intervalMinutes, intervals } from '../../../src/domain/interval.ts'
import {
  IST_OFFSET_MS,
  istDayNumber,
  istMinuteOfDay,
  MINUTE_MS,
  SESSION_CLOSE_MINUTE,
  SESSION_OPEN_MINUTE,
} from '../../../src/domain/time.ts'
import { createTimeReader, type ImportTimeZone } from './time-format.ts'

/** Formats in the order they are tried; the first that reads every time of the sample wins. */
const dateFormats = [
  'YYYYMMDD',
  'YYYY/MM/DD',
  'DD-MM-YYYY',
  'MM-DD-YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD-MMM-YYYY',
  'DD MMM YYYY',
]
const clockFormats = ['', ' HH:mm', ' HH:mm:ss', 'THH:mm:ss', ' HH:mm:ssZ', ' HH:mm:ss.SSS']
const formats = [
  'epoch_s',
  'epoch_ms',
  'iso',
  ...dateFormats.flatMap((date) => clockFormats.map((clock) => date + clock)),
]

/** How the times of a sample are written: the format that reads most of them, all of them if there is one. */
export const guessTimeFormat = (texts: readonly string[]): string | null => {
  let best: { format: string; read: number } | null = null
  for (const format of formats) {
    const readTime = createTimeReader(format, 'Asia/Kolkata')
    const read = texts.filter((text) => readTime?.(text) != null).length
    if (read > 0 && read > (best?.read ?? 0)) best = { format, read }
    if (read === texts.length && read > 0) break
  }
  return best?.format ?? null
}

/** Whether day and month could be exchanged in every time of the sample. */
export const isDayMonthOpen = (texts: readonly string[], format: string): boolean => {
  const other = format.startsWith('DD-MM-')
    ? format.replace('DD-MM-', 'MM-DD-')
    : format.startsWith('DD/MM/')
      ? format.replace('DD/MM/', 'MM/DD/')
      : null
  const readTime = other === null ? null : createTimeReader(other, 'Asia/Kolkata')
  return readTime !== null && texts.every((text) => readTime(text) !== null)
}

const mode = (values: readonly number[]): number | null => {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? null
}

/** The commonest step between neighbours of one day; a day where each day has one row. */
export const guessInterval = (times: readonly number[]): Interval | null => {
  const sorted = [...times].sort((a, b) => a - b)
  const steps = sorted.slice(1).map((at, row) => at - (sorted[row] ?? at))
  const inDay = steps.filter(
    (_, row) => istDayNumber(sorted[row] ?? 0) === istDayNumber(sorted[row + 1] ?? 0),
  )
  if (inDay.length < steps.length / 2) {
    const days = (mode(steps) ?? 0) / (24 * 60 * MINUTE_MS)
    return days >= 28 ? 'month' : days >= 6 ? 'week' : 'day'
  }
  const minutes = (mode(inDay) ?? 0) / MINUTE_MS
  return intervals.find((interval) => intervalMinutes(interval) === minutes) ?? null
}

/** UTC where naive times look like Indian sessions or midnights only when read so. */
export const guessTimeZone = (naive: readonly number[], interval: Interval): ImportTimeZone => {
  const minutes = naive.map(istMinuteOfDay)
  const utcOpen = SESSION_OPEN_MINUTE - IST_OFFSET_MS / MINUTE_MS
  if (intervalMinutes(interval) === null) {
    return minutes.length > 0 && minutes.every((minute) => minute === 1110) ? 'UTC' : 'Asia/Kolkata'
  }
  const isEarly = minutes.filter((minute) => minute >= utcOpen && minute < SESSION_OPEN_MINUTE).length
  return isEarly > minutes.length / 2 ? 'UTC' : 'Asia/Kolkata'
}

/** Whether times mark the open or the close of their candle; null where the sample does not show it. */
export const guessTimeMarks = (times: readonly number[], interval: Interval): 'open' | 'close' | null => {
  if (intervalMinutes(interval) === null) return 'open'
  const minutes = times.map(istMinuteOfDay)
  const isOpenSeen = minutes.includes(SESSION_OPEN_MINUTE)
  const isCloseSeen = minutes.includes(SESSION_CLOSE_MINUTE)
  if (isOpenSeen === isCloseSeen) return isOpenSeen ? 'open' : null
  return isOpenSeen ? 'open' : 'close'
}
