import { type IstDate, istDateToDayNumber } from './time.ts'

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

/** From Sunday on, as `istWeekday` counts. */
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
/** 1 to 31. */
export const dayOf = (date: IstDate): number => Number(date.slice(8, 10))
/** Four digits. */
export const yearOf = (date: IstDate): number => Number(date.slice(0, 4))

const shortMonth = (date: IstDate): string => (monthNames[monthOf(date) - 1] ?? '').slice(0, 3)

/** DD MMM YYYY: 05 Apr 2024. */
export const dateInWords = (date: IstDate): string =>
  `${date.slice(8, 10)} ${shortMonth(date)} ${yearOf(date)}`

/** `Tue`. */
export const weekdayShort = (date: IstDate): string =>
  (weekdayNames[(((istDateToDayNumber(date) + 4) % 7) + 7) % 7] ?? '').slice(0, 3)

/** A day near now, without its year: `Thu 26 Nov`. */
export const dayInWords = (date: IstDate): string =>
  `${weekdayShort(date)} ${dayOf(date)} ${shortMonth(date)}`

/** DD/MM/YYYY: 05/04/2024. */
export const slashedDate = (date: IstDate): string =>
  `${date.slice(8, 10)}/${date.slice(5, 7)}/${yearOf(date)}`

/** `1 Apr – 28 Jun 2024`; the year is said twice only where it changes, one day once. */
export const spanInWords = (from: IstDate, to: IstDate): string => {
  const last = `${dayOf(to)} ${shortMonth(to)} ${yearOf(to)}`
  if (from === to) return last
  const year = yearOf(from) === yearOf(to) ? '' : ` ${yearOf(from)}`
  return `${dayOf(from)} ${shortMonth(from)}${year} – ${last}`
}
