import { type Calendar, exchangeCalendar } from '../../calendar/calendar.ts'
import { printOption } from '../../instruments/contract-symbol.ts'
import { lastWeekdayOf, settledOn } from '../../instruments/expiry.ts'
import { instrumentId } from '../../instruments/instrument.ts'
import type { OptionType } from '../../options/black-76.ts'
import { addDays, type IstDate, weekdayOf, weekdayUntil } from '../../time.ts'
import type { ExpiryPick, LegContract, OptionUnderlying } from './rules.ts'

interface Dated {
  readonly from: IstDate
  readonly value: number
}

const OLDEST = '2000-01-01'
const since = (from: string, value: number): Dated => ({ from: from as IstDate, value })

const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY] = [1, 2, 3, 4, 5] as const

/** Expiry weekdays, oldest first: of weeklies by their nominal day, of monthlies by the first of the month. */
interface Cycle {
  readonly weekly: readonly Dated[]
  readonly lastWeekly?: IstDate
  readonly monthly: readonly Dated[]
}

const nseDays = [since(OLDEST, THURSDAY), since('2025-09-01', TUESDAY)]
const nseIndexDays = [since('2025-01-01', THURSDAY), since('2025-09-01', TUESDAY)]
const bseIndexDays = [since('2025-01-01', TUESDAY), since('2025-09-01', THURSDAY)]

/** As in the exchanges' circulars. One index per exchange has weeklies since November 2024, all share a weekday since 2025. */
const cycles: Readonly<Record<string, Cycle>> = {
  NIFTY: { weekly: nseDays, monthly: nseDays },
  BANKNIFTY: {
    weekly: [since(OLDEST, THURSDAY), since('2023-09-04', WEDNESDAY)],
    lastWeekly: '2024-11-13' as IstDate,
    monthly: [since(OLDEST, THURSDAY), since('2024-03-01', WEDNESDAY), ...nseIndexDays],
  },
  FINNIFTY: {
    weekly: [since(OLDEST, TUESDAY)],
    lastWeekly: '2024-11-19' as IstDate,
    monthly: [since(OLDEST, TUESDAY), ...nseIndexDays],
  },
  MIDCPNIFTY: {
    weekly: [since(OLDEST, TUESDAY), since('2023-04-27', WEDNESDAY), since('2023-08-17', MONDAY)],
    lastWeekly: '2024-11-18' as IstDate,
    monthly: [
      since(OLDEST, TUESDAY),
      since('2023-05-01', WEDNESDAY),
      since('2023-08-01', MONDAY),
      ...nseIndexDays,
    ],
  },
  NIFTYNXT50: { weekly: [], monthly: [since(OLDEST, FRIDAY), ...nseIndexDays] },
  SENSEX: {
    weekly: [
      since(OLDEST, THURSDAY),
      since('2023-05-15', FRIDAY),
      since('2025-01-04', TUESDAY),
      since('2025-09-01', THURSDAY),
    ],
    monthly: [since(OLDEST, THURSDAY), since('2023-05-01', FRIDAY), ...bseIndexDays],
  },
  BANKEX: {
    weekly: [since(OLDEST, THURSDAY), since('2023-05-15', FRIDAY), since('2023-10-16', MONDAY)],
    lastWeekly: '2024-11-18' as IstDate,
    monthly: [
      since(OLDEST, THURSDAY),
      since('2023-05-01', FRIDAY),
      since('2023-10-01', MONDAY),
      ...bseIndexDays,
    ],
  },
}

type Root = Pick<OptionUnderlying, 'root' | 'exchange'>

const cycleOf = ({ root, exchange }: Root): Cycle =>
  cycles[root] ?? { weekly: [], monthly: exchange === 'NFO' ? nseDays : bseIndexDays }

/** Units by expiry day. New series alone get a new lot: the months of January 2025 ended later than its first weeks. */
const lots: Readonly<Record<string, readonly Dated[]>> = {
  NIFTY: [
    since(OLDEST, 75),
    since('2021-07-29', 50),
    since('2024-05-02', 25),
    since('2025-01-02', 75),
    since('2025-01-30', 25),
    since('2025-02-01', 75),
    since('2026-01-01', 65),
  ],
  BANKNIFTY: [
    since(OLDEST, 25),
    since('2023-07-27', 15),
    since('2025-02-01', 30),
    since('2025-07-01', 35),
    since('2026-01-01', 30),
  ],
  FINNIFTY: [since(OLDEST, 40), since('2024-07-30', 25), since('2025-02-01', 65), since('2026-01-01', 60)],
  MIDCPNIFTY: [
    since(OLDEST, 75),
    since('2024-07-29', 50),
    since('2025-02-01', 120),
    since('2025-07-01', 140),
    since('2026-01-01', 120),
  ],
  NIFTYNXT50: [since(OLDEST, 10), since('2025-02-01', 25)],
  SENSEX: [
    since(OLDEST, 15),
    since('2023-05-15', 10),
    since('2025-01-07', 20),
    since('2025-01-28', 10),
    since('2025-02-01', 20),
  ],
  BANKEX: [since(OLDEST, 20), since('2023-05-15', 15), since('2025-02-01', 30)],
}

