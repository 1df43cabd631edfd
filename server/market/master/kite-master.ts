import {
  type Exchange,
  exchanges,
  type Instrument,
  instrumentId,
  instrumentTypes,
  type Segment,
  segments,
} from '../../../src/domain/instruments/instrument.ts'
import { findUnseen } from '../../../src/domain/plain-text.ts'
import { readWrittenDate } from '../../../src/domain/read-date.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { splitLine } from './csv-line.ts'
import { universeFlags } from './universe.ts'

export interface MasterBadRow {
  readonly line: number
  readonly reason: string
  readonly text: string
}

export interface ReadMaster {
  readonly instruments: readonly Instrument[]
  readonly badRows: readonly MasterBadRow[]
  readonly badRowCount: number
  readonly dropped: Readonly<Record<string, number>>
}

const BAD_ROWS_SHOWN = 50
const TEXT_SHOWN = 200

const columns = [
  'instrument_token',
  'exchange_token',
  'tradingsymbol',
  'name',
  'last_price',
  'expiry',
  'strike',
  'tick_size',
  'lot_size',
  'instrument_type',
  'segment',
  'exchange',
] as const

/** Last column of our own list; ignored, as membership is known by symbol. */
const FLAGS = 'universe'

type Field = Readonly<Record<(typeof columns)[number], string>>

/** Symbols are part of API calls and of comma-separated lists. */
const SYMBOL = /^[^",]+$/

const isNumber = (text: string): boolean => /^\d+(\.\d+)?$/.test(text)

/** `2026-01-27`, or re-saved by a spreadsheet or script: `27-01-2026`, `2026-01-27 00:00:00`. */
const readExpiry = (text: string): IstDate | null => readWrittenDate(text.replace(/[ T]00:00(:00)?$/, ''))

const findFault = (row: Field): string | null => {
  if (!/^\d+$/.test(row.instrument_token))
    return `instrument_token "${row.instrument_token}" is not a whole number`
  if (!/^\d+$/.test(row.exchange_token)) return `exchange_token "${row.exchange_token}" is not a whole number`
  if (row.tradingsymbol === '') return 'tradingsymbol is empty'
  for (const name of ['tradingsymbol', 'name'] as const) {
    const unseen = findUnseen(row[name])
    if (unseen !== null) return `${name} holds ${unseen}`
  }
  if (!SYMBOL.test(row.tradingsymbol))
    return `tradingsymbol "${row.tradingsymbol}" holds a comma or a quote, which no symbol has`
  const unread = (['strike', 'tick_size', 'lot_size'] as const).find((name) => !isNumber(row[name]))
  if (unread) return `${unread} "${row[unread]}" is not a number`
  if (row.last_price !== '' && !isNumber(row.last_price))
    return `last_price "${row.last_price}" is not a number`
  if (Number(row.lot_size) % 1 !== 0) return `lot_size "${row.lot_size}" is not a whole number`
  if (row.expiry !== '' && readExpiry(row.expiry) === null) return `expiry "${row.expiry}" is not a day`
  if (!instrumentTypes.some((type) => type === row.instrument_type)) {
    return `instrument_type "${row.instrument_type}" is not ${instrumentTypes.join(', ')}`
  }
  if (!exchanges.some((exchange) => exchange === row.exchange))
    return `exchange "${row.exchange}" is not known`
  return row.instrument_type === 'EQ' || row.expiry !== '' ? null : 'a derivative has no expiry'
}

const findFlagFault = (flags: string): string | null =>
  flags === '' || /^[01]{6}$/.test(flags) ? null : `${FLAGS} "${flags}" is not six flags of 0 and 1`

const toInstrument = (row: Field, segment: Segment): Instrument => ({
  id: instrumentId(segment, row.tradingsymbol),
  instrumentToken: Number(row.instrument_token),
  exchangeToken: Number(row.exchange_token),
  tradingSymbol: row.tradingsymbol,
  name: row.name,
  lastPrice: Number(row.last_price),
  expiry: row.expiry === '' ? null : readExpiry(row.expiry),
  strike: Number(row.strike),
  tickSize: Number(row.tick_size),
  lotSize: Number(row.lot_size),
  instrumentType: row.instrument_type as Instrument['instrumentType'],
  segment,
  exchange: row.exchange as Exchange,
  universe: universeFlags(segment, row.tradingsymbol),
})

/** Accepts spreadsheet re-saves: any quoting, `0.0`, day-first dates. Null when it has no master's header. */
export const readKiteMaster = (lines: readonly string[]): ReadMaster | null => {
  const header = (splitLine(lines[0] ?? '') ?? []).map((title) => title.trim())
  const columnIndices = columns.map((name) => header.indexOf(name))
  const flagsAt = header.indexOf(FLAGS)
  if (columnIndices.includes(-1)) return null
  const instruments: Instrument[] = []
  const badRows: MasterBadRow[] = []
  const dropped: Record<string, number> = {}
  const lineOf = new Map<string, number>()
  let badRowCount = 0
  const refuse = (line: number, reason: string): void => {
    badRowCount++
    if (badRows.length < BAD_ROWS_SHOWN) {
      badRows.push({ line, reason, text: (lines[line - 1] ?? '').slice(0, TEXT_SHOWN) })
    }
  }
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (line === '') continue
    const fields = splitLine(line)
    if (fields === null) {
      refuse(index + 1, 'has quotes that are not closed or stand inside a field')
      continue
    }
    if (fields.length !== header.length) {
      refuse(index + 1, `has ${fields.length} columns, the header has ${header.length}`)
      continue
    }
    const row = Object.fromEntries(
      columns.map((name, column) => [name, (fields[columnIndices[column] ?? 0] ?? '').trim()]),
    ) as Field
    const segment = segments.find((known) => known === row.segment)
    if (segment === undefined) {
      dropped[row.segment] = (dropped[row.segment] ?? 0) + 1
      continue
    }
    const fault = findFault(row) ?? findFlagFault(flagsAt < 0 ? '' : (fields[flagsAt] ?? '').trim())
    if (fault !== null) {
      refuse(index + 1, fault)
      continue
    }
    const instrument = toInstrument(row, segment)
    const before = lineOf.get(instrument.id)
    if (before !== undefined) {
      refuse(index + 1, `${row.tradingsymbol} is on line ${before} already`)
      continue
    }
    lineOf.set(instrument.id, index + 1)
    instruments.push(instrument)
  }
  return { instruments, badRows, badRowCount, dropped }
}
