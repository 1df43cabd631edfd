import { expiriesBetween } from '../backtests/option-run/contracts.ts'
import { type Calendar, isTradingDay, isWeekend, nameOfDay } from '../calendar/calendar.ts'
import type { InstrumentId } from '../instruments/instrument.ts'
import type { InstrumentIndex } from '../instruments/instrument-index.ts'
import { addDays, type IstDate } from '../time.ts'

export interface MarkedDay {
  readonly date: IstDate
  readonly kind: 'expiry' | 'holiday'
  readonly label: string
}

interface Span {
  readonly from: IstDate
  readonly to: IstDate
  readonly calendar: Calendar
}

/** Expiries of the contracts on an index or share, or that of a contract; empty for what has none. */
export const expiryDays = (
  of: InstrumentId,
  index: Pick<InstrumentIndex, 'find' | 'expiriesOf' | 'optionsOf'>,
  { from, to, calendar }: Span,
): readonly MarkedDay[] => {
  const own = index.find(of)?.expiry ?? null
  if (own !== null) return own < from || own > to ? [] : [{ date: own, kind: 'expiry', label: 'Expiry' }]
  const [nearest] = index.expiriesOf(of)
  const [option] = nearest === undefined ? [] : index.optionsOf(of, nearest, 'CE')
  if (option === undefined) return []
  const underlying = { root: option.name, exchange: option.exchange === 'BFO' ? 'BFO' : 'NFO' } as const
  return expiriesBetween(underlying, from, to, calendar).map(({ date, isMonthly }) => ({
    date,
    kind: 'expiry',
    label: isMonthly ? 'Monthly expiry' : 'Expiry',
  }))
}

/** Days of the week without a session. */
export const holidaysBetween = ({ from, to, calendar }: Span): readonly MarkedDay[] => {
  const found: MarkedDay[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    if (isWeekend(date) || isTradingDay(date, calendar)) continue
    found.push({ date, kind: 'holiday', label: nameOfDay(date, calendar) ?? 'Holiday' })
  }
  return found
}
