import { type IstDate, weekdayOf } from './time.ts'

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

/** 1 to 12. */
export const monthOf = (date: IstDate): number => Number(date.slice(5, 7))
export const dayOf = (date: IstDate): number => Number(date.slice(8, 10))
export const yearOf = (date: IstDate): number => Number(date.slice(0, 4))

const shortMonth = (date: IstDate): string => (monthNames[monthOf(date) - 1] ?? '').slice(0, 3)

/** `05 Apr 2024` */
export const dateInWords = (date: IstDate): string =>
  `${date.slice(8, 10)} ${shortMonth(date)} ${yearOf(date)}`

export const weekdayShort = (date: IstDate): string => (weekdayNames[weekdayOf(date)] ?? '').slice(0, 3)

/** `Thu 26 Nov` */
export const dayInWords = (date: IstDate): string =>
  `${weekdayShort(date)} ${dayOf(date)} ${shortMonth(date)}`

export const slashedDate = (date: IstDate): string =>
  `${date.slice(8, 10)}/${date.slice(5, 7)}/${yearOf(date)}`

/** `1 Apr – 28 Jun 2024`; the first year is shown only where it differs, a single day once. */
export const spanInWords = (from: IstDate, to: IstDate): string => {
  const last = `${dayOf(to)} ${shortMonth(to)} ${yearOf(to)}`
  if (from === to) return last
  const year = yearOf(from) === yearOf(to) ? '' : ` ${yearOf(from)}`
  return `${dayOf(from)} ${shortMonth(from)}${year} – ${last}`
}
