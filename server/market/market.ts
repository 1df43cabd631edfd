import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Calendar, exchangeCalendar, isTradingDay } from '../../src/domain/calendar/calendar.ts'
import {
  bringYearsIntoForce,
  type CalendarYears,
} from '../../src/domain/calendar/holidays/calendar-in-force.ts'
import type { CandleSource } from '../../src/domain/charts/candle.ts'
import type { Instrument } from '../../src/domain/instruments/instrument.ts'
import { dayNumberToIstDate, type EpochMs, epochMs, type IstDate, toIstDate } from '../../src/domain/time.ts'
import type { Config } from '../config.ts'
import type { Clock, Log } from '../ports.ts'
import { createExchangeYearStore } from '../store/calendar/exchange-years.ts'
import { createMarketClockStore } from '../store/calendar/market-clock.ts'
import { type CandleStore, createCandleStore } from '../store/charts/candles.ts'
import type { Store } from '../store/database/database.ts'
import { createInstrumentStore, type InstrumentStore } from '../store/instruments.ts'
import { createMarketShockStore } from '../store/market-shocks.ts'
import { discardAbandonedImports } from './import/abandoned-imports.ts'
import { createImportService, type ImportServiceParts } from './import/import-service.ts'
import type { LiveMarket } from './live/live-market.ts'
import { createReplayLive, firstInstantOf } from './live/replay-live.ts'
import { createSimulatedLive } from './live/simulated-live.ts'
import { createDayReader } from './live/stored-days.ts'
import { createMarketClock, lastInstantOf } from './market-clock.ts'
import { createMarketShocks } from './market-shocks.ts'
import { findAnchorPrices } from './master/anchor-prices.ts'
import { createInstrumentMaster, type MakeMaster } from './master/instrument-master.ts'
import { type AnchorPrices, setAnchorPrices } from './master/universe.ts'
import { createShocksInForce } from './simulated/shocks/shocks-in-force.ts'
import { createSimulatedMarket } from './simulated/simulated-market.ts'

export interface MarketParts {
  readonly store: Store
  /** Wall time. */
  readonly clock: Clock
  readonly config: Pick<Config, 'dataDir' | 'market' | 'marketSeed' | 'marketClock' | 'marketStart'>
  readonly log: Log
  /** Basis of market time; absent: the wall clock. */
  readonly steadyClock?: Clock
  readonly calendar?: Calendar
  readonly importing?: Pick<ImportServiceParts, 'runImport' | 'runAdjust'>
  readonly makeMaster?: MakeMaster | undefined
  /** Latest market time of an order; the clock never starts before it. */
  readonly resumeAt?: EpochMs | null
}

export interface Replay {
  /** Days since 1970-01-01, ascending. */
  readonly storedDays: readonly number[]
  readonly storedIds: readonly string[]
  /** Ascending; null when the clock keeps real time. */
  readonly livedDays: readonly IstDate[] | null
  readonly endsAt: EpochMs | null
}

const findReplay = async (
  store: CandleStore,
  { marketClock }: Pick<Config, 'marketClock'>,
  calendar: Calendar,
): Promise<Replay> => {
  const storedDays = await store.listDays('min')
  const dates = storedDays.map(dayNumberToIstDate).filter((date) => isTradingDay(date, calendar))
  const livedDays = marketClock.kind === 'real' || dates.length === 0 ? null : dates
  return {
    storedDays,
    storedIds: await store.listKeys('min'),
    livedDays,
    endsAt: livedDays === null ? null : lastInstantOf(livedDays, calendar),
  }
}

const inflate = promisify(gunzip)

const readAnchorPrices = async (
  instruments: InstrumentStore,
  parts: { readonly seed: number; readonly calendar: Calendar },
): Promise<AnchorPrices> => {
  setAnchorPrices({})
  const stored = await instruments.listMasters()
  // NSE's strikes win for shares with options on both exchanges.
  const nseFirst = stored.toSorted((a, b) => Number(b.exchange === 'NFO') - Number(a.exchange === 'NFO'))
  const masters = await Promise.all(
    nseFirst.map(async ({ csv, importedAt }) => ({ csv: (await inflate(csv)).toString('utf8'), importedAt })),
  )
  const listed = createSimulatedMarket(parts)
  return findAnchorPrices(masters, (underlying, date) => listed.closesOf(underlying, date, date).last)
}

/** After a crash the market resumes at most this long before it. */
const POSITION_WRITTEN_EVERY_MS = 10_000

const latest = (a: EpochMs | null, b: EpochMs | null): EpochMs | null =>
  a === null || b === null ? (a ?? b) : epochMs(Math.max(a, b))

