import { type Calendar, type Session, sessionOn } from '../../../src/domain/calendar.ts'
import { findOrderFault, findPriceFault } from '../../../src/domain/candle-check.ts'
import { parseInstrumentId } from '../../../src/domain/instrument.ts'
import { intervalMinutes } from '../../../src/domain/interval.ts'
import { candleStart } from '../../../src/domain/resample.ts'
import {
  dayNumberToIstDate,
  istDayNumber,
  istMinuteOfDay,
  MINUTE_MS,
  toIstClock,
  toIstDate,
} from '../../../src/domain/time.ts'
import { type CandleImportOptions, timeText } from './mapping.ts'
import { splitLine } from './split-line.ts'
import { createTimeReader } from './time-format.ts'

export interface Row {
  readonly at: number
  readonly day: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  readonly openInterest: number
}

export type ReadRow =
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'outside'; readonly reason: string }
  | { readonly kind: 'bad'; readonly reason: string }

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/

const toNumber = (text: string | undefined): number =>
  text !== undefined && NUMBER.test(text) ? Number(text) : Number.NaN

const bad = (reason: string): ReadRow => ({ kind: 'bad', reason })

/**
 * Reads lines of one import one after the other and remembers what came before, so that order, duplicates and a change
 * of symbol are seen. Null when the options' time format names no day.
 */
export const createRowReader = (
  options: CandleImportOptions,
  calendar: Calendar,
): ((line: string, columns: number) => ReadRow) | null => {
  const { mapping, interval } = options
  const readTime = createTimeReader(mapping.timeFormat, options.timeZone)
  if (readTime === null) return null
  const minutes = intervalMinutes(interval)
  const shift = options.timeMarks === 'close' && minutes !== null ? minutes * MINUTE_MS : 0
  const isDerivative = /^[NB]FO-/.test(parseInstrumentId(options.key)?.segment ?? '')
  const group = isDerivative ? 'derivatives' : 'continuous'
  let previousAt = Number.NEGATIVE_INFINITY
  let previousDay = Number.NEGATIVE_INFINITY
  let symbol: string | null = null
  let session: Session | null | 'unknown' = 'unknown'
  let sessionDay = Number.NaN

  const findOutside = (at: number, day: number): string | null => {
    if (interval === 'week' || interval === 'month') return null
    if (day !== sessionDay) {
      sessionDay = day
      const date = dayNumberToIstDate(day)
      const isKnownYear = calendar.years[Number(date.slice(0, 4))] !== undefined
      const found = sessionOn(date, group, calendar)
      // Nothing is said about the days of a year whose holidays are not known.
      session = isKnownYear || found !== null ? found : 'unknown'
    }
    if (session === 'unknown') return null
    if (session === null) return `${toIstDate(at)} is no trading day`
    if (minutes === null) return null
    const from = istMinuteOfDay(at)
    if (session.windows.some((window) => from < window.to && from + minutes > window.from)) return null
    return `${toIstDate(at)} ${toIstClock(at)} is outside the session`
  }

  return (line, columns) => {
    const fields = splitLine(line, mapping.delimiter)
    if (fields.length !== columns) return bad(`has ${fields.length} columns, the first row has ${columns}`)
    if (mapping.symbol !== null) {
      const named = fields[mapping.symbol] ?? ''
      if (symbol === null) symbol = named
      else if (named !== symbol) return bad(`is of ${named}, the rows before are of ${symbol}`)
    }
    const text = timeText(fields, mapping)
    const read = readTime(text)
    if (read === null) return bad(`"${text}" is not a time written ${mapping.timeFormat}`)
    const marked = read - shift
    const at = minutes === null ? candleStart(marked, interval) : marked
    if (at % MINUTE_MS !== 0) return bad(`"${text}" is not on a whole minute`)
    const day = istDayNumber(at)

    const outside = findOutside(at, day)
    if (outside !== null) return { kind: 'outside', reason: outside }

    const fault = findOrderFault(at, previousAt)
    if (fault !== null) return bad(fault)
    if (minutes !== null && day === previousDay && at - previousAt < minutes * MINUTE_MS) {
      return bad(
        `${toIstClock(at)} begins before the ${minutes}-minute candle of ${toIstClock(previousAt)} ends`,
      )
    }

    const open = toNumber(fields[mapping.open])
    const high = toNumber(fields[mapping.high])
    const low = toNumber(fields[mapping.low])
    const close = toNumber(fields[mapping.close])
    const priceFault = findPriceFault({ open, high, low, close })
    if (priceFault !== null) {
      const unread = (['open', 'high', 'low', 'close'] as const).find((name) =>
        Number.isNaN(toNumber(fields[mapping[name]])),
      )
      return bad(unread ? `${unread} "${fields[mapping[unread]]}" is not a number` : priceFault)
    }
    const quantities = [mapping.volume, mapping.openInterest].map((column) => {
      const quantity = column === null ? '' : (fields[column] ?? '')
      return quantity === '' ? 0 : toNumber(quantity)
    })
    const [volume = 0, openInterest = 0] = quantities
    if (!(volume >= 0 && volume < Number.POSITIVE_INFINITY)) {
      return bad(`volume "${fields[mapping.volume ?? 0]}" is not a quantity`)
    }
    if (!(openInterest >= 0 && openInterest < Number.POSITIVE_INFINITY)) {
      return bad(`open interest "${fields[mapping.openInterest ?? 0]}" is not a quantity`)
    }
    previousAt = at
    previousDay = day
    return { kind: 'row', row: { at, day, open, high, low, close, volume, openInterest } }
  }
}
