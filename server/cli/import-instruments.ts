import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { type MasterFile, readMasterFile } from '../market/master/import-master.ts'
import { systemClock } from '../ports.ts'
import { openStore } from '../store/database.ts'
import { createInstrumentStore, type InstrumentStore } from '../store/instruments.ts'
import { confirm, UsageError } from './shell.ts'

const USAGE = `npm run import -- instruments FILE [--yes]     a broker's master, CSV or gzip
npm run import -- instruments --synthetic      back to the synthetic master`

const BY = { actor: 'shell', request: null }

/** Puts a broker's master in the place of the synthetic one, or goes back. Returns the exit code. */
export const importInstrumentsFromShell = async (args: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { synthetic: { type: 'boolean', default: false }, yes: { type: 'boolean', default: false } },
  })
  const [path, ...more] = positionals
  if (more.length > 0 || (path === undefined) !== values.synthetic) throw new UsageError(USAGE)
  if (path === undefined) {
    await withInstruments((instruments) => instruments.deleteMasters(BY))
    console.error('The instrument master is synthetic again, for every exchange.')
    return 0
  }
  const file = await readMasterFile(path, systemClock.now())
  console.error(printFile(file))
  if (file.badRowCount > 0) return 1
  if (!(await confirm('Replace the master of these exchanges?', values.yes))) {
    console.error('Nothing was imported.')
    return 1
  }
  await withInstruments((instruments) => instruments.replaceMasters(file.masters, BY))
  console.error('Imported. A running server answers it from its next call on.')
  return 0
}

const withInstruments = async (work: (instruments: InstrumentStore) => Promise<void>): Promise<void> => {
  const { dataDir, databaseUrl } = readConfig(process.env, [])
  const store = await openStore({ dataDir, databaseUrl })
  try {
    await work(createInstrumentStore({ store, clock: systemClock }))
  } finally {
    await store.close()
  }
}

const printFile = ({ rows, absent, dropped, badRows, badRowCount }: MasterFile): string => {
  const more = badRowCount > badRows.length ? [`… and ${badRowCount - badRows.length} more`] : []
  const left = Object.entries(dropped).map(
    ([segment, count]) => `${count.toLocaleString('en-IN')} of ${segment}`,
  )
  return [
    ...badRows.map(({ line, reason, text }) => `line ${line}: ${reason}: ${text}`),
    ...more,
    ...Object.entries(rows).map(
      ([exchange, count]) => `  ${exchange} ${count.toLocaleString('en-IN')} instruments`,
    ),
    ...(left.length > 0 ? [`  left out, not traded here: ${left.join(', ')}`] : []),
    ...(absent.length > 0 && badRowCount === 0
      ? [
          `  ${absent.join(', ')}: not in the file; what is there now stays (the synthetic master, or an earlier import)`,
        ]
      : []),
    ...(badRowCount > 0 ? [`${badRowCount} rows were refused; nothing was imported.`] : []),
  ].join('\n')
}
