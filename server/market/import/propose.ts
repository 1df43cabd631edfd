import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { intervalMinutes } from '../../../src/domain/charts/interval.ts'
import { toIstClock, toIstDate } from '../../../src/domain/time.ts'
import { type ColumnsGuess, guessColumns } from './columns-guess.ts'
import { findInstrument, symbolOfFileName } from './instrument-alias.ts'
import { type CandleImportOptions, type Mapping, timeText } from './mapping.ts'
import { findSubject } from './propose-subject.ts'
import { createRowReader, type ReadRow } from './row-reader.ts'
import { readSample, type SampleLine } from './sample.ts'
import { splitLine } from './split-line.ts'
import { FileFault } from './text-lines.ts'
import { createTimeReader } from './time-format.ts'
import {
  findOtherReading,
  guessInterval,
  guessTimeFormat,
  guessTimeMarks,
  guessTimeZone,
} from './time-guess.ts'

export interface Proposal {
  /** `key` is empty when nothing names the instrument. */
  readonly options: CandleImportOptions
  readonly sample: readonly { readonly line: number; readonly text: string; readonly reads: string }[]
  readonly remarks: readonly string[]
  /** File name and symbol column disagree; the file name was used. */
  readonly isInstrumentDisputed: boolean
  /** Input that the user must give, by the names of the shell's options. */
  readonly missing: readonly ('symbol' | 'columns' | 'time-format' | 'interval')[]
}

type Chosen<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined }

export type ChosenOptions = Chosen<Omit<CandleImportOptions, 'mapping'>> & {
  readonly timeFormat?: string | undefined
  readonly columns?: Chosen<Omit<Mapping, 'timeFormat'>> | undefined
}

const SHOWN_ROWS = 5
const SHOWN_CHARS = 200

/** Reads the first lines of the first file. Throws FileFault. */
export const proposeImport = async (
  files: readonly { readonly path: string; readonly name: string }[],
  chosen: ChosenOptions,
  calendar: Calendar,
): Promise<Proposal> => {
  const [file] = files
  if (file === undefined) throw new FileFault('No file was given')
  try {
    return readProposal(await readSample(file.path), files, chosen, calendar)
  } catch (error) {
    throw error instanceof FileFault
      ? new FileFault(`${file.name} ${error.message}`, { cause: error })
      : error
  }
}

/** Columns are chosen together: changing one confirms the others. */
const chosenOf = (proposed: CandleImportOptions, options: CandleImportOptions): ChosenOptions => {
  const { mapping: before, ...was } = proposed
  const { mapping, ...is } = options
  const { timeFormat, ...columns } = mapping
  const isMoved = Object.entries(columns).some(([name, column]) => before[name as keyof Mapping] !== column)
  return {
    ...Object.fromEntries(
      Object.entries(is).filter(([name, value]) => was[name as keyof typeof was] !== value),
    ),
    ...(timeFormat === before.timeFormat ? {} : { timeFormat }),
    ...(isMoved ? { columns } : {}),
  }
}

/** Shows the first rows as `options` read them, and guesses the rest. Throws FileFault. */
export const changeProposal = async (
  files: readonly { readonly path: string; readonly name: string }[],
  proposed: CandleImportOptions,
  options: CandleImportOptions,
  calendar: Calendar,
): Promise<Proposal> => {
  const changed = await proposeImport(files, chosenOf(proposed, options), calendar)
  const sample = await readSample(files[0]?.path ?? '')
  return { ...changed, options, sample: showRows(sample, withKeyOfFile(options, files), calendar) }
}

