import { exchangeCalendar } from '../../src/domain/calendar/calendar.ts'
import {
  bringYearsIntoForce,
  type CalendarYears,
  yearsInForce,
} from '../../src/domain/calendar/holidays/calendar-in-force.ts'
import { createLog } from '../log.ts'
import { createSimulatedLive } from '../market/live/simulated-live.ts'
import { clockFrom, type MarketClockOrigin } from '../market/market-clock.ts'
import { nearestSymbols } from '../market/master/instrument-master.ts'
import { indexMaster, type MasterIndex } from '../market/master/master-index.ts'
import { setAnchorPrices } from '../market/master/universe.ts'
import type { MarketShock } from '../market/simulated/shocks/market-shock.ts'
import { createShocksInForce } from '../market/simulated/shocks/shocks-in-force.ts'
import type { SimulatedParts } from '../market/simulated/simulated-days.ts'
import { createSimulatedMarket } from '../market/simulated/simulated-market.ts'
import type { QuotesStart } from '../quotes/process-messages.ts'
import { createSecretWatch } from '../services/session/secret-watch.ts'
import { clockWithOffset } from '../steady-clock.ts'
import { openStoreToRead, type StoreLocation } from '../store/database/database.ts'
import type { ReaderParts } from './reader.ts'

/** Makes the market of a thread equal to that of the order path. */
export interface MarketThreadStart extends QuotesStart {
  readonly location: StoreLocation
  /** One number in shared memory, added to the monotonic clock to get the server's time. */
  readonly clockOffset: Float64Array
}

export interface SharedListing {
  readonly version: string
  readonly csv: SharedArrayBuffer
  readonly calendar: CalendarYears
  readonly shocks: readonly MarketShock[]
  readonly origin: MarketClockOrigin
}

export interface ThreadListing extends MasterIndex {
  nearest(symbol: string): readonly string[]
}

const readListing = async ({ csv }: SharedListing): Promise<ThreadListing> => {
  const index = await indexMaster(Buffer.from(csv))
  return { ...index, nearest: (symbol) => nearestSymbols(symbol, index.cashSymbols()) }
}

const calendar = exchangeCalendar

export const openMarket = async (
  start: MarketThreadStart,
  keeps: Omit<SimulatedParts, 'seed' | 'calendar' | 'shocks'> = {},
) => {
  const { location, seed, anchorPrices = {}, origin, replay, logLevel, clockOffset } = start
  bringYearsIntoForce(start.calendar)
  const shocks = createShocksInForce(start.shocks)
  const clock = clockWithOffset(() => clockOffset[0] ?? 0)
  const log = createLog({
    level: logLevel,
    secrets: createSecretWatch(),
    write: (line) => process.stderr.write(line),
  })
  setAnchorPrices(anchorPrices)
  const simulated = createSimulatedMarket({ seed, calendar, shocks, ...keeps })
  const livedDays = replay?.livedDays ? new Set(replay.livedDays) : null
  const marketClock = clockFrom(origin, { clock, calendar, livedDays })
  const store = await openStoreToRead(location)
  const live =
    replay === undefined
      ? createSimulatedLive({ seed, calendar, days: simulated.days })
      : await import('../quotes/replayed-market.ts').then(({ openReplayedMarket }) =>
          openReplayedMarket(replay, { seed, calendar, clock, log }),
        )
  let listing: { readonly version: string; readonly loading: Promise<ThreadListing> } | null = null
  const loadListing = (): Promise<ThreadListing> =>
    listing?.loading ?? Promise.reject(new Error('no instruments yet'))
  return {
    store,
    simulated,
    live,
    calendar,
    clock: marketClock,
    seed,
    market: replay === undefined ? 'simulated' : 'imported',
    loadListing,
    take: (shared: SharedListing): void => {
      if (shared.calendar.version !== yearsInForce().version) {
        bringYearsIntoForce(shared.calendar)
        marketClock.goOnFrom(shared.origin)
      }
      shocks.bringIntoForce(shared.shocks)
      if (listing?.version !== shared.version)
        listing = { version: shared.version, loading: readListing(shared) }
    },
  } satisfies ReaderParts & { readonly take: (shared: SharedListing) => void }
}
