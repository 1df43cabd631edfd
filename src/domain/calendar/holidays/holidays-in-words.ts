import { dateInWords, dayInWords, yearOf } from '../../dates-in-words.ts'
import { type IstDate, parseIstDate } from '../../time.ts'
import type { ExpiryMove } from './expiry-moves.ts'
import type { DayChange } from './holiday-plan.ts'
import { windowsInWords } from './windows-in-words.ts'

type Described<Of, Dates extends keyof Of> = Omit<Of, Dates> & { readonly [Each in Dates]: string }

const dayAndYear = (date: string): string => {
  const known = parseIstDate(date)
  return known === null ? date : `${dayInWords(known)} ${yearOf(known)}`
}

/** `closed instead of 09:15–15:30`, `open 18:00–19:00`, `18:00–19:00 instead of 09:15–15:30` */
export const describeHours = ({
  kind,
  before,
  after,
}: Pick<DayChange, 'kind' | 'before' | 'after'>): string => {
  if (kind === 'closes') return `closed instead of ${windowsInWords(before)}`
  return kind === 'opens'
    ? `open ${windowsInWords(after)}`
    : `${windowsInWords(after)} instead of ${windowsInWords(before)}`
}

export const describeDay = (change: Described<DayChange, 'date'>): string =>
  `${dayAndYear(change.date)}${change.name === '' ? '' : `, ${change.name}`}: ${describeHours(change)}`

type Move = Described<ExpiryMove, 'from' | 'to' | 'exchange'>

export const underlyingInWords = ({ underlying, exchange }: Pick<Move, 'underlying' | 'exchange'>): string =>
  underlying ?? `shares on ${exchange === 'BFO' ? 'BSE' : 'NSE'}`

const short = (date: string): string => {
  const known = parseIstDate(date)
  return known === null ? date : dateInWords(known as IstDate)
}

export const describeMove = (move: Move): string =>
  `${underlyingInWords(move)} ${move.kind} expiry moves from ${short(move.from)} to ${short(move.to)}`