const readProposal = (
  sample: readonly SampleLine[],
  files: readonly { readonly name: string }[],
  chosen: ChosenOptions,
  calendar: Calendar,
): Proposal => {
  if (sample.length === 0) throw new FileFault('is empty')
  const guess = withChosen(guessColumns(sample.map(({ text }) => text)), sample, chosen.columns)
  const remarks: string[] = []
  const missing: Proposal['missing'][number][] = []
  if (!guess.isSure) {
    missing.push('columns')
    remarks.push('The columns for date, open, high, low and close could not be detected: choose them.')
  }
  const subject = findSubject(guess, files, chosen)
  remarks.push(...subject.remarks)
  if (subject.key === '' && subject.instrumentsFrom === 'key') missing.push('symbol')

  const rows = subject.rows
  const texts = rows.map((fields) => timeText(fields, { ...guess.columns, timeFormat: '' }))
  const timeFormat = chosen.timeFormat ?? guessTimeFormat(texts)
  if (timeFormat === null) {
    missing.push('time-format')
    remarks.push(`Times such as "${texts[0]}" are not understood: choose the time format.`)
  } else remarks.push(...remarkFormat(texts, timeFormat))
  const mapping: Mapping = { ...guess.columns, timeFormat: timeFormat ?? 'iso' }
  const timed = guessTimes(texts, mapping.timeFormat, chosen)
  remarks.push(...timed.remarks)
  if (timed.interval === null) {
    missing.push('interval')
    if (timeFormat !== null) remarks.push('The interval could not be detected: choose one.')
  }
  const order = guessOrder(timed.times)
  if (order.remark !== null && chosen.rowOrder === undefined) remarks.push(order.remark)
  remarks.push(...remarkYears(timed.times, calendar, timed.interval))

  const options: CandleImportOptions = {
    key: subject.key,
    instrumentsFrom: subject.instrumentsFrom,
    ...(chosen.onlyKeys === undefined ? {} : { onlyKeys: chosen.onlyKeys }),
    interval: timed.interval ?? 'day',
    mapping,
    timeZone: timed.timeZone,
    timeMarks: timed.marks,
    outsideSession: chosen.outsideSession ?? 'refuse',
    onExisting: chosen.onExisting ?? 'refuse',
    onBreaks: chosen.onBreaks ?? 'refuse',
    onBadRows: chosen.onBadRows ?? 'refuse',
    onBadRanges: chosen.onBadRanges ?? 'refuse',
    rowOrder: chosen.rowOrder ?? order.value,
    otherSymbols: chosen.otherSymbols ?? subject.otherSymbols,
  }
  return {
    options,
    sample: showRows(sample, withKeyOfFile(options, files), calendar),
    remarks,
    isInstrumentDisputed: subject.isDisputed,
    missing,
  }
}

const withChosen = (
  guess: ColumnsGuess,
  sample: readonly SampleLine[],
  chosen: ChosenOptions['columns'],
): ColumnsGuess => {
  if (chosen === undefined) return guess
  const said = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined))
  const columns = { ...guess.columns, ...said } as ColumnsGuess['columns']
  const lines = sample.map(({ text }) => splitLine(text, columns.delimiter))
  const isSure = guess.isSure || ['date', 'open', 'high', 'low', 'close'].every((name) => name in said)
  return { columns, rows: columns.hasHeader ? lines.slice(1) : lines, isSure }
}

const remarkFormat = (texts: readonly string[], format: string): readonly string[] => {
  if (format.includes('|')) {
    return [
      `Guess: dates such as ${texts[0]} are read as ${format.replace('|', ', and where that is no day as ')}; only so the rows are in order.`,
    ]
  }
  return findOtherReading(texts, format) === null
    ? []
    : [`Guess: dates such as ${texts[0]} are read as ${format}; day and month could be the other way round.`]
}

const guessTimes = (texts: readonly string[], timeFormat: string, chosen: ChosenOptions) => {
  const remarks: string[] = []
  const read = (zone: 'Asia/Kolkata' | 'UTC'): readonly number[] => {
    const readTime = createTimeReader(timeFormat, zone)
    return texts.map((text) => readTime?.(text) ?? null).filter((at) => at !== null)
  }
  const naive = read('Asia/Kolkata')
  const interval = chosen.interval ?? guessInterval(naive)
  const zone = guessTimeZone(naive, interval ?? 'day')
  if (chosen.timeZone === undefined && zone.evidence !== null)
    remarks.push(`Guess: times without a zone are UTC, since ${zone.evidence}.`)
  const timeZone = chosen.timeZone ?? zone.value
  const times = read(timeZone)
  const marks = guessTimeMarks(times, interval ?? 'day')
  if (chosen.timeMarks === undefined && interval !== null) {
    if (marks.value === null)
      remarks.push(
        'Guess: times mark the start of a candle. The first rows have neither 09:15 nor 15:30, so this cannot be verified.',
      )
    else if (marks.evidence !== null)
      remarks.push(
        `Guess: times mark the ${marks.value === 'open' ? 'start' : 'end'} of a candle, since ${marks.evidence}.`,
      )
  }
  return { interval, timeZone, times, marks: chosen.timeMarks ?? marks.value ?? 'open', remarks } as const
}

