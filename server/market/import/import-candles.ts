import { hostname } from 'node:os'
import { basename } from 'node:path'
import type { Calendar } from '../../../src/domain/calendar.ts'
import { describeBreak, type PriceBreak } from '../../../src/domain/price-breaks.ts'
import { dayNumberToIstDate, type IstDate } from '../../../src/domain/time.ts'
import type { StagedDay } from '../../store/candle-imports.ts'
import type { AskedBy } from '../../store/candle-series.ts'
import type { CandleStore } from '../../store/candles.ts'
import { createDayColumns } from './day-columns.ts'
import { type CandleImportOptions, timeText } from './mapping.ts'
import { BREAKS_SHOWN, createAdjuster, createBreakFinder } from './price-adjusting.ts'
import { createRowReader } from './row-reader.ts'
import { readSample } from './sample.ts'
import { splitLine } from './split-line.ts'
import { FileFault, readLines } from './text-lines.ts'
import { createTimeReader } from './time-format.ts'

export const BAD_ROWS_SHOWN = 50
const BAD_TEXT_CHARS = 200
/** Days held in memory before they are written: some 2 MB of minutes. */
const DAYS_STAGED_AT_ONCE = 64

export interface ImportFile {
  readonly path: string
  readonly name: string
  readonly bytes: number
}

export interface BadRow {
  readonly file: string
  readonly line: number
  readonly reason: string
  readonly text: string
}

export interface ImportProgress {
  readonly bytesRead: number
  readonly rows: number
  readonly skippedRows: number
  readonly days: number
  readonly firstDay: IstDate | null
  readonly lastDay: IstDate | null
  /** The first refused rows, at most `BAD_ROWS_SHOWN`. */
  readonly badRows: readonly BadRow[]
  readonly badRowCount: number
  /** The first jumps that no circuit allows, as they stand in the files, at most `BREAKS_SHOWN`. */
  readonly priceBreaks: readonly PriceBreak[]
  readonly priceBreakCount: number
}

export type ImportRemedy = 'outsideSession' | 'onExisting' | 'onBreaks'

export type ImportOutcome =
  | { readonly kind: 'done'; readonly progress: ImportProgress }
  | {
      readonly kind: 'refused'
      readonly reason: string
      /** The option that would let it through. */
      readonly remedy: ImportRemedy | null
      readonly progress: ImportProgress
    }
  | { readonly kind: 'cancelled'; readonly progress: ImportProgress }

