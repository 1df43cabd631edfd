import { epochMs } from '../../src/domain/time.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../ports.ts'
import { createMarketClockStore } from '../store/calendar/market-clock.ts'
import type { Store } from '../store/database/database.ts'

/** Contracts expire by market time; a simulated market continues where its last run ended. */
export const readMarketTime = async (store: Store, { marketClock, marketStart }: Config) => {
  if (marketClock.kind === 'real' && marketStart === null) return epochMs(systemClock.now())
  return (await createMarketClockStore(store).read()) ?? marketStart ?? epochMs(systemClock.now())
}
