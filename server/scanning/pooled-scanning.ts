import type { Clock, Log } from '../ports.ts'
import type { MarketThreads } from '../reading/market-threads.ts'
import { readHeld } from '../threads/pieces.ts'
import { findThreadEntry, startThread } from '../threads/start-thread.ts'
import { createThreadPool, type PoolLimits } from '../threads/thread-pool.ts'
import type { Raised } from './scan-input.ts'
import { MAP_TASK, RAISED_TASK, type Scanning } from './scanning.ts'
import type { ScanningStart } from './thread.ts'

/** One thread, as each would keep the candles of the universe. */
const LIMITS: PoolLimits = { threads: 1, runningPerThread: 4, perUser: 8, inTotal: 64, tries: 2 }

export interface PooledScanning extends Scanning {
  close(): Promise<void>
}

export const createPooledScanning = ({
  threads,
  wasmFolder,
  clock,
  log,
  serverDir,
}: {
  readonly threads: MarketThreads
  readonly wasmFolder: string
  readonly clock: Clock
  readonly log: Log
  readonly serverDir: string
}): PooledScanning => {
  const entry = findThreadEntry(serverDir, 'scanning')
  const pool = createThreadPool({
    start: () => {
      const start: ScanningStart = { ...threads.start(), wasmFolder }
      return startThread(entry, start)
    },
    limits: LIMITS,
    clock,
    log,
  })
  return {
    async answer(endpoint, input, by) {
      await threads.share(pool)
      return readHeld((await pool.run(endpoint.name, input, by)) as ArrayBuffer, by.signal)
    },
    async marketMap(input, by) {
      await threads.share(pool)
      return readHeld((await pool.run(MAP_TASK, input, by)) as ArrayBuffer, by.signal)
    },
    async raised(input, by) {
      await threads.share(pool)
      return (await pool.run(RAISED_TASK, input, by)) as Raised
    },
    close: pool.close,
  }
}