export interface ImportWork {
  readonly id: string
  readonly files: readonly ImportFile[]
  readonly options: CandleImportOptions
  readonly store: CandleStore
  readonly calendar: Calendar
  readonly by: AskedBy
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

/** Files by the time of their first row, so that they may be given in any order. */
const orderFiles = async (
  files: readonly ImportFile[],
  { mapping, timeZone }: CandleImportOptions,
): Promise<readonly ImportFile[]> => {
  const readTime = createTimeReader(mapping.timeFormat, timeZone)
  const placed = []
  for (const file of files) {
    const sample = await readSample(file.path).catch((error: unknown) => {
      throw error instanceof FileFault
        ? new FileFault(`${file.name} ${error.message}`, { cause: error })
        : error
    })
    const first = sample[mapping.hasHeader ? 1 : 0]?.text
    const at = first === undefined ? null : readTime?.(timeText(splitLine(first, mapping.delimiter), mapping))
    placed.push({ file, at: at ?? 0 })
  }
  return placed.sort((a, b) => a.at - b.at).map(({ file }) => file)
}

/**
 * Reads the files, checks every row and makes their candles visible in one step, or changes nothing. Memory stays
 * bounded whatever the size of the files, and other work gets a turn between pieces of them.
 */
export const importCandles = async (work: ImportWork): Promise<ImportOutcome> => {
  const { id, options, store, signal } = work
  const series = { key: options.key, interval: options.interval }
  let bytesBefore = 0
  let bytesRead = 0
  let rows = 0
  let skippedRows = 0
  let days = 0
  let firstDay: number | null = null
  let lastDay: number | null = null
  const badRows: BadRow[] = []
  let badRowCount = 0
  let outsideCount = 0
  const finder = createBreakFinder(options)
  let adjust: ReturnType<typeof createAdjuster> | null = null

  const progress = (): ImportProgress => ({
    bytesRead,
    rows,
    skippedRows,
    days,
    firstDay: firstDay === null ? null : dayNumberToIstDate(firstDay),
    lastDay: lastDay === null ? null : dayNumberToIstDate(lastDay),
    badRows: [...badRows],
    badRowCount,
    priceBreaks: finder.breaks.slice(0, BREAKS_SHOWN),
    priceBreakCount: finder.breaks.length,
  })

  const refuse = async (reason: string, remedy: ImportRemedy | null = null): Promise<ImportOutcome> => {
    await store.discardImport(id)
    return { kind: 'refused', reason, remedy, progress: progress() }
  }

  const readRow = createRowReader(options, work.calendar)
  if (readRow === null) return refuse(`The time format ${options.mapping.timeFormat} names no year and day.`)

  await store.beginImport(id, { host: hostname(), process: process.pid })
  const day = createDayColumns()
  let pending: StagedDay[] = []

  const stage = async (): Promise<void> => {
    // Once a row is refused nothing will be published, and the rest is only read for what is wrong with it.
    if (pending.length > 0 && badRowCount === 0) await store.stageDays(id, series, pending)
    pending = []
  }

  const finishDay = (): void => {
    const finished = day.take()
    if (finished === null) return
    days++
    firstDay ??= finished.day
    lastDay = finished.day
    pending.push(finished)
  }

  const readFile = async (file: ImportFile): Promise<void> => {
    let line = 0
    const readNext = createLineReader(readRow, options)
    for await (const batch of readLines(file.path)) {
      for (const text of batch.lines) {
        line++
        const read = readNext(text)
        if (read === null) continue
        if (read.kind === 'row') {
          if (day.day !== null && day.day !== read.row.day) finishDay()
          finder.look(read.row)
          day.add(adjust === null ? read.row : adjust(read.row))
          rows++
        } else if (read.kind === 'outside' && options.outsideSession === 'skip') {
          skippedRows++
        } else {
          badRowCount++
          if (read.kind === 'outside') outsideCount++
          if (badRows.length < BAD_ROWS_SHOWN) {
            badRows.push({ file: file.name, line, reason: read.reason, text: text.slice(0, BAD_TEXT_CHARS) })
          }
        }
      }
      bytesRead = bytesBefore + batch.bytesRead
      if (pending.length >= DAYS_STAGED_AT_ONCE) await stage()
      work.onProgress(progress())
      if (signal.aborted) return
    }
    bytesBefore += file.bytes
  }

  try {
    const files = await orderFiles(work.files, options)
    if (options.onBreaks === 'adjust') adjust = createAdjuster(await findBreaksIn(files, work))
    for (const file of files) {
      try {
        await readFile(file)
      } catch (error) {
        if (error instanceof FileFault) return await refuse(`${file.name} ${error.message}.`)
        throw error
      }
      if (signal.aborted) {
        await store.discardImport(id)
        return { kind: 'cancelled', progress: progress() }
      }
    }
    finishDay()
    await stage()
  } catch (error) {
    await store.discardImport(id)
    if (error instanceof FileFault)
      return { kind: 'refused', reason: `${error.message}.`, remedy: null, progress: progress() }
    throw error
  }
  work.onProgress(progress())

  if (badRowCount > 0) {
    const outside =
      outsideCount === 0
        ? ''
        : ` ${countRows(outsideCount)} outside the session and can be skipped by choice.`
    return refuse(
      `${countRows(badRowCount)} refused; nothing was imported.${outside}`,
      outsideCount > 0 ? 'outsideSession' : null,
    )
  }
  if (rows === 0)
    return refuse(
      `No row of ${work.files.map(({ name }) => basename(name)).join(', ')} is a candle; nothing was imported.`,
    )
  const [first] = finder.breaks
  if (first !== undefined && (options.onBreaks ?? 'refuse') === 'refuse')
    return refuse(`${describeBreaks(first, finder.breaks.length)} Nothing was imported.`, 'onBreaks')
  const adjusted = adjust === null ? [] : finder.breaks.filter(({ ratio }) => ratio !== null)
  const existing = await store
    .publishImport(id, series, { onExisting: options.onExisting, adjusted }, work.by)
    .catch(async (error: unknown) => {
      await store.discardImport(id)
      throw error
    })
  if (existing !== null) {
    const [from, to] = [existing.firstDay, existing.lastDay].map(dayNumberToIstDate)
    return refuse(
      `${existing.days === 1 ? `One of these days, ${from}, is` : `${existing.days} of these days, ${from} to ${to}, are`} stored already; choose to replace them, or leave them out. Nothing was imported.`,
      'onExisting',
    )
  }
  return { kind: 'done', progress: progress() }
}

const countRows = (count: number): string =>
  count === 1 ? 'One row was' : `${count.toLocaleString('en-IN')} rows were`

const describeBreaks = (first: PriceBreak, count: number): string =>
  `${count === 1 ? 'Prices break once' : `Prices break ${count.toLocaleString('en-IN')} times, first`} on ${describeBreak(first)}; no circuit allows that.`

/** What breaks in the files, read on their own before the prices ahead of a break are written. Bad rows are left to the import. */
const findBreaksIn = async (
  files: readonly ImportFile[],
  { options, calendar, signal }: ImportWork,
): Promise<readonly PriceBreak[]> => {
  const finder = createBreakFinder(options)
  const readRow = createRowReader(options, calendar)
  if (readRow === null) return []
  for (const file of files) {
    const readNext = createLineReader(readRow, options)
    for await (const { lines } of readLines(file.path)) {
      for (const text of lines) {
        const read = readNext(text)
        if (read?.kind === 'row') finder.look(read.row)
      }
      if (signal.aborted) return []
    }
  }
  return finder.breaks
}

/** Reads the lines of one file in their order; null of the header and of blank ones. */
const createLineReader = (
  readRow: NonNullable<ReturnType<typeof createRowReader>>,
  { mapping: { hasHeader, delimiter } }: CandleImportOptions,
) => {
  let columns: number | null = null
  let headerLeft = hasHeader
  return (text: string) => {
    if (text.trim() === '') return null
    columns ??= splitLine(text, delimiter).length
    if (!headerLeft) return readRow(text, columns)
    headerLeft = false
    return null
  }
}
