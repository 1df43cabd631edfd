import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { intervalMinutes } from '../../../src/domain/charts/interval.ts'
import type { StagedDay } from '../../store/charts/candle-imports.ts'
import { createDayColumns } from './day-columns.ts'
import { findInstrument, symbolOfFileName } from './instrument-alias.ts'
import type { CandleImportOptions } from './mapping.ts'
import { createOrderWatch } from './order-watch.ts'
import { createRowReader, type ReadRow, type Row, type RowFault } from './row-reader.ts'
import { splitLine } from './split-line.ts'
import { FileFault, readLines } from './text-lines.ts'

export const BAD_ROWS_SHOWN = 50
/** Five years of minutes, 30 MB. */
const ROWS_HELD = 500_000
/** Eight years of days, for one among thousands of instruments. */
const ROWS_HELD_OF_MANY = 2_000
const TEXT_CHARS = 200

export interface ImportFile {
  readonly path: string
  readonly name: string
  readonly bytes: number
}

export interface ShownRow {
  readonly file: string
  readonly line: number
  readonly reason: string
  readonly text: string
}

export interface RowTally {
  bytesRead: number
  rows: number
  skippedRows: number
  otherRows: number
  sortedRows: number
  mendedRowCount: number
  readonly mendedRows: ShownRow[]
  badRowCount: number
  readonly badRows: ShownRow[]
  readonly faults: Record<RowFault, number>
}

export const createTally = (): RowTally => ({
  bytesRead: 0,
  rows: 0,
  skippedRows: 0,
  otherRows: 0,
  sortedRows: 0,
  mendedRowCount: 0,
  mendedRows: [],
  badRowCount: 0,
  badRows: [],
  faults: { outside: 0, range: 0, order: 0, symbol: 0, unreadable: 0 },
})

export interface DayReading {
  readonly files: readonly ImportFile[]
  readonly options: CandleImportOptions
  readonly calendar: Calendar
  readonly signal: AbortSignal
  readonly tally: RowTally
  readonly onDay: (day: StagedDay) => void
  readonly onPiece: () => Promise<void> | void
}

const naming = (file: { readonly name: string }, error: unknown): unknown =>
  error instanceof FileFault ? new FileFault(`${file.name} ${error.message}`, { cause: error }) : error

/** Ends early when aborted. Throws FileFault. */
export const readDays = async (reading: DayReading): Promise<void> => {
  const { files, options, tally, signal, onDay } = reading
  const readerOf = createReaderOf(reading)
  const columns = createColumnsByKey(options)
  const take = takeRow(reading)
  let bytesBefore = 0
  for (const file of files) {
    const orders = createOrdersByKey(options)
    let line = 0
    try {
      const readNext = createLineReader(readerOf(file), options)
      for await (const batch of readLines(file.path)) {
        for (const text of batch.lines) {
          line++
          const read = readNext(text)
          if (read === null) continue
          take(read, { file: file.name, line, text }, (row) => orders.look(row) ?? columns.add(row))
          if (read.kind === 'row') for (const day of columns.of(read.row.key).takeOverflow()) onDay(day)
        }
        tally.bytesRead = bytesBefore + batch.bytesRead
        await reading.onPiece()
        if (signal.aborted) return
      }
    } catch (error) {
      throw naming(file, error)
    }
    tally.sortedRows += orders.sorted()
    bytesBefore += file.bytes
  }
  for (const series of columns.all()) for (const day of series.takeAll()) onDay(day)
}

const createReaderOf = ({ options, calendar }: DayReading) => {
  const create = (key: string) => {
    const reader = createRowReader({ ...options, key }, calendar)
    if (reader !== null) return reader
    throw new FileFault(`The time format ${options.mapping.timeFormat} names no year and day`)
  }
  const shared = create(options.key)
  return ({ name }: ImportFile) => {
    if (options.instrumentsFrom !== 'file_name') return shared
    const key = findInstrument(symbolOfFileName(name))
    if (key === null) throw new FileFault('has a name that begins with no symbol')
    return create(key)
  }
}

interface Misfit {
  readonly fault: RowFault
  readonly reason: string
}

type DayColumns = ReturnType<typeof createDayColumns>

const createColumnsByKey = ({ interval, rowOrder, instrumentsFrom }: CandleImportOptions) => {
  const settings = {
    minutes: intervalMinutes(interval),
    isAnyOrder: rowOrder === 'any',
    rowsHeld: (instrumentsFrom ?? 'key') === 'key' ? ROWS_HELD : ROWS_HELD_OF_MANY,
  }
  const byKey = new Map<string, DayColumns>()
  let last: { readonly key: string; readonly columns: DayColumns } | null = null
  const of = (key: string): DayColumns => {
    if (last?.key === key) return last.columns
    const columns = byKey.get(key) ?? createDayColumns(key, settings)
    byKey.set(key, columns)
    last = { key, columns }
    return columns
  }
  return {
    of,
    add(row: Row): Misfit | null {
      const reason = of(row.key).add(row)
      return reason === null ? null : { fault: 'unreadable', reason }
    },
    all: () => byKey.values(),
  }
}

const createOrdersByKey = ({ rowOrder = 'ascending' }: CandleImportOptions) => {
  const byKey = new Map<string, ReturnType<typeof createOrderWatch>>()
  return {
    look({ key, at }: Row): Misfit | null {
      const watch = byKey.get(key) ?? createOrderWatch(rowOrder)
      byKey.set(key, watch)
      const reason = watch.look(at)
      return reason === null ? null : { fault: 'order', reason }
    },
    sorted: () => [...byKey.values()].reduce((sum, { sorted }) => sum + sorted, 0),
  }
}

const createLineReader = (
  readRow: NonNullable<ReturnType<typeof createRowReader>>,
  { mapping: { hasHeader, delimiter } }: CandleImportOptions,
) => {
  let columns: number | null = null
  let headerLeft = hasHeader
  return (text: string): ReadRow | null => {
    if (text.trim() === '') return null
    columns ??= splitLine(text, delimiter).length
    if (!headerLeft) return readRow(text, columns)
    headerLeft = false
    return null
  }
}

interface Where {
  readonly file: string
  readonly line: number
  readonly text: string
}

const takeRow =
  ({ options, tally }: DayReading) =>
  (read: ReadRow, { file, line, text }: Where, add: (row: Row) => Misfit | null): void => {
    const show = (rows: ShownRow[], reason: string): void => {
      if (rows.length < BAD_ROWS_SHOWN) rows.push({ file, line, reason, text: text.slice(0, TEXT_CHARS) })
    }
    const refuse = ({ fault, reason }: Misfit): void => {
      tally.badRowCount++
      tally.faults[fault]++
      show(tally.badRows, reason)
    }
    if (read.kind === 'other') {
      tally.otherRows++
      return
    }
    if (read.kind === 'bad') {
      if (read.fault === 'outside' && options.outsideSession === 'skip') tally.skippedRows++
      else refuse(read)
      return
    }
    const misfit = add(read.row)
    if (misfit !== null) refuse(misfit)
    else {
      tally.rows++
      if (read.mended === null) return
      tally.mendedRowCount++
      show(tally.mendedRows, read.mended)
    }
  }