/** Descending rows are accepted; unsorted ones are asked about, as dates may be misread. */
const guessOrder = (
  times: readonly number[],
): { readonly value: 'ascending' | 'descending'; readonly remark: string | null } => {
  const steps = times.slice(1).map((at, row) => at - (times[row] ?? at))
  const falls = steps.filter((step) => step < 0).length
  const rises = steps.filter((step) => step > 0).length
  return falls > rises
    ? { value: 'descending', remark: 'Rows are newest first and will be sorted by time.' }
    : { value: 'ascending', remark: null }
}

const remarkYears = (
  times: readonly number[],
  calendar: Calendar,
  interval: CandleImportOptions['interval'] | null,
): readonly string[] => {
  if (times.length === 0 || interval === 'week' || interval === 'month') return []
  const yearOf = (at: number): number => Number(toIstDate(at).slice(0, 4))
  const [first, last] = [
    yearOf(times.reduce((a, b) => Math.min(a, b))),
    yearOf(times.reduce((a, b) => Math.max(a, b))),
  ]
  const known = Object.keys(calendar.years).map(Number)
  const [from, to] = [Math.min(...known), Math.max(...known)]
  const hours =
    intervalMinutes(interval ?? 'day') === null
      ? ''
      : ' Hours are checked only on weekdays, against 09:15 to 15:30.'
  if (first < from) {
    return [`The holiday calendar begins in ${from}: rows of earlier years are accepted on any day.${hours}`]
  }
  return last > to
    ? [`The holiday calendar ends with ${to}: rows of later years are accepted on any day.${hours}`]
    : []
}

const withKeyOfFile = (
  options: CandleImportOptions,
  [first]: readonly { readonly name: string }[],
): CandleImportOptions =>
  options.instrumentsFrom === 'file_name' && first !== undefined
    ? { ...options, key: findInstrument(symbolOfFileName(first.name)) ?? '' }
    : options

const showRows = (
  sample: readonly SampleLine[],
  options: CandleImportOptions,
  calendar: Calendar,
): Proposal['sample'] => {
  const read = createRowReader(options, calendar)
  const rows = options.mapping.hasHeader ? sample.slice(1) : sample
  const columns = splitLine(rows[0]?.text ?? '', options.mapping.delimiter).length
  const shown = rows.map(({ line, text }) => ({ line, text, read: read?.(text, columns) ?? null }))
  const wanted = shown.filter((row) => row.read?.kind !== 'other')
  return (wanted.length > 0 ? wanted : shown).slice(0, SHOWN_ROWS).map((row) => ({
    line: row.line,
    text: row.text.slice(0, SHOWN_CHARS),
    reads: row.read === null ? 'the time format names no day' : printRead(row.read, options),
  }))
}

const printRead = (
  read: ReadRow,
  { onBadRows, outsideSession, instrumentsFrom = 'key' }: CandleImportOptions,
): string => {
  if (read.kind === 'other') return 'skipped: another symbol'
  if (read.kind === 'bad') {
    const isLeftOut = onBadRows === 'skip' || (read.fault === 'outside' && outsideSession === 'skip')
    return `${isLeftOut ? 'skipped' : 'rejected'}: ${read.reason}`
  }
  const { key, at, open, high, low, close, volume, openInterest } = read.row
  const of = instrumentsFrom === 'key' ? '' : `${key} `
  const prices = `${of}${toIstDate(at)} ${toIstClock(at)} open ${open} high ${high} low ${low} close ${close}`
  const mended = read.mended === null ? '' : ` (fixed: ${read.mended})`
  return `${prices} volume ${volume}${openInterest > 0 ? ` open interest ${openInterest}` : ''}${mended}`
}
