import { dayInWords, yearOf } from '../dates-in-words.ts'
import { indexExpiries, nseStockExpiries } from '../instruments/expiry.ts'
import { type InstrumentId, parseInstrumentId } from '../instruments/instrument.ts'
import type { InstrumentIndex } from '../instruments/instrument-index.ts'
import { expiryParts } from '../instruments/instrument-names.ts'
import { addDays, type IstDate } from '../time.ts'
import { type Calendar, isTradingDay, isWeekend, nameOfDay } from './calendar.ts'
import { movedFrom } from './holidays/expiry-moves.ts'
import { windowsInWords } from './holidays/windows-in-words.ts'

export interface DayAhead {
  readonly date: IstDate
  readonly words: string
  readonly held: number
  /** Set where an expiry is not on its regular day. */
  readonly why: string | null
}

const expiring = ['NIFTY 50', 'NIFTY BANK', 'SENSEX'].map((symbol) => `INDICES_${symbol}` as InstrumentId)
const HOLIDAYS_WITHIN_DAYS = 45
const EXPIRIES_OF_EACH = 2

interface Ahead {
  readonly today: IstDate
  readonly index: Pick<InstrumentIndex, 'find' | 'expiriesOf' | 'optionsOf'>
  readonly held: readonly string[]
  readonly calendar: Calendar
}

export const daysAhead = ({ today, index, held, calendar }: Ahead, most: number): readonly DayAhead[] => {
  const contracts = held.flatMap((id) => {
    const found = index.find(id as InstrumentId)
    return found === null || found.expiry === null ? [] : [{ name: found.name, expiry: found.expiry }]
  })
  const heldOn = (name: string, date: IstDate): number =>
    contracts.filter((one) => one.name === name && one.expiry === date).length
  const ofIndices = expiring.flatMap((underlying) => {
    const all = index.expiriesOf(underlying)
    return all
      .filter((date) => date >= today)
      .slice(0, EXPIRIES_OF_EACH)
      .map((date) => {
        const name = nameOf(index, underlying, date)
        return {
          name,
          date,
          words: `${name} ${kindOf(date, all)} expiry`,
          held: heldOn(name, date),
          why: whyMoved(name, date, calendar),
        }
      })
  })
  const others = contracts.filter(
    ({ name, expiry }, index) =>
      !ofIndices.some((one) => one.name === name && one.date === expiry) &&
      contracts.findIndex((one) => one.name === name && one.expiry === expiry) === index,
  )
  return [
    ...ofIndices.map(({ name: _, ...day }) => day),
    ...others.map(({ name, expiry }) => ({
      date: expiry,
      words: `${name} expiry`,
      held: heldOn(name, expiry),
      why: whyMoved(name, expiry, calendar),
    })),
    ...holidaysAfter(today, calendar),
  ]
    .sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : other.held - one.held))
    .slice(0, most)
}

/** `Moved from Tue 24 Nov: Guru Nanak Jayanti`. Shares expire as NSE has it. */
const whyMoved = (name: string, date: IstDate, calendar: Calendar): string | null => {
  const { weekday } = indexExpiries[name] ?? nseStockExpiries
  const nominal = movedFrom(date, weekday, calendar)
  if (nominal === null) return null
  const holiday = nameOfDay(nominal, calendar) ?? 'no full session'
  return `Moved from ${dayInWords(nominal)}: ${holiday}`
}

const nameOf = (index: Ahead['index'], underlying: InstrumentId, date: IstDate): string =>
  index.optionsOf(underlying, date, 'CE')[0]?.name ??
  parseInstrumentId(underlying)?.tradingSymbol ??
  underlying

const kindOf = (date: IstDate, all: readonly IstDate[]): string =>
  expiryParts(date, all).expiryName.endsWith('MONTHLY') ? 'monthly' : 'weekly'

const holidaysAfter = (today: IstDate, calendar: Calendar): readonly DayAhead[] =>
  Array.from({ length: HOLIDAYS_WITHIN_DAYS }, (_, days) => addDays(today, days + 1)).flatMap((date) => {
    const words = wordsOf(date, calendar)
    return words === null ? [] : [{ date, words, held: 0, why: null }]
  })

const wordsOf = (date: IstDate, calendar: Calendar): string | null => {
  const name = nameOfDay(date, calendar)
  const windows = calendar.years[yearOf(date)]?.special[date.slice(5)]
  if (windows !== undefined) return `${name ?? 'Special session'}, open ${windowsInWords(windows)}`
  return isWeekend(date) || isTradingDay(date, calendar) ? null : `${name ?? 'Holiday'}, exchanges closed`
}
