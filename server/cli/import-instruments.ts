import { parseArgs } from 'node:util'
import { exchangeCalendar } from '../../src/domain/calendar/calendar.ts'
import { bringYearsIntoForce } from '../../src/domain/calendar/holidays/calendar-in-force.ts'
import { toIstDate } from '../../src/domain/time.ts'
import { type Config, readConfig } from '../config.ts'
import { type MasterFile, readMasterFile } from '../market/master/import-master.ts'
import { createInstrumentMaster } from '../market/master/instrument-master.ts'
import {
  compareMasters,
  countByExchange,
  describeChange,
  describeLosses,
  type ExchangeChange,
} from '../market/master/master-change.ts'
import { createSimulatedMarket } from '../market/simulated/simulated-market.ts'
import { systemClock } from '../ports.ts'
import { readCalendarYears } from '../store/calendar/exchange-years.ts'
import { openStore, type Store } from '../store/database/database.ts'
import { createInstrumentStore, type InstrumentStore } from '../store/instruments.ts'
import { readMarketTime } from './market-time.ts'
import { confirm, UsageError } from './shell.ts'

const USAGE = `npm run import -- instruments FILE [options]       a broker's master, CSV or an archive of it
npm run import -- instruments --synthetic          back to the synthetic master

  --yes           do not ask
  --bad-rows skip leave rows out that cannot be read, and list them
  --accept-loss   with --yes: also when an exchange would lose most of its instruments`

const BY = { actor: 'shell', request: null }

export const importInstrumentsFromShell = async (args: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      synthetic: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      'accept-loss': { type: 'boolean', default: false },
      'bad-rows': { type: 'string', default: 'refuse' },
    },
  })
  const isSkipping = values['bad-rows'] === 'skip'
  if (!isSkipping && values['bad-rows'] !== 'refuse')
    throw new UsageError(`--bad-rows is refuse or skip, not ${values['bad-rows']}.`)
  const [path, ...more] = positionals
  if (more.length > 0 || (path === undefined) !== values.synthetic) throw new UsageError(USAGE)
  const config = readConfig(process.env, [])
  if (path === undefined) {
    await withStore(config, (store) => instrumentsOf(store).deleteMasters(BY))
    console.error('The instrument master is synthetic again, for every exchange.')
    return 0
  }
  const file = await readMasterFile(path, systemClock.now())
  return withStore(config, async (store) => {
    const changes = await findChanges(store, config, file)
    const losses = describeLosses(changes)
    console.error(printFile(file, changes, losses))
    if (file.badRowCount > 0 && !isSkipping && !(await isSkippingByAnswer(file, values.yes))) return 1
    if (losses.length > 0 && !values['accept-loss'] && (values.yes || !process.stdin.isTTY))
      throw new UsageError('Nothing was changed. Give --accept-loss beside --yes if this is meant.')
    if (!(await confirm(questionOf(losses), values.yes))) {
      console.error('Nothing was imported.')
      return 1
    }
    await instrumentsOf(store).replaceMasters(file.masters, BY)
    console.error(
      'Imported. A running server uses it from the next call; simulated prices follow its strikes after a restart.',
    )
    return 0
  })
}

const isSkippingByAnswer = async ({ badRowCount, masters }: MasterFile, isYes: boolean): Promise<boolean> => {
  const isAsked = masters.length > 0 && !isYes && process.stdin.isTTY
  if (isAsked && (await confirm(`Skip ${countRows(badRowCount)} and continue?`, false))) return true
  console.error(
    `${countRows(badRowCount)} cannot be read; nothing was imported.${masters.length > 0 ? ' To skip them and import the rest: --bad-rows skip' : ''}`,
  )
  return false
}

const countRows = (count: number): string =>
  count === 1 ? 'one row' : `${count.toLocaleString('en-IN')} rows`

const questionOf = (losses: readonly string[]): string =>
  losses.length > 0
    ? 'Replace the master of these exchanges all the same?'
    : 'Replace the master of these exchanges?'

const instrumentsOf = (store: Store): InstrumentStore => createInstrumentStore({ store, clock: systemClock })

const withStore = async <Answer>(
  { dataDir, databaseUrl }: Config,
  work: (store: Store) => Promise<Answer>,
): Promise<Answer> => {
  const store = await openStore({ dataDir, databaseUrl })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const findChanges = async (
  store: Store,
  config: Config,
  { instruments }: MasterFile,
): Promise<readonly ExchangeChange[]> => {
  bringYearsIntoForce(await readCalendarYears(store))
  const now = await readMarketTime(store, config)
  const { csv } = await createInstrumentMaster({
    store: instrumentsOf(store),
    simulated: createSimulatedMarket({ seed: config.marketSeed, calendar: exchangeCalendar }),
    calendar: exchangeCalendar,
    clock: { now: () => now },
    seed: config.marketSeed,
  }).load()
  return compareMasters(countByExchange(csv.toString('utf8')), instruments, toIstDate(now))
}

const printFile = (
  { absent, dropped, badRows, badRowCount }: MasterFile,
  changes: readonly ExchangeChange[],
  losses: readonly string[],
): string => {
  const more = badRowCount > badRows.length ? [`… and ${badRowCount - badRows.length} more`] : []
  const left = Object.entries(dropped).map(
    ([segment, count]) => `${count.toLocaleString('en-IN')} of ${segment}`,
  )
  return [
    ...badRows.map(({ line, reason, text }) => `line ${line}: ${reason}: ${text}`),
    ...more,
    ...changes.map((change) => `  ${describeChange(change)}`),
    ...losses.map((loss) => `  ! ${loss}`),
    ...(left.length > 0 ? [`  left out, not traded here: ${left.join(', ')}`] : []),
    ...(absent.length > 0
      ? [
          `  ${absent.join(', ')}: not in the file; what is there now stays (the synthetic master, or an earlier import)`,
        ]
      : []),
  ].join('\n')
}
