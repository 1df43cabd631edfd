import { type Calendar, exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { indexExpiries, lastWeekdayOf, settledOn } from '../../../src/domain/instruments/expiry.ts'
import { type Instrument, instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type IstDate, istDateToDayNumber } from '../../../src/domain/time.ts'
import { findSimulated, indexContracts } from '../master/universe.ts'
import type { Simulated } from './character.ts'

export interface Contract {
  readonly kind: 'future' | 'option'
  readonly name: string
  readonly root: string
  readonly underlying: Simulated
  readonly expiry: IstDate
  readonly expiryDay: number
  /** First session, in days since 1970-01-01. */
  readonly listedDay: number
  /** Rupees; 0 for a future. */
  readonly strike: number
  readonly type: 'FUT' | 'CE' | 'PE'
  readonly tickPaise: number
  readonly lotSize: number
  readonly exchange: 'NFO' | 'BFO'
}

const indexOfRoot = new Map(indexContracts.map(({ root, index }) => [root, `INDICES_${index}`]))

export const underlyingOf = (root: string): Simulated | null =>
  findSimulated(
    (indexOfRoot.get(root) as ReturnType<typeof instrumentId> | undefined) ?? instrumentId('NSE', root),
  )

const WEEKLY_DAYS = 35
const MONTHLY_DAYS = 92
const QUARTERLY_DAYS = 365
const HALF_YEARLY_DAYS = 5 * 366

const listedFor = (root: string, expiry: IstDate, calendar: Calendar): number => {
  const rule = indexExpiries[root]
  const [year, month] = [Number(expiry.slice(0, 4)), Number(expiry.slice(5, 7)) - 1]
  const weekday = rule?.weekday
  if (weekday === undefined) return MONTHLY_DAYS
  if (rule !== undefined && rule.weeklies > 0) {
    if (settledOn(lastWeekdayOf(year, month, weekday), calendar) !== expiry) return WEEKLY_DAYS
  }
  if ((rule?.halfYearlies ?? 0) > 0 && month % 6 === 5) return HALF_YEARLY_DAYS
  return (rule?.quarterlies ?? 0) > 0 && month % 3 === 2 ? QUARTERLY_DAYS : MONTHLY_DAYS
}

export const findContract = (
  instrument: Instrument,
  calendar: Calendar = exchangeCalendar,
): Contract | null => {
  const { expiry, instrumentType, name: root, exchange } = instrument
  if (expiry === null || instrumentType === 'EQ' || (exchange !== 'NFO' && exchange !== 'BFO')) return null
  const underlying = underlyingOf(root)
  if (underlying === null) return null
  const expiryDay = istDateToDayNumber(expiry)
  return {
    kind: instrumentType === 'FUT' ? 'future' : 'option',
    name: instrument.id,
    root,
    underlying,
    expiry,
    expiryDay,
    // A future is listed for three months, whatever the options of its day are.
    listedDay: expiryDay - (instrumentType === 'FUT' ? MONTHLY_DAYS : listedFor(root, expiry, calendar)),
    strike: instrument.strike,
    type: instrumentType,
    tickPaise: Math.max(1, Math.round(instrument.tickSize * 100)),
    lotSize: Math.max(1, instrument.lotSize),
    exchange,
  }
}
