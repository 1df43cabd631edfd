import { dateInWords, dayOf, monthNames, monthOf, yearOf } from '../../domain/dates-in-words.ts'
import { toIstClock, toIstDate } from '../../domain/time.ts'

/** `20 Nov 10:15`, with the year where it is not this one's: `20 Nov 2024 10:15`. Midnight is a whole day: `20 Nov`. */
export const shortInstant = (at: number, now: number): string => {
  const date = toIstDate(at)
  const year = yearOf(date) === yearOf(toIstDate(now)) ? '' : ` ${yearOf(date)}`
  return `${dayOf(date)} ${shortMonth(at)}${year}${clockOf(at, ' ')}`
}

/** `20 Nov 2024, 10:15`; midnight is a whole day: `20 Nov 2024`. */
export const fullInstant = (at: number): string => `${dateInWords(toIstDate(at))}${clockOf(at, ', ')}`

/** `Apr`, or `2025` where a year begins, for an axis over months; days for a shorter axis. */
export const axisInstant = (at: number, spanMs: number): string => {
  const date = toIstDate(at)
  if (spanMs > 62 * 86_400_000) {
    return monthOf(date) === 1 ? `Jan ${yearOf(date)}` : `${shortMonth(at)}`
  }
  if (spanMs > 2 * 86_400_000) return `${dayOf(date)} ${shortMonth(at)}`
  return toIstClock(at)
}

/** `just now`, `5 min ago`, `2 h ago`, `yesterday`, then the day. */
export const sinceInWords = (at: number, now: number): string => {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const days = dayNumber(now) - dayNumber(at)
  if (days === 0) return `${Math.floor(minutes / 60)} h ago`
  if (days === 1) return 'yesterday'
  return dateInWords(toIstDate(at))
}

/** Candles of a day or more begin at midnight, when nothing trades. */
const clockOf = (at: number, before: string): string => {
  const clock = toIstClock(at)
  return clock === '00:00' ? '' : before + clock
}

const dayNumber = (at: number): number => Date.parse(`${toIstDate(at)}T00:00:00Z`) / 86_400_000

const shortMonth = (at: number): string => (monthNames[monthOf(toIstDate(at)) - 1] ?? '').slice(0, 3)
