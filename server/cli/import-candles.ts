import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { exchangeCalendar } from '../../src/domain/calendar/calendar.ts'
import { bringYearsIntoForce } from '../../src/domain/calendar/holidays/calendar-in-force.ts'
import { intervalLabels, intervals, isInterval } from '../../src/domain/charts/interval.ts'
import { describeBreak } from '../../src/domain/charts/price-breaks.ts'
import { readConfig } from '../config.ts'
import { discardAbandonedImports } from '../market/import/abandoned-imports.ts'
import {
  type ImportFile,
  type ImportOutcome,
  type ImportProgress,
  importCandles,
} from '../market/import/import-candles.ts'
import { findInstrument } from '../market/import/instrument-alias.ts'
import { type CandleImportOptions, type Mapping, printMapping } from '../market/import/mapping.ts'
import { type ChosenOptions, type Proposal, proposeImport } from '../market/import/propose.ts'
import type { ShownRow } from '../market/import/read-days.ts'
import type { ImportRemedy } from '../market/import/refused-rows.ts'
import { systemClock } from '../ports.ts'
import { readCalendarYears } from '../store/calendar/exchange-years.ts'
import { createCandleStore } from '../store/charts/candles.ts'
import { openStore } from '../store/database/database.ts'
import { confirm, UsageError } from './shell.ts'

const USAGE = `npm run import -- FILE... [options]

  --symbol NAME                     such as "INDICES_NIFTY 50", BANKNIFTY or RELIANCE
  --instruments key|symbol_column|file_name
                                    one instrument, one of each symbol in the file, or one of each file by its name
  --only LIST                       with symbol_column, only these: INFY,TCS,RELIANCE
  --interval NAME                   ${intervals.join(' ')}
  --columns LIST                    which column holds what, counted from 1: date=1,time=2,open=4,high=5,low=6,close=7
  --header yes|no                   whether the first line names the columns
  --time-format FORMAT              such as "YYYYMMDD HH:mm", "DDMMYY sssss" (seconds after midnight), iso, epoch_s
  --time-marks open|close           what the time of a row marks
  --time-zone Asia/Kolkata|UTC      of times without a zone
  --order ascending|descending|any  how rows follow each other; any sorts them
  --bad-rows refuse|skip            unusable rows, up to half of all; skip imports the rest and lists them
  --ranges refuse|mend              a high or low that misses the open or close by half a percent at most
  --outside-session refuse|skip     rows before the open and after the close
  --other-symbols refuse|skip       rows of other symbols, in a file of many
  --replace                         replace the stored days
  --breaks refuse|keep|adjust       prices that break as at a split; adjust those before by the ratio
  --yes                             do not ask

npm run import -- instruments FILE | --synthetic`

const oneOf = <Choice extends string>(
  name: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined => {
  const choice = choices.find((known) => known === value)
  if (value !== undefined && choice === undefined) {
    throw new UsageError(`--${name} is ${choices.join(' or ')}, not ${value}.`)
  }
  return choice
}

const columnNames: Readonly<Record<string, keyof Mapping>> = {
  date: 'date',
  time: 'time',
  open: 'open',
  high: 'high',
  low: 'low',
  close: 'close',
  volume: 'volume',
  oi: 'openInterest',
  symbol: 'symbol',
  series: 'series',
}

/** `date=1,open=4`, counted from 1, to columns counted from 0. Throws UsageError. */
const readColumns = (list: string | undefined) => {
  if (list === undefined) return {}
  return Object.fromEntries(
    list.split(',').map((part) => {
      const [name = '', at = ''] = part.trim().split('=')
      const column = columnNames[name]
      if (column === undefined || !/^[1-9]\d{0,2}$/.test(at)) {
        throw new UsageError(
          `--columns is a list such as date=1,open=2 of ${Object.keys(columnNames).join(', ')}, not ${part}.`,
        )
      }
      return [column, Number(at) - 1]
    }),
  )
}

/** Throws UsageError. */
const readOnly = (list: string | undefined): string[] | undefined =>
  list?.split(',').map((name) => {
    const key = findInstrument(name)
    if (key === null) throw new UsageError(`--only is a list such as INFY,TCS; ${name} is no symbol.`)
    return key
  })

const readArguments = (args: readonly string[]) => {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      symbol: text,
      instruments: text,
      only: text,
      interval: text,
      columns: text,
      header: text,
      'time-format': text,
      'time-marks': text,
      'time-zone': text,
      order: text,
      'bad-rows': text,
      ranges: text,
      'outside-session': text,
      'other-symbols': text,
      breaks: text,
      replace: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  })
  if (positionals.length === 0) throw new UsageError(USAGE)
  const key = values.symbol === undefined ? undefined : findInstrument(values.symbol)
  if (key === null) throw new UsageError(`--symbol ${values.symbol} is no symbol.`)
  if (values.interval !== undefined && !isInterval(values.interval)) {
    throw new UsageError(`--interval is one of ${intervals.join(', ')}, not ${values.interval}.`)
  }
  const header = oneOf('header', values.header, ['yes', 'no'])
  return {
    paths: positionals,
    isYes: values.yes,
    chosen: {
      key,
      instrumentsFrom: oneOf('instruments', values.instruments, ['key', 'symbol_column', 'file_name']),
      onlyKeys: readOnly(values.only),
      interval: values.interval,
      timeFormat: values['time-format'],
      columns: {
        ...readColumns(values.columns),
        ...(header === undefined ? {} : { hasHeader: header === 'yes' }),
      },
      timeMarks: oneOf('time-marks', values['time-marks'], ['open', 'close']),
      timeZone: oneOf('time-zone', values['time-zone'], ['Asia/Kolkata', 'UTC']),
      rowOrder: oneOf('order', values.order, ['ascending', 'descending', 'any']),
      onBadRows: oneOf('bad-rows', values['bad-rows'], ['refuse', 'skip']),
      onBadRanges: oneOf('ranges', values.ranges, ['refuse', 'mend']),
      outsideSession: oneOf('outside-session', values['outside-session'], ['refuse', 'skip']),
      otherSymbols: oneOf('other-symbols', values['other-symbols'], ['refuse', 'skip']),
      onExisting: values.replace ? ('replace' as const) : undefined,
      onBreaks: oneOf('breaks', values.breaks, ['refuse', 'keep', 'adjust']),
    } satisfies ChosenOptions,
  }
}

