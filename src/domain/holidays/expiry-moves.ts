import type { Calendar } from '../calendar.ts'
import {
  bseStockExpiries,
  type Expiry,
  type ExpiryRule,
  indexExpiries,
  lastWeekdayOf,
  listExpiries,
  nseStockExpiries,
  settledOn,
} from '../expiry.ts'
import { addDays, type IstDate, istDateToDayNumber } from '../time.ts'

export const derivativeExchanges = ['NFO', 'BFO'] as const
type DerivativeExchange = (typeof derivativeExchanges)[number]

/** Contracts of one underlying that end on another day. */
export interface ExpiryMove {
  readonly exchange: DerivativeExchange
  /** As its contracts are named; null of all shares of the exchange. */
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

/** Nominal expiry days from the week before today to the week after the last contract listed. */
const nominalDays = (today: IstDate, last: IstDate, weekday: number): readonly IstDate[] => {
  const behind = (istDateToDayNumber(today) + 4 - weekday + 7) % 7
  const first = addDays(today, -behind)
  const weeks = Math.ceil((istDateToDayNumber(last) - istDateToDayNumber(first)) / 7) + 1
  return Array.from({ length: weeks + 1 }, (_, week) => addDays(first, week * 7))
}

const isMonthly = (nominal: IstDate, weekday: number): boolean =>
  lastWeekdayOf(Number(nominal.slice(0, 4)), Number(nominal.slice(5, 7)) - 1, weekday) === nominal

/** Expiries of the contracts listed today that fall on another day by another calendar. */
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

/** A contract in which somebody has a position or an open order. */
export interface OpenContract {
  /** `NIFTY 24 NOV 26000 CE`. */
  readonly title: string
  readonly exchange: string
  /** As its contracts are named: `NIFTY`. */
  readonly underlying: string
  readonly expiry: IstDate
}

/** Whether a contract ends on another day. One of an imported list keeps its day, which then has to be a full session. */
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
