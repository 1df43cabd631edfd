import { type Calendar, exchangeCalendar } from '../../src/domain/calendar.ts'
import type { Config } from '../config.ts'
import type { Clock, Log } from '../ports.ts'
import { createCandleStore } from '../store/candles.ts'
import type { Store } from '../store/database.ts'
import { createInstrumentStore } from '../store/instruments.ts'
import { createCandleService } from './candle-service.ts'
import { createImportService } from './import/import-service.ts'
import { sweepLeftImports } from './import/sweep.ts'
import { createLastPrices } from './last-prices.ts'
import { createInstrumentMaster } from './master/instrument-master.ts'
import { createSimulatedMarket } from './simulated/simulated-market.ts'

export interface MarketParts {
  readonly store: Store
  readonly clock: Clock
  readonly config: Pick<Config, 'dataDir' | 'market' | 'marketSeed'>
  readonly log: Log
  readonly calendar?: Calendar
}

/** Everything the server knows of the market. Removes first what imports of a process that ended left behind. */
export const createMarket = async ({
  store,
  clock,
  config,
  log,
  calendar = exchangeCalendar,
}: MarketParts) => {
  const candleStore = createCandleStore({ store, clock })
  const seed = config.marketSeed
  const simulated = createSimulatedMarket({ seed, calendar })
  const master = createInstrumentMaster({
    store: createInstrumentStore({ store, clock }),
    simulated,
    calendar,
    clock,
    seed,
  })
  const parts = { store: candleStore, simulated, master, calendar, clock, seed }
  const left = await sweepLeftImports(candleStore, clock)
  if (left > 0) log.warn({ imports: left }, 'removed what unfinished imports had left')
  const imports = await createImportService({
    store: candleStore,
    calendar,
    clock,
    log,
    dataDir: config.dataDir,
  })
  return {
    candles: createCandleService(parts),
    lastPrices: createLastPrices({ ...parts, market: config.market }),
    master,
    imports,
    stored: candleStore,
    /** Stops running imports; nothing of them stays. */
    close: () => imports.close(),
  }
}

export type Market = Awaited<ReturnType<typeof createMarket>>
