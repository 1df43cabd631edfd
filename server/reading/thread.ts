import { workerData } from 'node:worker_threads'
import { exchangeCalendar } from '../../src/domain/calendar/calendar.ts'
import {
  bringYearsIntoForce,
  type CalendarYears,
  yearsInForce,
} from '../../src/domain/calendar/holidays/calendar-in-force.ts'
import { collectGarbage } from '../collect-garbage.ts'
import { createLog } from '../log.ts'
import { createSimulatedLive } from '../market/live/simulated-live.ts'
import { clockFrom, type MarketClockOrigin } from '../market/market-clock.ts'
import { nearestSymbols } from '../market/master/instrument-master.ts'
import { indexMaster } from '../market/master/master-index.ts'
import { setAnchorPrices } from '../market/master/universe.ts'
import { createPrefill } from '../market/simulated/prefill.ts'
import { createSimulatedMarket } from '../market/simulated/simulated-market.ts'
import type { QuotesStart } from '../quotes/process-messages.ts'
import { warmChains } from '../services/options/warm-chains.ts'
import { createSecretWatch } from '../services/session/secret-watch.ts'
import { clockWithOffset } from '../steady-clock.ts'
import { openStoreToRead, type StoreLocation } from '../store/database/database.ts'
import { serveTasks } from '../threads/serve-tasks.ts'
import { type CallInput, type CandleRequest, createReader, type Listing } from './reader.ts'
import { CANDLES_TASK, WARM_TASK } from './reading.ts'

export interface ReadingStart extends QuotesStart {
  readonly location: StoreLocation
  /** One number in shared memory, added to the monotonic clock to get the server's time. */
  readonly clockOffset: Float64Array
}

export interface SharedListing {
  readonly version: string
  readonly csv: SharedArrayBuffer
  readonly calendar: CalendarYears
  readonly origin: MarketClockOrigin
}

const {
  location,
  seed,
  anchorPrices = {},
  origin,
  replay,
  logLevel,
  clockOffset,
} = workerData as ReadingStart
bringYearsIntoForce((workerData as ReadingStart).calendar)
const calendar = exchangeCalendar
const clock = clockWithOffset(() => clockOffset[0] ?? 0)
const log = createLog({
  level: logLevel,
  secrets: createSecretWatch(),
  write: (line) => process.stderr.write(line),
})

const readListing = async ({ csv }: SharedListing): Promise<Listing> => {
  const { cashSymbols, ...index } = await indexMaster(Buffer.from(csv))
  return { ...index, nearest: (symbol) => nearestSymbols(symbol, cashSymbols()) }
}

const openReader = async () => {
  setAnchorPrices(anchorPrices)
  const simulated = createSimulatedMarket({ seed, calendar })
  const livedDays = replay?.livedDays ? new Set(replay.livedDays) : null
  const marketClock = clockFrom(origin, { clock, calendar, livedDays })
  const store = await openStoreToRead(location)
  const live =
    replay === undefined
      ? createSimulatedLive({ seed, calendar, days: simulated.days })
      : await import('../quotes/replayed-market.ts').then(({ openReplayedMarket }) =>
          openReplayedMarket(replay, { seed, calendar, clock, log }),
        )
  let listing: { readonly version: string; readonly loading: Promise<Listing> } | null = null
  const ports = {
    calendar,
    clock: marketClock,
    live,
    loadListing: (): Promise<Listing> => listing?.loading ?? Promise.reject(new Error('no instruments yet')),
  }
  return {
    reader: createReader({
      ...ports,
      store,
      simulated,
      seed,
      market: replay === undefined ? 'simulated' : 'imported',
    }),
    take: (shared: SharedListing): void => {
      if (shared.calendar.version !== yearsInForce().version) {
        bringYearsIntoForce(shared.calendar)
        marketClock.goOnFrom(shared.origin)
      }
      if (listing?.version !== shared.version)
        listing = { version: shared.version, loading: readListing(shared) }
    },
    warm: async (signal: AbortSignal): Promise<void> => {
      const isStopped = (): boolean => signal.aborted
      await warmChains(ports, isStopped)
      if (replay === undefined) await createPrefill(simulated.days, marketClock).run(isStopped)
      collectGarbage()
    },
  }
}

const opening = openReader()

serveTasks(async (name, input, { signal, shared }) => {
  const { reader, take, warm } = await opening
  if (shared !== undefined) take(shared as SharedListing)
  if (name === WARM_TASK) return warm(signal)
  return name === CANDLES_TASK
    ? reader.readCandles(input as CandleRequest, signal)
    : reader.answer(name, input as CallInput)
})
