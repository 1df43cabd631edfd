import { yearsInForce } from '../../src/domain/calendar/holidays/calendar-in-force.ts'
import { toQuotesStart } from '../compose-quotes.ts'
import type { Config } from '../config.ts'
import type { Market } from '../market/market.ts'
import type { SteadyClock } from '../steady-clock.ts'
import type { ThreadPool } from '../threads/thread-pool.ts'
import type { MarketThreadStart, SharedListing } from './open-market.ts'

export interface MarketThreadParts {
  readonly config: Pick<Config, 'marketSeed' | 'logLevel' | 'dataDir' | 'databaseUrl'>
  readonly market: Market
  readonly steadyClock: Pick<SteadyClock, 'offset' | 'watch'>
}

/** For threads that read the market: what they start with, and the list of instruments before each task. */
export const createMarketThreads = ({ config, market, steadyClock }: MarketThreadParts) => {
  const { dataDir, databaseUrl } = config
  const clockOffset = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))
  const keepOffset = (offset: number): void => {
    clockOffset[0] = offset
  }
  keepOffset(steadyClock.offset())
  steadyClock.watch(keepOffset)
  let current: SharedListing | null = null
  return {
    start: (): MarketThreadStart => ({
      ...toQuotesStart(config, market),
      location: { dataDir, databaseUrl },
      clockOffset,
    }),
    async share(pool: Pick<ThreadPool, 'share'>): Promise<void> {
      const { version, csv } = await market.master.load()
      const calendar = yearsInForce()
      const shocks = market.shocks()
      const isCurrent =
        current?.version === version &&
        current.calendar.version === calendar.version &&
        current.shocks === shocks
      if (!isCurrent) {
        const origin = market.clock.origin
        current = { version, csv: csv.buffer as unknown as SharedArrayBuffer, calendar, shocks, origin }
      }
      pool.share(current)
    },
  }
}

export type MarketThreads = ReturnType<typeof createMarketThreads>
