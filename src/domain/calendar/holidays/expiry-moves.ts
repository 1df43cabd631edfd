import {
  bseStockExpiries,
  type Expiry,
  type ExpiryRule,
  indexExpiries,
  lastWeekdayOf,
  listExpiries,
  nseStockExpiries,
  settledOn,
} from '../../instruments/expiry.ts'
import { addDays, type IstDate, istDateToDayNumber, weekdayFrom, weekdayUntil } from '../../time.ts'
import type { Calendar } from '../calendar.ts'

export const derivativeExchanges = ['NFO', 'BFO'] as const
type DerivativeExchange = (typeof derivativeExchanges)[number]

export interface ExpiryMove {
  readonly exchange: DerivativeExchange
  /** Contract name; null for all shares of the exchange. */
  readonly underlying: string | null
  readonly kind: Expiry['kind']
  readonly from: IstDate
  readonly to: IstDate
}

const ladders: readonly (Pick<ExpiryMove, 'exchange' | 'underlying'> & { readonly rule: ExpiryRule })[] = [
  ...Object.entries(indexExpiries).map(([underlying, rule]) => ({
    exchange: rule.weekday === nseStockExpiries.weekday ? ('NFO' as const) : ('BFO' as const),
    underlying,
    rule,
  })),
  { exchange: 'NFO', underlying: null, rule: nseStockExpiries },
  { exchange: 'BFO', underlying: null, rule: bseStockExpiries },
]

/** The regular day of an expiry that a closed day moved to an earlier one; null for one on its own day. */
export const movedFrom = (date: IstDate, weekday: number, calendar: Calendar): IstDate | null => {
  const nominal = weekdayFrom(date, weekday)
  return nominal !== date && settledOn(nominal, calendar) === date ? nominal : null
}

const nominalDays = (today: IstDate, last: IstDate, weekday: number): readonly IstDate[] => {
  const first = weekdayUntil(today, weekday)
  const weeks = Math.ceil((istDateToDayNumber(last) - istDateToDayNumber(first)) / 7) + 1
  return Array.from({ length: weeks + 1 }, (_, week) => addDays(first, week * 7))
}

const isMonthly = (nominal: IstDate, weekday: number): boolean =>
  lastWeekdayOf(Number(nominal.slice(0, 4)), Number(nominal.slice(5, 7)) - 1, weekday) === nominal

export const findExpiryMoves = (today: IstDate, before: Calendar, after: Calendar): readonly ExpiryMove[] =>
  ladders.flatMap(({ rule, ...of }) => {
    const listed = listExpiries(today, rule, before)
    const dates = new Set(listed.map(({ date }) => date))
    const last = listed.at(-1)?.date ?? today
    return nominalDays(today, last, rule.weekday).flatMap((nominal): readonly ExpiryMove[] => {
      const from = settledOn(nominal, before)
      if (!dates.has(from)) return []
      const to = settledOn(nominal, after)
      const kind = isMonthly(nominal, rule.weekday) ? 'monthly' : 'weekly'
      return from === to ? [] : [{ ...of, kind, from, to }]
    })
  })

export interface OpenContract {
  readonly title: string
  readonly exchange: string
  readonly underlying: string
  readonly expiry: IstDate
}

/** A contract of an imported list keeps its day, which must then be a full session. */
export const isMoved = (
  { exchange, underlying, expiry }: Omit<OpenContract, 'title'>,
  moves: readonly ExpiryMove[],
  { after, imported }: { readonly after: Calendar; readonly imported: ReadonlySet<string> },
): boolean =>
  imported.has(exchange)
    ? settledOn(expiry, after) !== expiry
    : moves.some(
        (move) =>
          move.exchange === exchange &&
          move.from === expiry &&
          (move.underlying ?? (underlying in indexExpiries ? null : underlying)) === underlying,
      )
