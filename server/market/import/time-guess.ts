import { type Interval, intervalMinutes, intervals } from '../../../src/domain/charts/interval.ts'
import {
  IST_OFFSET_MS,
  istDayNumber,
  istMinuteOfDay,
  istWeekday,
  MINUTE_MS,
  SESSION_CLOSE_MINUTE,
  SESSION_OPEN_MINUTE,
} from '../../../src/domain/time.ts'
import { createTimeReader, type ImportTimeZone } from './time-format.ts'

const dateFormats = [
  'YYYYMMDD',
  'YYYY/MM/DD',
  'YYYY-MM-DD',
  'DD-MM-YYYY',
  'MM-DD-YYYY',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD.MM.YYYY',
  'DD-MMM-YYYY',
  'DD MMM YYYY',
  'MMM DD, YYYY',
  'DDMMYYYY',
  'DDMMYY',
  'YYMMDD',
  'DD-MM-YY',
  'MM-DD-YY',
  'DD/MM/YY',
  'MM/DD/YY',
  'DD-MMM-YY',
]
const clockFormats = [
  '',
  ' HH:mm',
  ' HH:mm:ss',
  'THH:mm:ss',
  ' HH:mm:ssZ',
  ' HH:mm:ss.SSS',
  ' HH:mm A',
  ' HH:mm:ss A',
  ' HHmm',
  ' HHmmss',
  ' sssss',
]
/** By preference. The last two are for dates of which a spreadsheet has swapped those it could. */
const formats = [
  'epoch_s',
  'epoch_ms',
  'iso',
  ...dateFormats.flatMap((date) => clockFormats.map((clock) => date + clock)),
  'MM-DD-YYYY|DD-MM-YYYY',
  'MM/DD/YYYY|DD/MM/YYYY',
]

const PROBES = 24
const NIGHT_ENDS = 3 * 60

/** Counts unsorted rows, days no exchange trades on, candles at night. */
const doubtOf = (times: readonly number[]): number => {
  if (times.length === 0) return 0
  const steps = times.slice(1).map((at, row) => at - (times[row] ?? at))
  const falls = steps.filter((step) => step < 0).length
  const disorder = Math.min(falls, steps.filter((step) => step > 0).length)
  const isDaily = times.every((at) => istMinuteOfDay(at) === 0)
  const odd = times.filter((at) => {
    const year = new Date(at).getUTCFullYear()
    const weekday = istWeekday(at)
    return (
      weekday === 0 ||
      weekday === 6 ||
      year < 1985 ||
      year > 2069 ||
      (!isDaily && istMinuteOfDay(at) < NIGHT_ENDS)
    )
  }).length
  return disorder + odd
}

/** The format that reads most texts; of equals the one with sorted rows, on weekdays and by day. */
export const guessTimeFormat = (texts: readonly string[]): string | null => {
  const probes = texts.filter((_, row) => row % Math.ceil(texts.length / PROBES) === 0)
  let best: { format: string; read: number; doubt: number } | null = null
  for (const format of formats) {
    const readTime = createTimeReader(format, 'Asia/Kolkata')
    if (readTime === null || probes.every((text) => readTime(text) === null)) continue
    const times = texts.map(readTime).filter((at) => at !== null)
    const doubt = doubtOf(times)
    const isBetter =
      best === null || times.length > best.read || (times.length === best.read && doubt < best.doubt)
    if (isBetter) best = { format, read: times.length, doubt }
  }
  return best?.format ?? null
}

const exchanged: readonly (readonly [string, string])[] = [
  ['DD-MM-', 'MM-DD-'],
  ['DD/MM/', 'MM/DD/'],
  ['DDMMYY', 'YYMMDD'],
]

export const findOtherReading = (texts: readonly string[], format: string): string | null => {
  for (const [one, two] of exchanged) {
    const other = format.startsWith(one)
      ? format.replace(one, two)
      : format.startsWith(two)
        ? format.replace(two, one)
        : null
    const readTime = other === null ? null : createTimeReader(other, 'Asia/Kolkata')
    if (readTime !== null && texts.every((text) => readTime(text) !== null)) return other
  }
  return null
}

const mode = (values: readonly number[]): number | null => {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? null
}

/** The most frequent step within a day; a day when each day has one row. */
export const guessInterval = (times: readonly number[]): Interval | null => {
  const sorted = [...new Set(times)].sort((a, b) => a - b)
  if (sorted.length > 0 && sorted.length < 3 && sorted.every((at) => istMinuteOfDay(at) === 0)) return 'day'
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

export interface Guess<Value> {
  readonly value: Value
  readonly evidence: string | null
}

const percentOf = (part: number, whole: number): string => `${Math.round((part / whole) * 100)} %`

/** UTC when naive times look like Indian sessions or midnights only in UTC. */
export const guessTimeZone = (naive: readonly number[], interval: Interval): Guess<ImportTimeZone> => {
  const indian: Guess<ImportTimeZone> = { value: 'Asia/Kolkata', evidence: null }
  const minutes = naive.map(istMinuteOfDay)
  const utcOpen = SESSION_OPEN_MINUTE - IST_OFFSET_MS / MINUTE_MS
  if (intervalMinutes(interval) === null) {
    return minutes.length > 0 && minutes.every((minute) => minute === 1110)
      ? { value: 'UTC', evidence: 'every row is at 18:30, which is Indian midnight in UTC' }
      : indian
  }
  const early = minutes.filter((minute) => minute >= utcOpen && minute < SESSION_OPEN_MINUTE).length
  return early > minutes.length / 2
    ? {
        value: 'UTC',
        evidence: `${percentOf(early, minutes.length)} of the first rows would otherwise be before 09:15`,
      }
    : indian
}

const daysInWords = (days: number): string => (days === 1 ? 'one day' : `${days} days`)

/** `value` is null when the sample does not show it. */
export const guessTimeMarks = (
  times: readonly number[],
  interval: Interval,
): Guess<'open' | 'close' | null> => {
  if (intervalMinutes(interval) === null) return { value: 'open', evidence: null }
  const daysWith = (minute: number): number => times.filter((at) => istMinuteOfDay(at) === minute).length
  const opens = daysWith(SESSION_OPEN_MINUTE)
  const closes = daysWith(SESSION_CLOSE_MINUTE)
  if (opens === 0 && closes === 0) return { value: null, evidence: null }
  return opens > 0
    ? {
        value: 'open',
        evidence: `the first rows have 09:15 on ${daysInWords(opens)}${closes > 0 ? ` (and 15:30 on ${daysInWords(closes)})` : ' and never 15:30'}`,
      }
    : { value: 'close', evidence: `the first rows have 15:30 on ${daysInWords(closes)} and never 09:15` }
}
