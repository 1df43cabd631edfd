import { availableParallelism } from 'node:os'
import { yearsInForce } from '../src/domain/calendar/holidays/calendar-in-force.ts'
import { toQuotesStart } from './compose-quotes.ts'
import type { Config } from './config.ts'
import type { Market } from './market/market.ts'
import type { Clock, Log } from './ports.ts'
import { createPooledReading, type Reading, WARM_TASK } from './reading/reading.ts'
import type { ReadingStart, SharedListing } from './reading/thread.ts'
import type { SteadyClock } from './steady-clock.ts'
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
  config,
  market,
  clock,
  steadyClock,
  log,
  serverDir,
}: {
  readonly config: Pick<Config, 'marketSeed' | 'logLevel' | 'dataDir' | 'databaseUrl'>
  readonly market: Market
  /** Wall time. */
  readonly clock: Clock
  readonly steadyClock: Pick<SteadyClock, 'offset' | 'watch'>
  readonly log: Log
  readonly serverDir: string
}): PooledReading => {
  const { dataDir, databaseUrl } = config
  const entry = findThreadEntry(serverDir, 'reading')
  const clockOffset = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))
  const keepOffset = (offset: number): void => {
    clockOffset[0] = offset
  }
  keepOffset(steadyClock.offset())
  steadyClock.watch(keepOffset)
  const pool = createThreadPool({
    start: () => {
      const start: ReadingStart = {
        ...toQuotesStart(config, market),
        location: { dataDir, databaseUrl },
        clockOffset,
      }
      return startThread(entry, start)
    },
    limits: LIMITS,
    clock,
    log,
  })
  let current: SharedListing | null = null
  const share = async (): Promise<void> => {
    const { version, csv } = await market.master.load()
    const calendar = yearsInForce()
    if (current?.version === version && current.calendar.version === calendar.version) return
    current = {
      version,
      csv: csv.buffer as unknown as SharedArrayBuffer,
      calendar,
      origin: market.clock.origin,
    }
    pool.share(current)
  }
  return {
    ...createPooledReading(pool, share),
    async warm() {
      await share()
      await pool.run(WARM_TASK, null, { user: '' })
    },
    close: pool.close,
  }
}
