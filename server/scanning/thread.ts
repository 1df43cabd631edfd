import { workerData } from 'node:worker_threads'
import manifest from '../../package.json' with { type: 'json' }
import { yearsInForce } from '../../src/domain/calendar/holidays/calendar-in-force.ts'
import { loadEngine } from '../evaluating/load-engine.ts'
import { type MarketThreadStart, openMarket, type SharedListing } from '../reading/open-market.ts'
import { serveTasks } from '../threads/serve-tasks.ts'
import { createKeptDays, type KeptDays } from './kept-days.ts'
import { openScanner } from './open-scanner.ts'
import type { AlertsInput, MapInput, ScanInput } from './scan-input.ts'
import { MAP_TASK, RAISED_TASK } from './scanning.ts'

export interface ScanningStart extends MarketThreadStart {
  readonly wasmFolder: string
}

/** Paths of the market and of one sector over two years, and sessions of the NIFTY 500; days are kept as columns. */
const KEEPS = { pathsMax: 1_200, sessionsMax: 600, daysMax: 4, walksMax: 64 }

/** Imported candles are read from the store, which keeps them. Another version may make other prices. */
const keptDaysOf = (
  { market, calendar, simulated }: Awaited<ReturnType<typeof openMarket>>,
  { location, seed, anchorPrices }: MarketThreadStart,
): KeptDays | null => {
  const { version } = manifest
  const { shocks } = simulated.days
  const of = (): string =>
    JSON.stringify([version, seed, calendar.profile, yearsInForce().version, anchorPrices, shocks.list()])
  return market === 'simulated' ? createKeptDays(location.dataDir, of) : null
}

const open = async () => {
  const { wasmFolder, ...start } = workerData as ScanningStart
  const market = await openMarket(start, KEEPS)
  const module = await loadEngine(wasmFolder)
  return { take: market.take, scanner: await openScanner(market, module, keptDaysOf(market, start)) }
}

const opening = open()

serveTasks('alerts', async (name, input, { signal, shared }) => {
  const { scanner, take } = await opening
  if (shared !== undefined) take(shared as SharedListing)
  if (name === RAISED_TASK) return scanner.raised(input as AlertsInput, signal)
  if (name === MAP_TASK) return scanner.map(input as MapInput, signal)
  return scanner.answer(name, input as ScanInput, signal)
})
