import { addDays, type IstDate, weekdayFrom, weekdayUntil } from '../time.ts'

export const periodKinds = ['day', 'week', 'month', 'quarter', 'year', 'all'] as const
export type PeriodKind = (typeof periodKinds)[number]

export const periodNames: Readonly<Record<PeriodKind, string>> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  quarter: 'Quarter',
  year: 'Financial year',
  all: 'All',
}

export interface Period<Kind extends PeriodKind = PeriodKind> {
  readonly kind: Kind
  readonly from: IstDate
  /** Included. */
  readonly to: IstDate
}

export const isWithin = ({ from, to }: Pick<Period, 'from' | 'to'>, day: IstDate): boolean =>
  from <= day && day <= to

const dateOf = (year: number, month: number): IstDate => {
  const at = new Date(Date.UTC(year, month - 1, 1))
  return at.toISOString().slice(0, 10) as IstDate
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const
/** India's financial year. */
const YEAR_BEGINS = 4
const [SUNDAY, MONDAY] = [0, 1]

/** The day, week, month, quarter or financial year that holds a day. */
export const periodAround = (
  kind: PeriodKind,
  day: IstDate,
  span: { readonly from: IstDate; readonly to: IstDate },
): Period => {
  if (kind === 'all') return { kind, ...span }
  if (kind === 'day') return { kind, from: day, to: day }
  if (kind === 'week') return { kind, from: weekdayUntil(day, MONDAY), to: weekdayFrom(day, SUNDAY) }
  const months = MONTHS[kind]
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  const sinceApril = (month - YEAR_BEGINS + 12) % 12
  const first = month - (sinceApril % months)
  return { kind, from: dateOf(year, first), to: addDays(dateOf(year, first + months), -1) }
}

export const periodBefore = ({ kind, from }: Period): Period =>
  kind === 'all' ? { kind, from, to: from } : periodAround(kind, addDays(from, -1), { from, to: from })
export const periodAfter = ({ kind, to }: Period): Period =>
  periodAround(kind, addDays(to, 1), { from: to, to })
