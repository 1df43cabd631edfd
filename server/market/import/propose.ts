import { type Calendar, findCalendarRemark } from '../../../src/domain/calendar.ts'
import { toIstClock, toIstDate } from '../../../src/domain/time.ts'
import { guessColumns } from './columns-guess.ts'
import { findInstrument, symbolOfFileName } from './instrument-alias.ts'
import { type CandleImportOptions, timeText } from './mapping.ts'
import { createRowReader, type ReadRow } from './row-reader.ts'
import { readSample, type SampleLine } from './sample.ts'
import { splitLine } from './split-line.ts'
import { FileFault } from './text-lines.ts'
import { createTimeReader } from './time-format.ts'
import {
  guessInterval,
  guessTimeFormat,
  guessTimeMarks,
  guessTimeZone,
  isDayMonthOpen,
} from './time-guess.ts'

export interface Proposal {
  readonly options: CandleImportOptions
  readonly sample: readonly { readonly line: number; readonly text: string; readonly reads: string }[]
  /** What was guessed without evidence, or contradicts itself; whole sentences. */
  readonly remarks: readonly string[]
  /** File name and symbol column name different instruments; the name of the file was followed. */
  readonly isInstrumentDisputed: boolean
}

/** What a person has said already; the rest is guessed. */
export type ChosenOptions = {
  readonly [Name in keyof Omit<CandleImportOptions, 'mapping'>]?: CandleImportOptions[Name] | undefined
} & { readonly timeFormat?: string | undefined }

const SHOWN_ROWS = 5
const SHOWN_CHARS = 200

/** How to read files of one series: from the first lines of the first, the names and what was chosen. Throws FileFault. */
export const proposeImport = async (
  files: readonly { readonly path: string; readonly name: string }[],
  chosen: ChosenOptions,
  calendar: Calendar,
): Promise<Proposal> => {
  const [file] = files
  if (file === undefined) throw new FileFault('No file was given')
  try {
    return await readProposal(file, files, chosen, calendar)
  } catch (error) {
    throw error instanceof FileFault
      ? new FileFault(`${file.name} ${error.message}`, { cause: error })
      : error
  }
}

const readProposal = async (
  file: { readonly path: string; readonly name: string },
  files: readonly { readonly name: string }[],
  chosen: ChosenOptions,
  calendar: Calendar,
): Promise<Proposal> => {
  const sample = await readSample(file.path)
  if (sample.length === 0) throw new FileFault('is empty')
  const guess = guessColumns(sample.map(({ text }) => text))
  if (guess === null) {
    throw new FileFault('shows no date, open, high, low and close in its first lines; name the columns')
  }
  if (guess.rows.length === 0) throw new FileFault('holds a header and no rows')
  const remarks: string[] = []
  const texts = guess.rows.map((fields) => timeText(fields, { ...guess.columns, timeFormat: '' }))
  const timeFormat = chosen.timeFormat ?? guessTimeFormat(texts)
  if (timeFormat === null) throw new FileFault(`writes times such as "${texts[0]}", which are not understood`)
  if (isDayMonthOpen(texts, timeFormat)) {
    remarks.push(
      `Dates such as ${texts[0]} are read as ${timeFormat}; day and month could be the other way round.`,
    )
  }
  const readNaive = createTimeReader(timeFormat, 'Asia/Kolkata')
  const naive = texts.map((text) => readNaive?.(text) ?? null).filter((at) => at !== null)

  const interval = chosen.interval ?? guessInterval(naive)
  if (interval === null) throw new FileFault('has rows at no interval known here; say which with an interval')
  const timeZone = chosen.timeZone ?? guessTimeZone(naive, interval)
  if (timeZone === 'UTC' && chosen.timeZone === undefined) {
    remarks.push(
      'Times without a zone are read as UTC: read as Indian time they would lie outside the session.',
    )
  }
  const readTime = createTimeReader(timeFormat, timeZone)
  const times = texts.map((text) => readTime?.(text) ?? null).filter((at) => at !== null)
  const marks = chosen.timeMarks ?? guessTimeMarks(times, interval)
  if (marks === null) {
    remarks.push('Whether times mark the open or the close of a candle cannot be seen; the open is assumed.')
  }

  const named = findInstrument(symbolOfFileName(file.name))
  const { symbol } = guess.columns
  const written = symbol === null ? null : findInstrument(guess.rows[0]?.[symbol] ?? '')
  const key = chosen.key ?? named ?? written
  if (key === null) throw new FileFault('names no instrument; say which it is')
  const others = new Set(files.map(({ name }) => findInstrument(symbolOfFileName(name))))
  const isDisputed =
    chosen.key === undefined && (others.size > 1 || (named !== null && written !== null && named !== written))
  if (chosen.key === undefined && others.size > 1) {
    remarks.push(`The files are named for ${others.size} instruments; one import is of one instrument.`)
  } else if (isDisputed) {
    remarks.push(
      `The name of the file says ${named}, its symbol column says ${written}; ${named} is proposed.`,
    )
  }
  const firstYear = times.length === 0 ? null : Number(toIstDate(Math.min(...times)).slice(0, 4))
  const calendarRemark = firstYear === null ? null : findCalendarRemark(firstYear, calendar)
  if (calendarRemark) remarks.push(`${calendarRemark} Days are not checked against it.`)

  const options: CandleImportOptions = {
    key,
    interval,
    mapping: { ...guess.columns, timeFormat },
    timeZone,
    timeMarks: marks ?? 'open',
    outsideSession: chosen.outsideSession ?? 'refuse',
    onExisting: chosen.onExisting ?? 'refuse',
    onBreaks: chosen.onBreaks ?? 'refuse',
  }
  return {
    options,
    sample: showRows(sample, options, calendar),
    remarks,
    isInstrumentDisputed: isDisputed,
  }
}

const showRows = (
  sample: readonly SampleLine[],
  options: CandleImportOptions,
  calendar: Calendar,
): Proposal['sample'] => {
  const read = createRowReader(options, calendar)
  const rows = options.mapping.hasHeader ? sample.slice(1) : sample
  const columns = splitLine(rows[0]?.text ?? '', options.mapping.delimiter).length
  return rows.slice(0, SHOWN_ROWS).map(({ line, text }) => ({
    line,
    text: text.slice(0, SHOWN_CHARS),
    reads: read === null ? 'the time format names no day' : printRead(read(text, columns)),
  }))
}

const printRead = (read: ReadRow): string => {
  if (read.kind !== 'row')
    return read.kind === 'outside' ? `left out: ${read.reason}` : `refused: ${read.reason}`
  const { at, open, high, low, close, volume, openInterest } = read.row
  const prices = `${toIstDate(at)} ${toIstClock(at)} open ${open} high ${high} low ${low} close ${close}`
  return `${prices} volume ${volume}${openInterest > 0 ? ` open interest ${openInterest}` : ''}`
}
