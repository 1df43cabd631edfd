import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { intervalMinutes } from '../../../src/domain/charts/interval.ts'
import type { StagedDay } from '../../store/charts/candle-imports.ts'
import { createDayColumns } from './day-columns.ts'
import type { CandleImportOptions } from './mapping.ts'
import { createOrderWatch } from './order-watch.ts'
import { createRowReader, type ReadRow, type RowFault } from './row-reader.ts'
import { splitLine } from './split-line.ts'
import { FileFault, readLines } from './text-lines.ts'

export const BAD_ROWS_SHOWN = 50
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
  /** Called once per day, in no order. */
  readonly onDay: (day: StagedDay) => void
  readonly onPiece: () => Promise<void> | void
}

const naming = (file: { readonly name: string }, error: unknown): unknown =>
  error instanceof FileFault ? new FileFault(`${file.name} ${error.message}`, { cause: error }) : error

/** Ends early when aborted. Throws FileFault. */
export const readDays = async (reading: DayReading): Promise<void> => {
  const { files, options, calendar, tally, signal, onDay } = reading
  const readRow = createRowReader(options, calendar)
  if (readRow === null)
    throw new FileFault(`The time format ${options.mapping.timeFormat} names no year and day`)
  const days = createDayColumns({
    minutes: intervalMinutes(options.interval),
    isAnyOrder: options.rowOrder === 'any',
  })
  const take = takeRow(reading, days)
  let bytesBefore = 0
  for (const file of files) {
    const readNext = createLineReader(readRow, options)
    const order = createOrderWatch(options.rowOrder ?? 'ascending')
    let line = 0
    try {
      for await (const batch of readLines(file.path)) {
        for (const text of batch.lines) {
          line++
          const read = readNext(text)
          if (read !== null) take(read, order, { file: file.name, line, text })
          for (const day of days.takeOverflow()) onDay(day)
        }
        tally.bytesRead = bytesBefore + batch.bytesRead
        await reading.onPiece()
        if (signal.aborted) return
      }
    } catch (error) {
      throw naming(file, error)
    }
    tally.sortedRows += order.sorted
    bytesBefore += file.bytes
  }
  for (const day of days.takeAll()) onDay(day)
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
  ({ options, tally }: DayReading, days: ReturnType<typeof createDayColumns>) =>
  (read: ReadRow, order: ReturnType<typeof createOrderWatch>, { file, line, text }: Where): void => {
    const show = (rows: ShownRow[], reason: string): void => {
      if (rows.length < BAD_ROWS_SHOWN) rows.push({ file, line, reason, text: text.slice(0, TEXT_CHARS) })
    }
    const refuse = (fault: RowFault, reason: string): void => {
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
      else refuse(read.fault, read.reason)
      return
    }
    const disorder = order.look(read.row.at)
    const misfit = disorder === null ? days.add(read.row) : null
    if (disorder !== null) refuse('order', disorder)
    else if (misfit !== null) refuse('unreadable', misfit)
    else {
      tally.rows++
      if (read.mended === null) return
      tally.mendedRowCount++
      show(tally.mendedRows, read.mended)
    }
  }
