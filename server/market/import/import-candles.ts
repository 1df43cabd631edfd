import { hostname } from 'node:os'
import { basename } from 'node:path'
import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { describeBreak, type PriceBreak } from '../../../src/domain/charts/price-breaks.ts'
import { dayNumberToIstDate, type IstDate } from '../../../src/domain/time.ts'
import type { StagedDay } from '../../store/charts/candle-imports.ts'
import type { RequestedBy } from '../../store/charts/candle-series.ts'
import type { CandleStore } from '../../store/charts/candles.ts'
import { type CandleImportOptions, timeText } from './mapping.ts'
import { BREAKS_SHOWN, createAdjuster, createBreakFinder } from './price-adjusting.ts'
import { createTally, type ImportFile, type RowTally, readDays, type ShownRow } from './read-days.ts'
import { describeBadRows, type ImportRemedy } from './refused-rows.ts'
import { readSample } from './sample.ts'
import { splitLine } from './split-line.ts'
import { FileFault } from './text-lines.ts'
import { createTimeReader } from './time-format.ts'

export type { ImportFile } from './read-days.ts'

/** About 2 MB of minutes. */
const DAYS_STAGED_AT_ONCE = 64

export interface ImportProgress {
  readonly bytesRead: number
  readonly rows: number
  readonly skippedRows: number
  readonly otherRows: number
  readonly sortedRows: number
  readonly days: number
  readonly firstDay: IstDate | null
  readonly lastDay: IstDate | null
  readonly badRows: readonly ShownRow[]
  readonly badRowCount: number
  readonly mendableRows: number
  readonly mendedRows: readonly ShownRow[]
  readonly mendedRowCount: number
  /** Unadjusted jumps that no circuit allows, at most `BREAKS_SHOWN`. */
  readonly priceBreaks: readonly PriceBreak[]
  readonly priceBreakCount: number
}

export const noProgress: ImportProgress = {
  bytesRead: 0,
  rows: 0,
  skippedRows: 0,
  otherRows: 0,
  sortedRows: 0,
  days: 0,
  firstDay: null,
  lastDay: null,
  badRows: [],
  badRowCount: 0,
  mendableRows: 0,
  mendedRows: [],
  mendedRowCount: 0,
  priceBreaks: [],
  priceBreakCount: 0,
}

export type ImportOutcome =
  | { readonly kind: 'done'; readonly progress: ImportProgress }
  | {
      readonly kind: 'refused'
      readonly reason: string
      readonly remedies: readonly ImportRemedy[]
      readonly progress: ImportProgress
    }
  | { readonly kind: 'cancelled'; readonly progress: ImportProgress }

export interface ImportWork {
  readonly id: string
  readonly files: readonly ImportFile[]
  readonly options: CandleImportOptions
  readonly store: CandleStore
  readonly calendar: Calendar
  readonly by: RequestedBy
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
}

/** Sorted by first row, so that files may be given in any order. */
const orderFiles = async (
  files: readonly ImportFile[],
  { mapping, timeZone }: CandleImportOptions,
): Promise<readonly ImportFile[]> => {
  const readTime = createTimeReader(mapping.timeFormat, timeZone)
  const timed = []
  for (const file of files) {
    const sample = await readSample(file.path).catch((error: unknown) => {
      throw error instanceof FileFault
        ? new FileFault(`${file.name} ${error.message}`, { cause: error })
        : error
    })
    const first = sample[mapping.hasHeader ? 1 : 0]?.text
    const at = first === undefined ? null : readTime?.(timeText(splitLine(first, mapping.delimiter), mapping))
    timed.push({ file, at: at ?? 0 })
  }
  return timed.sort((a, b) => a.at - b.at).map(({ file }) => file)
}

/** Publishes in one step or changes nothing. Memory is bounded; yields to the event loop between pieces. */
export const importCandles = async (work: ImportWork): Promise<ImportOutcome> => {
  try {
    return await readAndPublish(work)
  } catch (error) {
    await work.store.discardImport(work.id)
    throw error
  }
}

const createDaySpan = () => {
  let days = 0
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  return {
    add(day: number): void {
      days++
      first = Math.min(first, day)
      last = Math.max(last, day)
    },
    read: () => ({
      days,
      firstDay: days === 0 ? null : dayNumberToIstDate(first),
      lastDay: days === 0 ? null : dayNumberToIstDate(last),
    }),
  }
}

