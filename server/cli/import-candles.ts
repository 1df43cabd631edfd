import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { exchangeCalendar } from '../../src/domain/calendar.ts'
import { intervalLabels, intervals, isInterval } from '../../src/domain/interval.ts'
import { describeBreak, type PriceBreak } from '../../src/domain/price-breaks.ts'
import { readConfig } from '../config.ts'
import { type ImportFile, type ImportOutcome, importCandles } from '../market/import/import-candles.ts'
import { findInstrument } from '../market/import/instrument-alias.ts'
import { type CandleImportOptions, printMapping } from '../market/import/mapping.ts'
import { type Proposal, proposeImport } from '../market/import/propose.ts'
import { sweepLeftImports } from '../market/import/sweep.ts'
import { systemClock } from '../ports.ts'
import { createCandleStore } from '../store/candles.ts'
import { openStore } from '../store/database.ts'
import { confirm, UsageError } from './shell.ts'

const USAGE = `npm run import -- FILE... [options]

  --symbol NAME                     such as "INDICES_NIFTY 50", BANKNIFTY or RELIANCE
  --interval NAME                   ${intervals.join(' ')}
  --time-format FORMAT              such as "YYYYMMDD HH:mm", iso, epoch_s, epoch_ms
  --time-marks open|close           what the time of a row marks
  --time-zone Asia/Kolkata|UTC      of times without a zone
  --outside-session refuse|skip     rows before the open and after the close
  --replace                         put these days in the place of stored ones
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

const readArguments = (args: readonly string[]) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      symbol: { type: 'string' },
      interval: { type: 'string' },
      'time-format': { type: 'string' },
      'time-marks': { type: 'string' },
      'time-zone': { type: 'string' },
      'outside-session': { type: 'string' },
      breaks: { type: 'string' },
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
  return {
    paths: positionals,
    isYes: values.yes,
    timeFormat: values['time-format'],
    chosen: {
      key,
      interval: values.interval,
      timeMarks: oneOf('time-marks', values['time-marks'], ['open', 'close']),
      timeZone: oneOf('time-zone', values['time-zone'], ['Asia/Kolkata', 'UTC']),
      outsideSession: oneOf('outside-session', values['outside-session'], ['refuse', 'skip']),
      onExisting: values.replace ? ('replace' as const) : undefined,
      onBreaks: oneOf('breaks', values.breaks, ['refuse', 'keep', 'adjust']),
    },
  }
}

/** Proposes, shows, asks and imports. Returns the exit code. */
export const importCandlesFromShell = async (args: readonly string[]): Promise<number> => {
  const { paths, chosen, isYes, timeFormat } = readArguments(args)
  const files = await Promise.all(paths.map(toFile))
  const proposal = await proposeImport(files, { ...chosen, timeFormat }, exchangeCalendar)
  console.error(printProposal(files, proposal))
  if (proposal.isInstrumentDisputed && (isYes || !process.stdin.isTTY)) {
    throw new UsageError('Nothing was imported. Say with --symbol which instrument it is.')
  }
  if (!(await confirm('Import?', isYes))) {
    console.error('Nothing was imported.')
    return 1
  }
  const { dataDir, databaseUrl } = readConfig(process.env, [])
  const store = await openStore({ dataDir, databaseUrl })
  const cancelling = new AbortController()
  process.once('SIGINT', () => cancelling.abort())
  try {
    const candles = createCandleStore({ store, clock: systemClock })
    await sweepLeftImports(candles, systemClock)
    const outcome = await importCandles({
      id: randomBytes(12).toString('hex'),
      files,
      options: proposal.options,
      store: candles,
      calendar: exchangeCalendar,
      by: { actor: 'shell', request: null },
      signal: cancelling.signal,
      onProgress: createProgressLine(files),
    })
    console.error(printOutcome(outcome, proposal.options))
    return outcome.kind === 'done' ? 0 : 1
  } finally {
    await store.close()
  }
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
    `  instrument        ${options.key}`,
    `  interval          ${intervalLabels[options.interval]}`,
    `  columns           ${printMapping(options.mapping)}`,
    `  times             ${options.timeZone} where no zone is written, at the ${options.timeMarks} of a candle`,
    `  outside session   ${options.outsideSession}`,
    `  days stored       ${options.onExisting}`,
    ...sample.flatMap(({ line, text, reads }) => [`  line ${line}: ${text}`, `    ${reads}`]),
    ...remarks.map((remark) => `  ! ${remark}`),
  ]
  return lines.join('\n')
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

const hints = {
  outsideSession: 'To leave rows outside the session out: --outside-session skip',
  onBreaks:
    'To divide the prices before it by the ratio: --breaks adjust; to import them as they are: --breaks keep',
  onExisting: 'To put these days in the place of the stored ones: --replace',
}

const printOutcome = (outcome: ImportOutcome, options: CandleImportOptions): string => {
  const { rows, skippedRows, days, firstDay, lastDay, badRows, badRowCount } = outcome.progress
  if (outcome.kind === 'cancelled') return 'Cancelled. Nothing was imported.'
  if (outcome.kind === 'done') {
    const skipped =
      skippedRows === 0
        ? ''
        : ` ${skippedRows.toLocaleString('en-IN')} rows outside the session were skipped.`
    return `Imported ${rows.toLocaleString('en-IN')} candles of ${options.key}, ${intervalLabels[options.interval]}: ${days} days, ${firstDay} to ${lastDay}.${skipped}${printBreaks(outcome.progress.priceBreaks, options)}`
  }
  const breaks = outcome.remedy === 'onBreaks' ? outcome.progress.priceBreaks.map(describeBreak) : []
  const listed = badRows.map(({ file, line, reason, text }) => `${file}:${line}: ${reason}: ${text}`)
  const more = badRowCount > badRows.length ? [`… and ${badRowCount - badRows.length} more`] : []
  const hint = outcome.remedy === null ? [] : [hints[outcome.remedy]]
  return [...listed, ...more, ...breaks, outcome.reason, ...hint].join('\n')
}

const printBreaks = (breaks: readonly PriceBreak[], { onBreaks }: CandleImportOptions): string =>
  breaks
    .map((one) => {
      const isAdjusted = onBreaks === 'adjust' && one.ratio !== null
      return `\n${describeBreak(one)}: ${isAdjusted ? 'prices before it were adjusted' : 'kept as it is'}`
    })
    .join('')
