import type { Dayjs } from 'dayjs'
import { toIstClock, toIstDate } from '../../domain/time.ts'
import { istClock } from './ist.ts'

/** `20 Nov 10:15`, `20 Nov 2024 10:15`; midnight means a whole day: `20 Nov`. */
export const shortInstant = (at: number, now: number): string => {
  const clock = istClock(at)
  const isThisYear = clock.year() === istClock(now).year()
  return clock.format(isThisYear ? 'D MMM' : 'D MMM YYYY') + timeOf(clock, ' ')
}

/** `05 Apr 2024, 10:15`; midnight means a whole day: `05 Apr 2024`. */
export const fullInstant = (at: number): string => {
  const clock = istClock(at)
  return clock.format('DD MMM YYYY') + timeOf(clock, ', ')
}

export const sinceInWords = (at: number, now: number): string => {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  const days = istClock(now).startOf('day').diff(istClock(at).startOf('day'), 'day')
  if (days === 0) return `${Math.floor(minutes / 60)} h ago`
  return days === 1 ? 'yesterday' : istClock(at).format('DD MMM YYYY')
}

/** Candles of a day or more start at midnight. */
const timeOf = (clock: Dayjs, before: string): string =>
  clock.hour() === 0 && clock.minute() === 0 ? '' : clock.format(`[${before}]HH:mm`)

/** `10:05` on the day itself, `24 Nov 10:05` on another. */
export const clockInstant = (at: number, now: number): string =>
  toIstDate(at) === toIstDate(now) ? toIstClock(at) : shortInstant(at, now)
