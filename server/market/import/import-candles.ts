import { hostname } from 'node:os'
import { basename } from 'node:path'
import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { describeBreak } from '../../../src/domain/charts/price-breaks.ts'
import { dayNumberToIstDate, type IstDate } from '../../../src/domain/time.ts'
import type { BreakOf, StagedDay } from '../../store/charts/candle-imports.ts'
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
const ROWS_STAGED_AT_ONCE = 64 * 375
/** In a file of many instruments a day may be a single candle. */
const DAYS_STAGED_AT_ONCE = 1024
export const MISSING_SHOWN = 20

export interface ImportProgress {
  readonly bytesRead: number
  readonly rows: number
  readonly skippedRows: number
  readonly otherRows: number
  readonly instrumentCount: number
  /** Instruments asked for without a row, at most `MISSING_SHOWN`; known at the end. */
  readonly missingKeys: readonly string[]
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
  readonly priceBreaks: readonly BreakOf[]
  readonly priceBreakCount: number
}

export const noProgress: ImportProgress = {
  bytesRead: 0,
  rows: 0,
  skippedRows: 0,
  otherRows: 0,
  instrumentCount: 0,
  missingKeys: [],
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
  const keys = new Set<string>()
  const days = new Set<number>()
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  return {
    keys,
    add({ key, day }: StagedDay): void {
      keys.add(key)
      days.add(day)
      first = Math.min(first, day)
      last = Math.max(last, day)
    },
    read: () => ({
      instrumentCount: keys.size,
      days: days.size,
      firstDay: days.size === 0 ? null : dayNumberToIstDate(first),
      lastDay: days.size === 0 ? null : dayNumberToIstDate(last),
    }),
  }
}

const readAndPublish = async (work: ImportWork): Promise<ImportOutcome> => {
  const { id, options, store, signal } = work
  const tally = createTally()
  const span = createDaySpan()
  const finder = createBreakFinder(options)
  let breaks: readonly BreakOf[] = []
  let missingKeys: readonly string[] = []

  const progress = (): ImportProgress => toProgress(tally, { ...span.read(), missingKeys }, breaks)
  const refuse = async (reason: string, remedies: readonly ImportRemedy[] = []): Promise<ImportOutcome> => {
    await store.discardImport(id)
    return { kind: 'refused', reason, remedies, progress: progress() }
  }

  await store.beginImport(id, { host: hostname(), process: process.pid })
  let pending: StagedDay[] = []
  let pendingRows = 0
  const stage = async (): Promise<void> => {
    // A refused file stores nothing; its rest is only read to count bad rows.
    if (pending.length > 0 && (tally.badRowCount === 0 || options.onBadRows === 'skip'))
      await store.stageDays(id, options.interval, pending)
    pending = []
    pendingRows = 0
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
        span.add(day)
        finder.look(day)
        pendingRows += day.candles.time.length
        pending.push(adjust === null ? day : adjust(day))
      },
      onPiece: async () => {
        if (pendingRows >= ROWS_STAGED_AT_ONCE || pending.length >= DAYS_STAGED_AT_ONCE) await stage()
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
  missingKeys = (options.onlyKeys ?? []).filter((key) => !span.keys.has(key)).slice(0, MISSING_SHOWN)
  work.onProgress(progress())

  const fault = describeBadRows(tally, options)
  if (fault !== null) return refuse(fault.reason, fault.remedies)
  if (tally.rows === 0)
    return refuse(
      tally.otherRows > 0
        ? `No rows for ${subjectInWords(options)}; nothing was imported.`
        : `No row of ${work.files.map(({ name }) => basename(name)).join(', ')} is a candle; nothing was imported.`,
    )
  const [first] = breaks
  if (first !== undefined && (options.onBreaks ?? 'refuse') === 'refuse')
    return refuse(`${describeBreaks(first, breaks.length, span.keys.size > 1)} Nothing was imported.`, [
      'breaks',
    ])
  const adjusted = adjust === null ? [] : breaks.filter(({ ratio }) => ratio !== null)
  const { interval, onExisting } = options
  const existing = await store.publishImport(id, [...span.keys], { interval, onExisting, adjusted }, work.by)
  if (existing !== null) return refuse(describeExisting(existing), ['existing'])
  return { kind: 'done', progress: progress() }
}

const describeExisting = ({
  days,
  firstDay,
  lastDay,
}: Readonly<Record<'days' | 'firstDay' | 'lastDay', number>>) => {
  const [from, to] = [firstDay, lastDay].map(dayNumberToIstDate)
  const which = days === 1 ? `One of these days, ${from}, is` : `${days} of these days, ${from} to ${to}, are`
  return `${which} already stored; choose to replace them, or skip them. Nothing was imported.`
}

const toProgress = (
  { faults, ...tally }: RowTally,
  span: Pick<ImportProgress, 'instrumentCount' | 'missingKeys' | 'days' | 'firstDay' | 'lastDay'>,
  breaks: readonly BreakOf[],
): ImportProgress => ({
  ...tally,
  ...span,
  badRows: [...tally.badRows],
  mendedRows: [...tally.mendedRows],
  mendableRows: faults.range,
  priceBreaks: breaks.slice(0, BREAKS_SHOWN),
  priceBreakCount: breaks.length,
})

const subjectInWords = ({ key, instrumentsFrom = 'key', onlyKeys }: CandleImportOptions): string => {
  if (instrumentsFrom === 'key') return key
  if (onlyKeys === undefined) return 'any share'
  return onlyKeys.length === 1 ? (onlyKeys[0] ?? '') : `any of these ${onlyKeys.length} instruments`
}

const describeBreaks = (first: BreakOf, count: number, isOfMany: boolean): string =>
  `${count === 1 ? 'Price gap' : `${count.toLocaleString('en-IN')} price gaps, the first`}${isOfMany ? ` of ${first.key}` : ''} on ${describeBreak(first)}; no circuit limit allows that.`

/** Read first, as prices before a break are adjusted when written. Bad rows are left to the import. */
const findBreaksIn = async (
  files: readonly ImportFile[],
  { options, calendar, signal }: ImportWork,
): Promise<readonly BreakOf[]> => {
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