/** Before it the oldest known rule applies: weekdays, weeklies and lots were others. */
export const CONTRACTS_KNOWN_FROM = '2022-01-01' as IstDate

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

const monthOf = (day: IstDate): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

const nominalMonthlyOf = (month: number, { monthly }: Cycle): IstDate => {
  const [year, index] = [Math.floor(month / 12), month % 12]
  const first = `${year}-${String(index + 1).padStart(2, '0')}-01` as IstDate
  return lastWeekdayOf(year, index, valueOn(monthly, first) ?? 0)
}

const mondayOf = (day: IstDate): IstDate => weekdayUntil(day, MONDAY)

/** BANKNIFTY's weeks ended on Wednesdays while its months ended on Thursdays: the last week had no expiry of its own. */
const isWeekOfMonthly = (nominal: IstDate, cycle: Cycle): boolean =>
  [-1, 0].some((ahead) => {
    const monthly = nominalMonthlyOf(monthOf(nominal) + ahead, cycle)
    return monthly !== nominal && mondayOf(monthly) === mondayOf(nominal)
  })

const weekliesFrom = (day: IstDate, cycle: Cycle, calendar: Calendar): readonly IstDate[] =>
  Array.from({ length: DAYS_AHEAD }, (_, ahead) => addDays(day, ahead))
    .filter((nominal) => cycle.lastWeekly === undefined || nominal <= cycle.lastWeekly)
    .filter((nominal) => weekdayOf(nominal) === valueOn(cycle.weekly, nominal))
    .filter((nominal) => !isWeekOfMonthly(nominal, cycle))
    .map((nominal) => settledOn(nominal, calendar))
    .filter((date) => date >= day)

const monthlyOf = (month: number, cycle: Cycle, calendar: Calendar): IstDate =>
  settledOn(nominalMonthlyOf(month, cycle), calendar)

/** `month` is 1 to 12. */
export const monthlyExpiryOf = (
  underlying: Root,
  year: number,
  month: number,
  calendar: Calendar = exchangeCalendar,
): IstDate => monthlyOf(year * 12 + month - 1, cycleOf(underlying), calendar)

const monthliesFrom = (day: IstDate, cycle: Cycle, calendar: Calendar): readonly IstDate[] =>
  [0, 1, 2].map((ahead) => monthlyOf(monthOf(day) + ahead, cycle, calendar)).filter((date) => date >= day)

/** A contract that ends on `day` is still alive. */
export const expiryOf = (
  underlying: Root,
  pick: ExpiryPick,
  day: IstDate,
  calendar: Calendar = exchangeCalendar,
): IstDate => {
  const cycle = cycleOf(underlying)
  const weeks = pick === 'monthly' ? [] : weekliesFrom(day, cycle, calendar)
  const alive = [...new Set([...weeks, ...monthliesFrom(day, cycle, calendar)])].sort()
  const expiry = alive[pick === 'next' ? 1 : 0]
  if (expiry === undefined) throw new RangeError(`no expiry of ${underlying.root} on or after ${day}`)
  return expiry
}

export interface DatedExpiry {
  readonly date: IstDate
  readonly isMonthly: boolean
}

/** Ascending, both days included. */
export const expiriesBetween = (
  underlying: Root,
  from: IstDate,
  to: IstDate,
  calendar: Calendar = exchangeCalendar,
): readonly DatedExpiry[] => {
  const cycle = cycleOf(underlying)
  const monthlies = new Set<IstDate>()
  for (let month = monthOf(from); month <= monthOf(to); month++)
    monthlies.add(monthlyOf(month, cycle, calendar))
  const dates = new Set(monthlies)
  // Half of what each look covers, as a holiday moves an expiry to before its week.
  for (let day = from; day <= to; day = addDays(day, Math.floor(DAYS_AHEAD / 2)))
    for (const date of weekliesFrom(day, cycle, calendar)) dates.add(date)
  return [...dates]
    .filter((date) => date >= from && date <= to)
    .sort()
    .map((date) => ({ date, isMonthly: monthlies.has(date) }))
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
  const isMonthly = monthlyOf(monthOf(expiry), cycleOf(underlying), calendar) === expiry
  const symbol = printOption(root, { date: expiry, kind: isMonthly ? 'monthly' : 'weekly' }, strike, type)
  return {
    instrument: instrumentId(exchange === 'NFO' ? 'NFO-OPT' : 'BFO-OPT', symbol),
    type,
    strike,
    expiry,
    lotSize: lotSizeOf(root, expiry, currentLot),
  }
}