const readAndPublish = async (work: ImportWork): Promise<ImportOutcome> => {
  const { id, options, store, signal } = work
  const series = { key: options.key, interval: options.interval }
  const tally = createTally()
  const span = createDaySpan()
  const finder = createBreakFinder(options)
  let breaks: readonly PriceBreak[] = []

  const progress = (): ImportProgress => toProgress(tally, span.read(), breaks)
  const refuse = async (reason: string, remedies: readonly ImportRemedy[] = []): Promise<ImportOutcome> => {
    await store.discardImport(id)
    return { kind: 'refused', reason, remedies, progress: progress() }
  }

  await store.beginImport(id, { host: hostname(), process: process.pid })
  let pending: StagedDay[] = []
  const stage = async (): Promise<void> => {
    // A refused file stores nothing; its rest is only read to count bad rows.
    if (pending.length > 0 && (tally.badRowCount === 0 || options.onBadRows === 'skip'))
      await store.stageDays(id, series, pending)
    pending = []
  }

  let adjust: ReturnType<typeof createAdjuster> | null = null
  try {
    const files = await orderFiles(work.files, options)
    if (options.onBreaks === 'adjust') adjust = createAdjuster(await findBreaksIn(files, work))
    await readDays({
      ...work,
      files,
      tally,
      onDay: (day) => {
        span.add(day.day)
        finder.look(day)
        pending.push(adjust === null ? day : adjust(day))
      },
      onPiece: async () => {
        if (pending.length >= DAYS_STAGED_AT_ONCE) await stage()
        work.onProgress(progress())
      },
    })
    if (signal.aborted) {
      await store.discardImport(id)
      return { kind: 'cancelled', progress: progress() }
    }
    await stage()
  } catch (error) {
    if (error instanceof FileFault) return refuse(`${error.message}.`)
    throw error
  }
  breaks = finder.find()
  work.onProgress(progress())

  const fault = describeBadRows(tally, options)
  if (fault !== null) return refuse(fault.reason, fault.remedies)
  if (tally.rows === 0)
    return refuse(
      tally.otherRows > 0
        ? `No rows for ${options.key}; nothing was imported.`
        : `No row of ${work.files.map(({ name }) => basename(name)).join(', ')} is a candle; nothing was imported.`,
    )
  const [first] = breaks
  if (first !== undefined && (options.onBreaks ?? 'refuse') === 'refuse')
    return refuse(`${describeBreaks(first, breaks.length)} Nothing was imported.`, ['breaks'])
  const adjusted = adjust === null ? [] : breaks.filter(({ ratio }) => ratio !== null)
  const existing = await store.publishImport(
    id,
    series,
    { onExisting: options.onExisting, adjusted },
    work.by,
  )
  if (existing !== null) {
    const [from, to] = [existing.firstDay, existing.lastDay].map(dayNumberToIstDate)
    return refuse(
      `${existing.days === 1 ? `One of these days, ${from}, is` : `${existing.days} of these days, ${from} to ${to}, are`} already stored; choose to replace them, or skip them. Nothing was imported.`,
      ['existing'],
    )
  }
  return { kind: 'done', progress: progress() }
}

const toProgress = (
  { faults, ...tally }: RowTally,
  span: Pick<ImportProgress, 'days' | 'firstDay' | 'lastDay'>,
  breaks: readonly PriceBreak[],
): ImportProgress => ({
  ...tally,
  ...span,
  badRows: [...tally.badRows],
  mendedRows: [...tally.mendedRows],
  mendableRows: faults.range,
  priceBreaks: breaks.slice(0, BREAKS_SHOWN),
  priceBreakCount: breaks.length,
})

const describeBreaks = (first: PriceBreak, count: number): string =>
  `${count === 1 ? 'Price gap' : `${count.toLocaleString('en-IN')} price gaps, the first`} on ${describeBreak(first)}; no circuit limit allows that.`

/** Read first, as prices before a break are adjusted when written. Bad rows are left to the import. */
const findBreaksIn = async (
  files: readonly ImportFile[],
  { options, calendar, signal }: ImportWork,
): Promise<readonly PriceBreak[]> => {
  const finder = createBreakFinder(options)
  await readDays({
    files,
    options,
    calendar,
    signal,
    tally: createTally(),
    onDay: (day) => finder.look(day),
    onPiece: () => {},
  })
  return finder.find()
}
