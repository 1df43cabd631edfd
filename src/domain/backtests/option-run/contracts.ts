import { type Calendar, exchangeCalendar } from '../../calendar/calendar.ts'
import { printOption } from '../../instruments/contract-symbol.ts'
import { lastWeekdayOf, settledOn } from '../../instruments/expiry.ts'
import { instrumentId } from '../../instruments/instrument.ts'
import type { OptionType } from '../../options/black-76.ts'
import { addDays, type IstDate, weekdayOf } from '../../time.ts'
import type { ExpiryPick, LegContract, OptionUnderlying } from './rules.ts'

interface Dated {
  readonly from: IstDate
  readonly value: number
}

const since = (from: string, value: number): Dated => ({ from: from as IstDate, value })

/** Expiry weekdays, oldest first; 0 is Sunday. Every change fell on the first of a month. */
const weekdays: Readonly<Record<OptionUnderlying['exchange'], readonly Dated[]>> = {
  NFO: [since('2000-01-01', 4), since('2025-09-01', 2)],
  BFO: [since('2000-01-01', 5), since('2025-01-01', 2), since('2025-09-01', 4)],
}

interface Weeklies {
  readonly until?: IstDate
  readonly weekday?: number
}

/** Since November 2024 one index per exchange has weeklies; the others had expiry weekdays of their own. */
const weeklies: Readonly<Record<string, Weeklies>> = {
  NIFTY: {},
  SENSEX: {},
  BANKNIFTY: { until: '2024-11-13' as IstDate, weekday: 3 },
  FINNIFTY: { until: '2024-11-19' as IstDate, weekday: 2 },
  MIDCPNIFTY: { until: '2024-11-18' as IstDate, weekday: 1 },
  BANKEX: { until: '2024-11-18' as IstDate, weekday: 1 },
}

/** Units by expiry day: a change of the lot applies to new series only. */
const lots: Readonly<Record<string, readonly Dated[]>> = {
  NIFTY: [since('2024-04-26', 25), since('2025-01-02', 75), since('2026-01-01', 65)],
  BANKNIFTY: [
    since('2023-07-01', 15),
    since('2025-01-01', 30),
    since('2025-07-01', 35),
    since('2026-01-01', 30),
  ],
  FINNIFTY: [since('2025-01-01', 65), since('2026-01-01', 60)],
  MIDCPNIFTY: [since('2025-01-01', 120), since('2025-07-01', 140), since('2026-01-01', 120)],
  SENSEX: [since('2023-05-01', 10), since('2025-01-01', 20)],
}

/** Before it the oldest known rule applies: some months had other weekdays, and some lots differed. */
export const CONTRACTS_KNOWN_FROM = '2025-01-01' as IstDate

export const hasLotHistory = (root: string): boolean => lots[root] !== undefined

const valueOn = (dated: readonly Dated[], on: IstDate): number | null => {
  let found = dated[0]?.value ?? null
  for (const { from, value } of dated) if (from <= on) found = value
  return found
}

export const lotSizeOf = (root: string, expiry: IstDate, current: number): number => {
  const dated = lots[root] ?? []
  const last = dated.at(-1)
  return last === undefined || expiry >= last.from ? current : (valueOn(dated, expiry) ?? current)
}

/** More than two weeks, so that two weekly contracts end within. */
const DAYS_AHEAD = 21

const weekliesFrom = (
  day: IstDate,
  exchange: OptionUnderlying['exchange'],
  { until, weekday }: Weeklies,
  calendar: Calendar,
): readonly IstDate[] =>
  Array.from({ length: DAYS_AHEAD }, (_, ahead) => addDays(day, ahead))
    .filter((nominal) => until === undefined || nominal <= until)
    .filter((nominal) => weekdayOf(nominal) === (weekday ?? valueOn(weekdays[exchange], nominal)))
    .map((nominal) => settledOn(nominal, calendar))
    .filter((date) => date >= day)

const monthlyOf = (month: number, exchange: OptionUnderlying['exchange'], calendar: Calendar): IstDate => {
  const [year, index] = [Math.floor(month / 12), month % 12]
  const first = `${year}-${String(index + 1).padStart(2, '0')}-01` as IstDate
  return settledOn(lastWeekdayOf(year, index, valueOn(weekdays[exchange], first) ?? 0), calendar)
}

/** `month` is 1 to 12. */
export const monthlyExpiryOf = (
  { exchange }: Pick<OptionUnderlying, 'exchange'>,
  year: number,
  month: number,
  calendar: Calendar = exchangeCalendar,
): IstDate => monthlyOf(year * 12 + month - 1, exchange, calendar)

const monthOf = (day: IstDate): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

const monthliesFrom = (
  day: IstDate,
  exchange: OptionUnderlying['exchange'],
  calendar: Calendar,
): readonly IstDate[] =>
  [0, 1, 2].map((ahead) => monthlyOf(monthOf(day) + ahead, exchange, calendar)).filter((date) => date >= day)

/** A contract that ends on `day` is still alive. */
export const expiryOf = (
  { root, exchange }: Pick<OptionUnderlying, 'root' | 'exchange'>,
  pick: ExpiryPick,
  day: IstDate,
  calendar: Calendar = exchangeCalendar,
): IstDate => {
  const ladder = pick === 'monthly' ? undefined : weeklies[root]
  const weeks = ladder === undefined ? [] : weekliesFrom(day, exchange, ladder, calendar)
  // Weeklies that are about to be discontinued are followed by the monthlies.
  const isEnding = ladder === undefined || ladder.until !== undefined
  const alive = isEnding ? [...new Set([...weeks, ...monthliesFrom(day, exchange, calendar)])].sort() : weeks
  const expiry = alive[pick === 'next' ? 1 : 0]
  if (expiry === undefined) throw new RangeError(`no expiry of ${root} on or after ${day}`)
  return expiry
}

/** The lower of two equally near strikes, and at least one step. */
export const strikeAtMoney = (price: number, step: number): number =>
  Math.max(1, Math.ceil(price / step - 0.5)) * step

export const contractOf = (
  underlying: OptionUnderlying,
  { type, strike, expiry }: { readonly type: OptionType; readonly strike: number; readonly expiry: IstDate },
  currentLot: number,
  calendar: Calendar = exchangeCalendar,
): LegContract => {
  const { root, exchange } = underlying
  const isMonthly = monthlyOf(monthOf(expiry), exchange, calendar) === expiry
  const symbol = printOption(root, { date: expiry, kind: isMonthly ? 'monthly' : 'weekly' }, strike, type)
  return {
    instrument: instrumentId(exchange === 'NFO' ? 'NFO-OPT' : 'BFO-OPT', symbol),
    type,
    strike,
    expiry,
    lotSize: lotSizeOf(root, expiry, currentLot),
  }
}
