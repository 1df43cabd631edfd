import { dayOf, monthNames, monthOf, yearOf } from '../../../domain/dates-in-words.ts'
import type { Instrument } from '../../../domain/instruments/instrument.ts'
import { derivativeRoot } from '../../../domain/instruments/instrument-names.ts'
import { type IstDate, istDateToDayNumber, parseIstDate } from '../../../domain/time.ts'
import type { LineFix, Taken } from '../../command.ts'
import { skipSpaces, wordAt } from '../words.ts'

const NEAREST_MAX = 2

export type ExpiryWords =
  | { readonly kind: 'listed'; readonly expiry: IstDate; readonly to: number }
  | {
      readonly kind: 'unlisted'
      readonly to: number
      /** 1 to 31; null for a month or week without an expiry. */
      readonly day: number | null
      /** 1 to 12; null for a week. */
      readonly month: number | null
    }

/** 1 to 12. */
const monthOfWord = (text: string): number | null => {
  if (text.length < 3) return null
  const index = monthNames.findIndex((name) => name.toLowerCase().startsWith(text.toLowerCase()))
  return index < 0 ? null : index + 1
}

export type ExpiryWord =
  | { readonly kind: 'week'; readonly weeks: number }
  | { readonly kind: 'monthly' }
  /** 1 to 12; a null day means the month's last expiry. */
  | { readonly kind: 'month'; readonly month: number; readonly day: number | null }

export const readExpiryWord = (
  line: string,
  from: number,
): { readonly word: ExpiryWord; readonly to: number } | null => {
  const { text, to } = wordAt(line, from)
  const week = /^wk(?:\+(\d{1,2}))?$/i.exec(text)
  if (week !== null) return { word: { kind: 'week', weeks: Number(week[1] ?? 0) }, to }
  if (/^mon$/i.test(text)) return { word: { kind: 'monthly' }, to }
  const parts = /^(\d{1,2})?([a-z]{3,9})?$/i.exec(text)
  if (text === '' || parts === null) return null
  const next = parts[2] === undefined ? wordAt(line, skipSpaces(line, to)) : null
  const month = monthOfWord(parts[2] ?? next?.text ?? '')
  if (month === null) return null
  const day = parts[1] === undefined ? null : Number(parts[1])
  return { word: { kind: 'month', month, day }, to: next?.to ?? to }
}

/** `wk+1`, `mon`, `1 dec` */
export const printExpiryWord = (word: ExpiryWord): string => {
  if (word.kind === 'week') return word.weeks === 0 ? 'wk' : `wk+${word.weeks}`
  if (word.kind === 'monthly') return 'mon'
  const month = (monthNames[word.month - 1] ?? '').slice(0, 3).toLowerCase()
  return word.day === null ? month : `${word.day} ${month}`
}

/** `expiries` ascend. */
export const findExpiry = (word: ExpiryWord, expiries: readonly IstDate[]): IstDate | undefined => {
  if (word.kind === 'week') return expiries[word.weeks]
  if (word.kind === 'monthly') return lastOfMonth(expiries, expiries[0]?.slice(0, 7) ?? '')
  const inMonth = expiries.filter((expiry) => monthOf(expiry) === word.month)
  return word.day === null
    ? lastOfMonth(inMonth, inMonth[0]?.slice(0, 7) ?? '')
    : inMonth.find((expiry) => dayOf(expiry) === word.day)
}

/** Null if the text is not an expiry. `expiries` ascend. */
export const expiryAt = (line: string, from: number, expiries: readonly IstDate[]): ExpiryWords | null => {
  const found = readExpiryWord(line, from)
  if (found === null) return null
  const { word, to } = found
  const expiry = findExpiry(word, expiries)
  if (expiry !== undefined) return { kind: 'listed', expiry, to }
  return word.kind === 'month'
    ? { kind: 'unlisted', to, day: word.day, month: word.month }
    : { kind: 'unlisted', to, day: null, month: null }
}

const lastOfMonth = (expiries: readonly IstDate[], month: string): IstDate | undefined =>
  expiries.filter((expiry) => expiry.slice(0, 7) === month).at(-1)

/** `1 Dec` */
export const expiryDayInWords = (expiry: IstDate): string =>
  `${dayOf(expiry)} ${(monthNames[monthOf(expiry) - 1] ?? '').slice(0, 3)}`

/** In the first year that puts it on or after the first expiry; null if there is no such date. */
const dateOf = (day: number, month: number, first: IstDate): IstDate | null => {
  const year = yearOf(first) + (month < monthOf(first) ? 1 : 0)
  return parseIstDate(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)
}

/** `No NIFTY expiry on 26 Nov 2026; nearest: 24 Nov, 1 Dec`. `expiries` must not be empty. */
export const refuseExpiry = (
  line: string,
  from: number,
  { to, day, month }: Extract<ExpiryWords, { kind: 'unlisted' }>,
  underlying: Instrument,
  expiries: readonly IstDate[],
): Taken<never> => {
  const root = derivativeRoot(underlying.tradingSymbol)
  const first = expiries[0] ?? ('1970-01-01' as IstDate)
  const date = month === null ? null : dateOf(day ?? 1, month, first)
  const wanted = istDateToDayNumber(date ?? first)
  const near = [...expiries]
    .sort((a, b) => Math.abs(istDateToDayNumber(a) - wanted) - Math.abs(istDateToDayNumber(b) - wanted))
    .slice(0, NEAREST_MAX)
    .sort()
  const when =
    month === null
      ? 'then'
      : day === null
        ? `in ${monthNames[month - 1]}`
        : `on ${day} ${(monthNames[month - 1] ?? '').slice(0, 3)}${date === null ? '' : ` ${yearOf(date)}`}`
  const names = near.map(expiryDayInWords)
  const nearest = `nearest: ${names.join(', ')}`
  const fixes: readonly LineFix[] = names.map((text) => ({ from, to, text }))
  return {
    kind: 'problem',
    to,
    problem: {
      column: from + 1,
      found: line.slice(from, to),
      expected: `an expiry of ${root}; ${nearest}`,
      message: `No ${root} expiry ${when}; ${nearest}`,
      fixes,
    },
  }
}
