import { type Calendar, type Session, sessionOn } from '../../../src/domain/calendar/calendar.ts'
import { findPriceFault, type Prices, widenRange } from '../../../src/domain/charts/candle-check.ts'
import { intervalMinutes } from '../../../src/domain/charts/interval.ts'
import { candleStart } from '../../../src/domain/charts/resample.ts'
import { parseInstrumentId } from '../../../src/domain/instruments/instrument.ts'
import {
  dayNumberToIstDate,
  istDayNumber,
  istMinuteOfDay,
  MINUTE_MS,
  toIstClock,
  toIstDate,
} from '../../../src/domain/time.ts'
import { findInstrument } from './instrument-alias.ts'
import { type CandleImportOptions, timeText } from './mapping.ts'
import { toNumber, toQuantity } from './number-text.ts'
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

/** `range`: open or close lies slightly outside low to high. */
export const rowFaults = ['outside', 'range', 'order', 'symbol', 'unreadable'] as const
export type RowFault = (typeof rowFaults)[number]

export type ReadRow =
  | { readonly kind: 'row'; readonly row: Row; readonly mended: string | null }
  | { readonly kind: 'other' }
  | { readonly kind: 'bad'; readonly fault: RowFault; readonly reason: string }

/** Series traded in lots of one share; others are bonds, blocks and the like. */
const shareSeries = new Set(['EQ', 'BE', 'BZ', 'SM', 'ST', 'SZ'])

const bad = (reason: string, fault: RowFault = 'unreadable'): ReadRow => ({ kind: 'bad', fault, reason })

/** Remembers the first symbol, to notice another one. Null when the time format names no day. */
export const createRowReader = (
  options: CandleImportOptions,
  calendar: Calendar,
): ((line: string, columns: number) => ReadRow) | null => {
  const { mapping, interval } = options
  const readTime = createTimeReader(mapping.timeFormat, options.timeZone)
  if (readTime === null) return null
  const minutes = intervalMinutes(interval)
  const shift = options.timeMarks === 'close' && minutes !== null ? minutes * MINUTE_MS : 0
  const instrument = parseInstrumentId(options.key)
  const isDerivative = /^[NB]FO-/.test(instrument?.segment ?? '')
  const group = isDerivative ? 'derivatives' : 'continuous'
  let symbol: string | null = null
  let isSymbolWanted = false
  let session: Session | null | 'unknown' = 'unknown'
  let sessionDay = Number.NaN

  const findOutside = (at: number, day: number): string | null => {
    if (interval === 'week' || interval === 'month') return null
    if (day !== sessionDay) {
      sessionDay = day
      const date = dayNumberToIstDate(day)
      const isKnownYear = calendar.years[Number(date.slice(0, 4))] !== undefined
      const found = sessionOn(date, group, calendar)
      // Days of a year without known holidays are not checked.
      session = isKnownYear || found !== null ? found : 'unknown'
    }
    if (session === 'unknown') return null
    if (session === null) return `${toIstDate(at)} is not a trading day`
    if (minutes === null) return null
    const from = istMinuteOfDay(at)
    if (session.windows.some((window) => from < window.to && from + minutes > window.from)) return null
    return `${toIstDate(at)} ${toIstClock(at)} is outside the session`
  }

  const isWanted = (named: string): boolean => {
    if (named !== symbol) {
      symbol = named
      isSymbolWanted =
        named.toUpperCase() === instrument?.tradingSymbol || findInstrument(named) === instrument?.id
    }
    return isSymbolWanted
  }

  const findOther = (fields: readonly string[]): ReadRow | null => {
    if (mapping.symbol === null) return null
    const named = fields[mapping.symbol] ?? ''
    if (options.otherSymbols === 'skip') {
      const series = mapping.series == null ? '' : (fields[mapping.series] ?? '')
      return isWanted(named) && (series === '' || shareSeries.has(series)) ? null : { kind: 'other' }
    }
    symbol ??= named
    return named === symbol ? null : bad(`belongs to ${named}; earlier rows belong to ${symbol}`, 'symbol')
  }

  const readPrices = (fields: readonly string[]): { prices: Prices; mended: string | null } | ReadRow => {
    const prices = {
      open: toNumber(fields[mapping.open]),
      high: toNumber(fields[mapping.high]),
      low: toNumber(fields[mapping.low]),
      close: toNumber(fields[mapping.close]),
    }
    const fault = findPriceFault(prices)
    if (fault === null) return { prices, mended: null }
    const unread = (['open', 'high', 'low', 'close'] as const).find((name) => Number.isNaN(prices[name]))
    if (unread !== undefined) return bad(`${unread} "${fields[mapping[unread]] ?? ''}" is not a number`)
    const wider = widenRange(prices)
    if (wider === null) return bad(fault)
    return options.onBadRanges === 'mend' ? { prices: wider, mended: fault } : bad(fault, 'range')
  }

  return (line, columns) => {
    const fields = splitLine(line, mapping.delimiter)
    if (fields.length !== columns) return bad(`has ${fields.length} columns, the first row has ${columns}`)
    const other = findOther(fields)
    if (other !== null) return other
    const text = timeText(fields, mapping)
    const read = readTime(text)
    if (read === null) return bad(`"${text}" is not a time written ${mapping.timeFormat}`)
    const marked = read - shift
    const at = minutes === null ? candleStart(marked, interval) : marked
    if (at % MINUTE_MS !== 0) return bad(`"${text}" is not on a whole minute`)
    const day = istDayNumber(at)

    const outside = findOutside(at, day)
    if (outside !== null) return bad(outside, 'outside')

    const priced = readPrices(fields)
    if ('kind' in priced) return priced
    const { prices, mended } = priced
    const [volume, openInterest] = [mapping.volume, mapping.openInterest].map((column) =>
      column === null ? 0 : toQuantity(fields[column] ?? ''),
    ) as [number, number]
    if (!isQuantity(volume)) return bad(`volume "${fields[mapping.volume ?? 0]}" is not a quantity`)
    if (!isQuantity(openInterest))
      return bad(`open interest "${fields[mapping.openInterest ?? 0]}" is not a quantity`)
    return { kind: 'row', row: { at, day, ...prices, volume, openInterest }, mended }
  }
}

const isQuantity = (value: number): boolean => value >= 0 && value < Number.POSITIVE_INFINITY
