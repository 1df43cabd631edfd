import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { archiveOf, compileModule } from '../../src/engine/modules.ts'
import { type MarketThreadStart, openMarket, type SharedListing } from '../reading/open-market.ts'
import { serveTasks } from '../threads/serve-tasks.ts'
import { openScanner } from './open-scanner.ts'
import type { ScanInput } from './scan-input.ts'
import { WARM_TASK } from './scanning.ts'

export interface ScanningStart extends MarketThreadStart {
  /** Holds the engine files that the browser loads too. */
  readonly wasmFolder: string
}

/** Those of the market and of one sector over two years. */
const PATHS_MAX = 1_200

const open = async () => {
  const { wasmFolder, ...start } = workerData as ScanningStart
  const market = await openMarket(start, PATHS_MAX)
  const file = join(wasmFolder, archiveOf('backtest'))
  const archive = new Uint8Array(await readFile(file)).buffer
  return { take: market.take, scanner: openScanner(market, await compileModule('backtest', archive, file)) }
}

const opening = open()

serveTasks(async (name, input, { signal, shared }) => {
  const { scanner, take } = await opening
  if (shared !== undefined) take(shared as SharedListing)
  return name === WARM_TASK ? scanner.warm(signal) : scanner.answer(name, input as ScanInput, signal)
})
