import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type * as z from 'zod/mini'
import { HOLIDAY_TEXT_MAX, type HolidayPreview } from '../../src/contract/calendar.ts'
import type { FromWire } from '../../src/contract/wire.ts'
import { exchangeCalendar } from '../../src/domain/calendar/calendar.ts'
import { bringYearsIntoForce } from '../../src/domain/calendar/holidays/calendar-in-force.ts'
import { describeDay, describeMove } from '../../src/domain/calendar/holidays/holidays-in-words.ts'
import { recover } from '../broker/ledger/recover.ts'
import { openContractsOf } from '../broker/open-contracts.ts'
import { type Config, readConfig } from '../config.ts'
import { FileFault } from '../market/import/text-lines.ts'
import { systemClock } from '../ports.ts'
import { Refusal } from '../refusal.ts'
import { createHolidayPlanner, type HolidaySource } from '../services/calendar/planner.ts'
import { createExchangeYearStore } from '../store/calendar/exchange-years.ts'
import { openStore, type Store } from '../store/database/database.ts'
import { createInstrumentStore } from '../store/instruments.ts'
import { createLedgerStore } from '../store/orders/ledger/ledger.ts'
import { readMarketTime } from './market-time.ts'
import { confirm, UsageError } from './shell.ts'

const USAGE = `npm run import -- holidays FILE [options]          the exchange's list of holidays, CSV
npm run import -- holidays --built-in YEAR         that year back to the built-in calendar

  --yes           do not ask
  --bad-rows skip leave rows out that cannot be used, and list them`

const BY = { actor: 'shell', request: null }

type Preview = FromWire<z.output<typeof HolidayPreview>>

export const importHolidaysFromShell = async (args: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'built-in': { type: 'string' },
      yes: { type: 'boolean', default: false },
      'bad-rows': { type: 'string', default: 'refuse' },
    },
  })
  const isSkipping = values['bad-rows'] === 'skip'
  if (!isSkipping && values['bad-rows'] !== 'refuse')
    throw new UsageError(`--bad-rows is refuse or skip, not ${values['bad-rows']}.`)
  const builtIn = values['built-in']
  const [path, ...more] = positionals
  if (more.length > 0 || (path === undefined) === (builtIn === undefined)) throw new UsageError(USAGE)
  if (builtIn !== undefined && !/^\d{4}$/.test(builtIn))
    throw new UsageError(`--built-in is a year such as 2027, not ${builtIn}.`)
  const source: HolidaySource =
    path === undefined ? { builtIn: Number(builtIn) } : { file: basename(path), text: await readText(path) }
  const config = readConfig(process.env, [])
  const store = await openStore(config)
  try {
    return await change(store, config, source, { isSkipping, isYes: values.yes })
  } catch (error) {
    throw error instanceof Refusal ? new FileFault(error.message) : error
  } finally {
    await store.close()
  }
}

const change = async (
  store: Store,
  config: Config,
  source: HolidaySource,
  { isSkipping, isYes }: { readonly isSkipping: boolean; readonly isYes: boolean },
): Promise<number> => {
  const years = createExchangeYearStore({ store, clock: systemClock })
  bringYearsIntoForce(await years.read())
  const now = await readMarketTime(store, config)
  const { accounts } = await recover(createLedgerStore(store))
  const planner = createHolidayPlanner({
    years,
    calendar: exchangeCalendar,
    now: () => now,
    importedExchanges: createInstrumentStore({ store, clock: systemClock }).listExchanges,
    openContracts: () => openContractsOf(accounts.values()),
  })
  const { preview, changes } = await planner.plan(source)
  console.error(printPreview(preview))
  if (preview.badRows.length > 0 && !isSkipping) {
    console.error('Nothing was imported. To skip these rows and import the rest: --bad-rows skip')
    return 1
  }
  if (preview.refusal !== null) {
    console.error(`${preview.refusal} Nothing was imported.`)
    return 1
  }
  if (!(await confirm('Apply this calendar?', isYes))) {
    console.error('Nothing was imported.')
    return 1
  }
  if ((await years.change(changes, exchangeCalendar.version, BY)) === null)
    throw new FileFault('Another list of holidays came into force meanwhile. Nothing was imported.')
  console.error('Imported. A running server applies it within two seconds.')
  return 0
}

const readText = async (path: string): Promise<string> => {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new FileFault(`${path} is not a file.`)
  if (found.size > 4 * HOLIDAY_TEXT_MAX)
    throw new FileFault(`${basename(path)} is too large for a list of holidays.`)
  return readFile(path, 'utf8')
}

const printPreview = ({ years, changes, expiries, badRows, remarks }: Preview): string =>
  [
    ...badRows.map(({ file, line, reason, text }) => `${file}:${line}: ${reason}: ${text}`),
    ...(years.length === 0 ? [] : [`Replaces the calendar of ${years.join(', ')}:`]),
    ...changes.map((day) => `  ${describeDay(day)}`),
    ...expiries.map((move) => `  ${describeMove(move)}`),
    ...remarks.map((remark) => `  ${remark}`),
  ].join('\n')