export const importCandlesFromShell = async (args: readonly string[]): Promise<number> => {
  const { paths, chosen, isYes } = readArguments(args)
  const files = await Promise.all(paths.map(toFile))
  const proposal = await proposeImport(files, chosen, exchangeCalendar)
  console.error(printProposal(files, proposal))
  if (proposal.missing.length > 0) {
    throw new UsageError(
      `Nothing was imported. Say with ${proposal.missing.map((name) => `--${name}`).join(' and ')}.`,
    )
  }
  if (proposal.isInstrumentDisputed && (isYes || !process.stdin.isTTY)) {
    throw new UsageError('Nothing was imported. Say with --symbol which instrument it is.')
  }
  if (!(await confirm('Import?', isYes))) {
    console.error('Nothing was imported.')
    return 1
  }
  const { dataDir, databaseUrl } = readConfig(process.env, [])
  const store = await openStore({ dataDir, databaseUrl })
  bringYearsIntoForce(await readCalendarYears(store))
  const cancelling = new AbortController()
  process.once('SIGINT', () => cancelling.abort())
  try {
    const candles = createCandleStore({ store, clock: systemClock })
    await discardAbandonedImports(candles, systemClock)
    const outcome = await importAsking(proposal.options, isYes, (options) =>
      importCandles({
        id: randomBytes(12).toString('hex'),
        files,
        options,
        store: candles,
        calendar: exchangeCalendar,
        by: { actor: 'shell', request: null },
        signal: cancelling.signal,
        onProgress: createProgressLine(files),
      }),
    )
    return outcome.kind === 'done' ? 0 : 1
  } finally {
    await store.close()
  }
}

const importAsking = async (
  options: CandleImportOptions,
  isYes: boolean,
  run: (options: CandleImportOptions) => Promise<ImportOutcome>,
): Promise<ImportOutcome> => {
  const outcome = await run(options)
  console.error(printOutcome(outcome, options))
  if (outcome.kind !== 'refused' || isYes || !process.stdin.isTTY) return outcome
  for (const remedy of outcome.remedies) {
    const { question, change } = remedies[remedy]
    if (await confirm(question, false)) return importAsking({ ...options, ...change }, isYes, run)
  }
  return outcome
}

const toFile = async (path: string): Promise<ImportFile> => {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new UsageError(`${path} is not a file.`)
  return { path, name: basename(path), bytes: found.size }
}

const printProposal = (files: readonly ImportFile[], { options, sample, remarks }: Proposal): string => {
  const [first] = files
  const lines = [
    files.length === 1 ? `${first?.name}` : `${files.length} files, of which ${first?.name}`,
    `  instrument        ${instrumentOf(options)}`,
    `  interval          ${intervalLabels[options.interval]}`,
    `  columns           ${printMapping(options.mapping)}`,
    `  times             ${options.timeZone} where no zone is written, at the ${options.timeMarks} of a candle`,
    `  rows              ${options.rowOrder ?? 'ascending'}`,
    `  outside session   ${options.outsideSession}`,
    `  days stored       ${options.onExisting}`,
    ...sample.flatMap(({ line, text, reads }) => [`  line ${line}: ${text}`, `    ${reads}`]),
    ...remarks.map((remark) => `  ! ${remark}`),
  ]
  return lines.join('\n')
}

