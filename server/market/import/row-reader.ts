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
  readonly key: string
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

type NoRow =
  | { readonly kind: 'other' }
  | { readonly kind: 'bad'; readonly fault: RowFault; readonly reason: string }

export type ReadRow = { readonly kind: 'row'; readonly row: Row; readonly mended: string | null } | NoRow

/** Series traded in lots of one share; others are bonds, blocks and the like. */
const shareSeries = new Set(['EQ', 'BE', 'BZ', 'SM', 'ST', 'SZ'])

const bad = (reason: string, fault: RowFault = 'unreadable'): NoRow => ({ kind: 'bad', fault, reason })

type KeyOf = (fields: readonly string[]) => string | NoRow

const OTHER: NoRow = { kind: 'other' }

/** Each symbol is read once, as files of the exchange repeat thousands of them every day. */
const createSymbolReader = (only: readonly string[] | undefined): ((named: string) => string | null) => {
  const wanted = only === undefined ? null : new Set(only)
  const bySymbol = new Map((only ?? []).map((key) => [parseInstrumentId(key)?.tradingSymbol, key]))
  const known = new Map<string, string | null>()
  const find = (named: string): string | null => {
    const key = bySymbol.get(named.toUpperCase()) ?? findInstrument(named)
    return key !== null && (wanted === null || wanted.has(key)) ? key : null
  }
  return (named) => {
    const before = known.get(named)
    if (before !== undefined) return before
    const key = find(named)
    known.set(named, key)
    return key
  }
}

const keyOfOne = ({ mapping, key, otherSymbols }: CandleImportOptions): KeyOf => {
  const findOurs = createSymbolReader([key])
  let first: string | null = null
  return (fields) => {
    if (mapping.symbol === null) return key
    const named = fields[mapping.symbol] ?? ''
    if (otherSymbols === 'skip') return findOurs(named) === null || !isOfShares(fields, mapping) ? OTHER : key
    first ??= named
    return named === first ? key : bad(`belongs to ${named}; earlier rows belong to ${first}`, 'symbol')
  }
}

const isOfShares = (fields: readonly string[], { series }: CandleImportOptions['mapping']): boolean => {
  const named = series == null ? '' : (fields[series] ?? '')
  return named === '' || shareSeries.has(named)
}

const createKeyOf = (options: CandleImportOptions): KeyOf => {
  const { mapping, instrumentsFrom, onlyKeys } = options
  if (instrumentsFrom !== 'symbol_column' || mapping.symbol === null) return keyOfOne(options)
  const { symbol } = mapping
  const find = createSymbolReader(onlyKeys)
  return (fields) => (isOfShares(fields, mapping) ? (find(fields[symbol] ?? '') ?? OTHER) : OTHER)
}

type SessionGroup = 'derivatives' | 'continuous'

const createGroupOf = (): ((key: string) => SessionGroup) => {
  let last = { key: '', group: 'continuous' as SessionGroup }
  return (key) => {
    if (key !== last.key) {
      const segment = parseInstrumentId(key)?.segment ?? ''
      last = { key, group: /^[NB]FO-/.test(segment) ? 'derivatives' : 'continuous' }
    }
    return last.group
  }
}

/** Why a time is outside the session, or null. Days of a year without known holidays are not checked. */
const createSessionCheck = ({ interval }: CandleImportOptions, calendar: Calendar) => {
  const minutes = intervalMinutes(interval)
  const groupOf = createGroupOf()
  let known: { day: number; group: SessionGroup; session: Session | null | 'unknown' } | null = null
  const sessionOf = (day: number, group: SessionGroup): Session | null | 'unknown' => {
    if (known?.day === day && known.group === group) return known.session
    const date = dayNumberToIstDate(day)
    const found = sessionOn(date, group, calendar)
    const isKnownYear = calendar.years[Number(date.slice(0, 4))] !== undefined
    known = { day, group, session: isKnownYear || found !== null ? found : 'unknown' }
    return known.session
  }
  return (at: number, day: number, key: string): string | null => {
    if (interval === 'week' || interval === 'month') return null
    const session = sessionOf(day, groupOf(key))
    if (session === 'unknown') return null
    if (session === null) return `${toIstDate(at)} is not a trading day`
    if (minutes === null) return null
    const from = istMinuteOfDay(at)
    if (session.windows.some((window) => from < window.to && from + minutes > window.from)) return null
    return `${toIstDate(at)} ${toIstClock(at)} is outside the session`
  }
}

/** Null when the time format names no day. */
export const createRowReader = (
  options: CandleImportOptions,
  calendar: Calendar,
): ((line: string, columns: number) => ReadRow) | null => {
  const { mapping, interval } = options
  const readTime = createTimeReader(mapping.timeFormat, options.timeZone)
  if (readTime === null) return null
  const minutes = intervalMinutes(interval)
  const shift = options.timeMarks === 'close' && minutes !== null ? minutes * MINUTE_MS : 0
  const keyOf = createKeyOf(options)
  const findOutside = createSessionCheck(options, calendar)

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
    const key = keyOf(fields)
    if (typeof key !== 'string') return key
    const text = timeText(fields, mapping)
    const read = readTime(text)
    if (read === null) return bad(`"${text}" is not a time written ${mapping.timeFormat}`)
    const marked = read - shift
    const at = minutes === null ? candleStart(marked, interval) : marked
    if (at % MINUTE_MS !== 0) return bad(`"${text}" is not on a whole minute`)
    const day = istDayNumber(at)

    const outside = findOutside(at, day, key)
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
    return { kind: 'row', row: { key, at, day, ...prices, volume, openInterest }, mended }
  }
}

const isQuantity = (value: number): boolean => value >= 0 && value < Number.POSITIVE_INFINITY
