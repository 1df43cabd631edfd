import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { composeReading, type PooledReading } from '../../../server/compose-reading.ts'
import { createLog } from '../../../server/log.ts'
import { createMarketThreads } from '../../../server/reading/market-threads.ts'
import { createReader } from '../../../server/reading/reader.ts'
import { createLocalReading, type Reading } from '../../../server/reading/reading.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import { createSteadyClock, monotonicMs } from '../../../server/steady-clock.ts'
import { createCandleStore } from '../../../server/store/charts/candles.ts'
import {
  openStore,
  openStoreToRead,
  type Store,
  type StoreLocation,
} from '../../../server/store/database/database.ts'
import { getOptionChainThen } from '../../../src/contract/analysis/option-chain-then.ts'
import { listBacktests } from '../../../src/contract/backtests.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import {
  getCandles,
  getCoverage,
  getLastPrices,
  getStoredSeries,
} from '../../../src/contract/instruments/instruments.ts'
import { getOptionChain, getPcr } from '../../../src/contract/options.ts'
import { emptyCandles } from '../../../src/domain/charts/candle.ts'
import { type IstDate, istDateToDayNumber, startOfIstDate } from '../../../src/domain/time.ts'
import { clockAt } from '../../support/clock.ts'
import { startServer } from '../../support/server/server.ts'
import { hasPostgres, makePostgres, throwAwayFolder } from '../../support/server/stores.ts'

const serverDir = resolve(import.meta.dirname, '../../../server')
const DAY = '2026-11-19' as IstDate
const CONFIG = { marketSeed: 1, logLevel: 'warn' } as const

const places = [
  { name: 'SQLite', isAbsent: false, make: async () => ({ url: null, drop: async () => {} }) },
  { name: 'PostgreSQL', isAbsent: !hasPostgres, make: makePostgres },
]

/** The tables that hold what may be long, and how often the connection of the order path was sent to them. */
const countingReads = () => {
  const seen: string[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const text = JSON.stringify(node)
      if (/candle_chunk|backtest_run|backtest_record/.test(text)) seen.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { seen, plugin }
}

const storeDay = async (store: Store): Promise<void> => {
  const candles = createCandleStore({ store, clock: clockAt('2026-11-20 10:00') })
  const id = randomBytes(12).toString('hex')
  const day = emptyCandles(375)
  for (let row = 0; row < 375; row++) {
    day.time[row] = startOfIstDate(DAY) + (555 + row) * 60_000
    day.open[row] = day.high[row] = day.low[row] = day.close[row] = 100 + row
  }
  await candles.beginImport(id, { host: 'test', process: process.pid })
  const key = 'NSE_STORED'
  await candles.stageDays(id, 'min', [{ key, day: istDateToDayNumber(DAY), candles: day }])
  await candles.publishImport(
    id,
    [key],
    { interval: 'min', onExisting: 'refuse', adjusted: [] },
    { actor: 'test', request: null },
  )
}

const span = { interval: '5min', from: '2026-11-17', to: '2026-11-19' }

const reads: readonly {
  readonly endpoint: Endpoint
  readonly query: Readonly<Record<string, string>>
  readonly isOfNow?: boolean
}[] = [
  { endpoint: getCandles, query: { key: 'NSE_STORED', ...span } },
  { endpoint: getCandles, query: { key: 'NSE_INFY', ...span } },
  { endpoint: getCandles, query: { key: 'NSE_NOBODY', ...span } },
  { endpoint: getCoverage, query: { key: 'NSE_STORED', ...span } },
  { endpoint: getStoredSeries, query: {} },
  { endpoint: getLastPrices, query: { keys: 'NSE_INFY' }, isOfNow: true },
  { endpoint: getOptionChain, query: { key: 'INDICES_NIFTY BANK' }, isOfNow: true },
  {
    endpoint: getOptionChainThen,
    query: { key: 'INDICES_NIFTY BANK', day: '2026-11-19', at: '11:42:05' },
  },
  { endpoint: getPcr, query: { key: 'INDICES_NOTHING' } },
  { endpoint: listBacktests, query: {} },
]

describe.each(places)('reads beside the order path on $name', ({ isAbsent, make }) => {
  test.skipIf(isAbsent)('answer as on the calling thread and use no connection of it', async () => {
    const { url, drop } = await make()
    const location: StoreLocation = { dataDir: throwAwayFolder(), databaseUrl: url }
    const { seen, plugin } = countingReads()
    const logged: string[] = []
    const switched: { pooled: PooledReading | null; used: Reading | null } = { pooled: null, used: null }
    const used = (): Reading => {
      if (switched.used === null) throw new Error('nothing reads yet')
      return switched.used
    }
    const server = await startServer({
      open: async () => {
        const store = await openStore(location)
        await storeDay(store)
        return { ...store, db: store.db.withPlugin(plugin) }
      },
      parts: ({ market, clock }) => {
        const log = createLog({
          level: 'warn',
          secrets: createSecretWatch(),
          write: (line) => logged.push(line),
        })
        switched.pooled = composeReading({
          threads: createMarketThreads({
            config: { ...CONFIG, ...location },
            market,
            steadyClock: createSteadyClock({ wallClock: clock, monotonicMs, log }),
          }),
          clock,
          log,
          serverDir,
        })
        switched.used = switched.pooled
        return {
          reading: {
            candles: (...read) => used().candles(...read),
            answer: (...read) => used().answer(...read),
          },
        }
      },
    })
    const { market } = server
    const otherStore = await openStoreToRead(location)
    const local = createLocalReading(
      createReader({
        ...market,
        store: otherStore,
        loadListing: market.master.load,
        market: market.source,
      }),
    )
    try {
      const session = await server.enter('reader')
      seen.length = 0
      for (const { endpoint, query, isOfNow = false } of reads) {
        switched.used = switched.pooled
        const inThread = await server.call(session, endpoint, { query })
        switched.used = local
        const here = await server.call(session, endpoint, { query })
        const { etag, 'content-type': type } = inThread.headers
        expect([inThread.statusCode, type, etag]).toEqual([
          here.statusCode,
          here.headers['content-type'],
          here.headers.etag,
        ])
        // The thread lives in real time, this server in the time of the test.
        if (!isOfNow) expect(inThread.rawPayload.equals(here.rawPayload)).toBe(true)
      }
      expect([seen, logged]).toEqual([[], []])
    } finally {
      await switched.pooled?.close()
      await server.close()
      await otherStore.close()
      await drop()
    }
  })
})