const instrumentOf = ({ key, instrumentsFrom = 'key', onlyKeys }: CandleImportOptions): string => {
  if (instrumentsFrom === 'file_name') return 'by the name of each file'
  if (instrumentsFrom === 'key') return key || 'not known'
  return onlyKeys === undefined ? 'each symbol of the file' : `${onlyKeys.length} symbols of the file`
}

const createProgressLine = (files: readonly ImportFile[]) => {
  const total = files.reduce((sum, file) => sum + file.bytes, 0)
  let shown = -1
  return ({ bytesRead, rows }: { bytesRead: number; rows: number }): void => {
    const percent = total === 0 ? 100 : Math.floor((bytesRead / total) * 100)
    if (!process.stderr.isTTY || percent === shown) return
    shown = percent
    process.stderr.write(
      `\r${percent} %, ${rows.toLocaleString('en-IN')} candles\u001b[K${percent >= 100 ? '\n' : ''}`,
    )
  }
}

interface Remedy {
  readonly question: string
  readonly change: Partial<CandleImportOptions>
  readonly hint: string
}

const remedies: Readonly<Record<ImportRemedy, Remedy>> = {
  ranges: {
    question: 'Widen those highs and lows to include open and close?',
    change: { onBadRanges: 'mend' },
    hint: 'To widen those highs and lows to include open and close: --ranges mend',
  },
  order: {
    question: 'Sort the rows by time?',
    change: { rowOrder: 'any' },
    hint: 'To sort the rows by time, if their dates were read correctly: --order any',
  },
  symbols: {
    question: 'Skip the rows of other symbols?',
    change: { otherSymbols: 'skip' },
    hint: 'To import the rows of one symbol: --symbol NAME --other-symbols skip',
  },
  rows: {
    question: 'Skip the unusable rows and import the rest?',
    change: { onBadRows: 'skip' },
    hint: 'To skip the unusable rows and import the rest: --bad-rows skip',
  },
  existing: {
    question: 'Replace the stored days?',
    change: { onExisting: 'replace' },
    hint: 'To replace the stored days: --replace',
  },
  breaks: {
    question: 'Divide the prices before it by the ratio?',
    change: { onBreaks: 'adjust' },
    hint: 'To divide the prices before it by the ratio: --breaks adjust; to import them as they are: --breaks keep',
  },
}

const count = (value: number): string => value.toLocaleString('en-IN')

const printRows = (rows: readonly ShownRow[], all: number): readonly string[] => [
  ...rows.map(({ file, line, reason, text }) => `${file}:${line}: ${reason}: ${text}`),
  ...(all > rows.length ? [`… and ${count(all - rows.length)} more`] : []),
]

const printOutcome = (outcome: ImportOutcome, options: CandleImportOptions): string => {
  if (outcome.kind === 'cancelled') return 'Cancelled. Nothing was imported.'
  const { progress } = outcome
  const bad = printRows(progress.badRows, progress.badRowCount)
  if (outcome.kind === 'done') {
    const mended = printRows(progress.mendedRows, progress.mendedRowCount)
    return [...bad, ...mended, printDone(progress, options)].join('\n')
  }
  const breaks = outcome.remedies.includes('breaks') ? progress.priceBreaks.map(describeBreak) : []
  const hints = outcome.remedies.map((remedy) => remedies[remedy].hint)
  return [...bad, ...breaks, outcome.reason, ...hints].join('\n')
}

const printDone = (progress: ImportProgress, options: CandleImportOptions): string => {
  const { rows, days, firstDay, lastDay, instrumentCount, missingKeys } = progress
  const subject =
    (options.instrumentsFrom ?? 'key') === 'key' ? options.key : `${instrumentCount} instruments`
  const missing = missingKeys.length > 0 ? ` No rows for ${missingKeys.join(', ')}.` : ''
  const asides = [
    [progress.badRowCount, 'unusable rows were skipped'],
    [progress.mendedRowCount, 'highs or lows were widened to include open and close'],
    [progress.skippedRows, 'rows outside the session were skipped'],
    [progress.sortedRows, 'rows were sorted by time'],
    [progress.otherRows, 'rows of other symbols were skipped'],
  ] as const
  const said = asides.flatMap(([value, words]) => (value > 0 ? [` ${count(value)} ${words}.`] : []))
  return `Imported ${count(rows)} candles of ${subject}, ${intervalLabels[options.interval]}: ${count(days)} days, ${firstDay} to ${lastDay}.${said.join('')}${missing}${printBreaks(progress.priceBreaks, options)}`
}

const printBreaks = (
  breaks: ImportProgress['priceBreaks'],
  { onBreaks, instrumentsFrom = 'key' }: CandleImportOptions,
): string =>
  breaks
    .map((one) => {
      const isAdjusted = onBreaks === 'adjust' && one.ratio !== null
      return `\n${instrumentsFrom === 'key' ? '' : `${one.key} `}${describeBreak(one)}: ${isAdjusted ? 'prices before it were adjusted' : 'kept as it is'}`
    })
    .join('')
