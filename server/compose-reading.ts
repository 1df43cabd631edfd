import { availableParallelism } from 'node:os'
import type { Clock, Log } from './ports.ts'
import type { MarketThreads } from './reading/market-threads.ts'
import { createPooledReading, type Reading, WARM_TASK } from './reading/reading.ts'
import { findThreadEntry, startThread } from './threads/start-thread.ts'
import { createThreadPool, type PoolLimits } from './threads/thread-pool.ts'

/** The order path keeps a core; more threads would only take more memory. */
const THREADS_MAX = 4
const LIMITS: PoolLimits = {
  threads: Math.max(1, Math.min(THREADS_MAX, availableParallelism() - 1)),
  /** Two, so that a chart need not wait for ten years of candles; answers are up to 56 MB each. */
  runningPerThread: 2,
  perUser: 16,
  inTotal: 128,
  tries: 2,
}

export interface PooledReading extends Reading {
  warm(): Promise<void>
  close(): Promise<void>
}

export const composeReading = ({
  threads,
  clock,
  log,
  serverDir,
}: {
  readonly threads: MarketThreads
  /** Wall time. */
  readonly clock: Clock
  readonly log: Log
  readonly serverDir: string
}): PooledReading => {
  const entry = findThreadEntry(serverDir, 'reading')
  const pool = createThreadPool({
    start: () => startThread(entry, threads.start()),
    limits: LIMITS,
    clock,
    log,
  })
  const share = (): Promise<void> => threads.share(pool)
  return {
    ...createPooledReading(pool, share),
    async warm() {
      await share()
      await pool.run(WARM_TASK, null, { user: '' })
    },
    close: pool.close,
  }
}