const keepWriting = (write: () => Promise<void>, log: Log): (() => Promise<void>) => {
  let writing: Promise<void> = Promise.resolve()
  const writePosition = (): Promise<void> => {
    writing = writing
      .then(write)
      .catch((error: unknown) => log.warn({ err: error }, 'the position of the market clock was not written'))
    return writing
  }
  const timer = setInterval(writePosition, POSITION_WRITTEN_EVERY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return writePosition()
  }
}

/** Removes what dead imports left. Throws StoreError when the store is ahead of real time. */
export const createMarket = async (parts: MarketParts) => {
  const { store, clock: wallClock, config, log, calendar = exchangeCalendar, makeMaster } = parts
  const exchangeYears = createExchangeYearStore({ store, clock: wallClock })
  bringYearsIntoForce(await exchangeYears.read())
  const candleStore = createCandleStore({ store, clock: wallClock })
  const positions = createMarketClockStore(store)
  const seed = config.marketSeed
  const replay = config.market === 'imported' ? await findReplay(candleStore, config, calendar) : null
  const livedDays = replay?.livedDays ?? null
  const endsAt = replay?.endsAt ?? null
  const position = await positions.read()
  // A position that another source reached without an order must not end a replay before it begins.
  const isBehindReplay = endsAt !== null && position !== null && position > endsAt
  const isReal = config.marketClock.kind === 'real'
  const clock = createMarketClock({
    clock: parts.steadyClock ?? wallClock,
    calendar,
    mode: config.marketClock,
    start:
      config.marketStart ?? (livedDays === null || isReal ? null : firstInstantOf(replay?.storedDays ?? [])),
    resumeAt: latest(isBehindReplay ? null : position, parts.resumeAt ?? null),
    livedDays: livedDays === null ? null : new Set(livedDays),
  })
  if (replay?.storedDays.length === 0) log.warn('no minute candles are stored: nothing can be replayed')
  if (endsAt !== null && clock.now() >= endsAt)
    log.warn(
      { marketTime: toIstDate(clock.now()), lastStoredDay: livedDays?.at(-1) },
      'market time has come to the end of the stored days; import later days, or replay in another DATA_DIR',
    )
  const instruments = createInstrumentStore({ store, clock: wallClock })
  const anchorPrices = await readAnchorPrices(instruments, { seed, calendar })
  setAnchorPrices(anchorPrices)
  const shockStore = createMarketShockStore({ store, clock: wallClock })
  const inForce = createShocksInForce(await shockStore.list())
  const simulated = createSimulatedMarket({ seed, calendar, shocks: inForce })
  const replayed =
    replay === null
      ? null
      : createReplayLive({
          seed,
          calendar,
          storedDays: replay.storedDays,
          storedIds: new Set(replay.storedIds),
          readDay: createDayReader(candleStore),
          onFault: (error) => log.warn({ err: error }, 'stored candles could not be read for the replay'),
        })
  const live: LiveMarket = replayed ?? createSimulatedLive({ seed, calendar, days: simulated.days })
  const master = createInstrumentMaster({ store: instruments, simulated, calendar, clock, seed, makeMaster })
  const shocks = createMarketShocks({
    ...{ store: shockStore, inForce, clock, calendar, live, master },
    isSimulated: replay === null,
  })
  const calendarWatchers = new Set<() => void>()
  /** Returns a function that puts the calendar and its instrument list into force together. */
  const prepareCalendar = async (next: CalendarYears): Promise<() => void> => {
    const putListInForce = await master.prepare({ ...next, profile: calendar.profile })
    return () => {
      const origin = clock.originNow()
      bringYearsIntoForce(next)
      clock.goOnFrom(origin)
      putListInForce()
      for (const tell of calendarWatchers) tell()
    }
  }
  const left = await discardAbandonedImports(candleStore, wallClock)
  if (left > 0) log.warn({ imports: left }, 'removed what unfinished imports had left')
  const imports = await createImportService({
    store: candleStore,
    calendar,
    clock: wallClock,
    log,
    dataDir: config.dataDir,
    ...parts.importing,
  })

  await positions.write(clock.now())
  const stopWriting = keepWriting(async () => positions.write(clock.now()), log)
  const source: CandleSource = config.market
  return {
    seed,
    anchorPrices,
    simulated,
    master,
    imports,
    stored: candleStore,
    /** Market time. */
    clock,
    live,
    calendar,
    exchangeYears,
    importedExchanges: instruments.listExchanges,
    prepareCalendar,
    watchCalendar: (tell: () => void): void => {
      calendarWatchers.add(tell)
    },
    ...shocks,
    source,
    /** Null for a simulated market. */
    replay,
    prepare:
      replayed === null
        ? null
        : (instrument: Instrument): Promise<void> => replayed.prepare(instrument, toIstDate(clock.now())),
    close: async () => {
      await imports.close()
      await stopWriting()
    },
  }
}

export type Market = Awaited<ReturnType<typeof createMarket>>
