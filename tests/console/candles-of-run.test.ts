import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { provideBacktest } from '../../src/console/backtests/backtest-adapters.ts'
import { createRunPreview } from '../../src/console/backtests/run-preview.ts'
import { prepareSweep } from '../../src/console/backtests/sweep-work.ts'
import { createOthersLoader, loadCandles } from '../../src/console/candles-of-run.ts'
import { ApiError, messageOf, refusedByConsole } from '../../src/contract/api-error.ts'
import { getBacktest, saveBacktest } from '../../src/contract/backtests.ts'
import { encodeCandles } from '../../src/contract/charts/candle-columns.ts'
import { getCoverage } from '../../src/contract/instruments/instruments.ts'
import type { BacktestParams } from '../../src/domain/backtests/backtest.ts'
import { type CandleSource, type Candles, emptyCandles } from '../../src/domain/charts/candle.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../src/domain/instruments/instrument-index.ts'
import { parseCondition } from '../../src/domain/strategies/condition/parse.ts'
import { runBacktest } from '../../src/engine/backtest/backtest.ts'
import type { EngineClient } from '../../src/engine/worker/client.ts'
import type { HttpClient } from '../../src/platform/http-client.ts'
import { backtestParams, tradedContract } from '../support/backtests.ts'
import { engineHost } from '../support/engine/engines.ts'
import { candles, date } from '../support/engine/notation.ts'
import { waitFor } from '../support/wait-for.ts'

const host = await engineHost('Backtest')

const read = (text: string) => {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(parsed.problem.expected)
  return parsed.tree
}

const ruleOf = (entry: string, exit = 'close > 1000'): Partial<BacktestParams> => ({
  entry: read(entry),
  exit: read(exit),
  to: date('2024-04-30'),
})

interface Server {
  readonly stored?: Readonly<Record<string, Candles | Error>>
  readonly source?: CandleSource
}

/** A server that has these candles, keeps what is saved, and a list of what it was asked for. */
const startServer = ({ stored = {}, source: own = 'imported' }: Server) => {
  const asked: string[] = []
  const saved: Record<string, unknown>[] = []
  const savedRun = () => {
    const records = saved.map((body) => ({ _id: 'c'.repeat(24), ...body, createdAt: 0, updatedAt: 0 }))
    const times = { createdAt: 0, updatedAt: 0 }
    return { slug: 's', backtestParams: saved[0]?.backtestParams, records, cumulative: null, ...times }
  }
  const http = {
    callForBytes: async (_: unknown, { query, signal }: { query: Query; signal: AbortSignal }) => {
      const { key, interval, from, to, source } = query
      asked.push([key, interval, `${from}..${to}`, source].filter(Boolean).join(' '))
      signal.throwIfAborted()
      const found = stored[key] ?? refusedByConsole('NOT_FOUND', `No candles of ${key} are stored`, 404)
      if (found instanceof Error) throw found
      const headers = new Headers({ 'x-candle-source': source ?? own, 'x-candle-finest': '5min' })
      return { bytes: encodeCandles(found), headers }
    },
    call: async (endpoint: unknown, { body, query }: { body?: object; query?: Query }) => {
      if (endpoint === saveBacktest) saved.push(JSON.parse(JSON.stringify(body)))
      if (endpoint === getBacktest) return savedRun()
      if (endpoint !== getCoverage || query === undefined) return 'c'.repeat(24)
      const found = stored[query.key]
      if (found === undefined || found instanceof Error) throw new Error(`no ${query.key}`)
      const days = { firstDay: query.from, lastDay: query.to, storedFrom: null, storedTo: null }
      return { key: query.key, interval: query.interval, source: own, rows: found.time.length, ...days }
    },
  }
  return { http: http as unknown as HttpClient, asked, saved }
}

type Query = Readonly<Record<'key' | 'interval' | 'from' | 'to', string>> & { readonly source?: string }

const unaborted = new AbortController().signal
const span = '5min 2024-04-01..2024-04-30'
const line = candles('100 101 102 103')

const load = (server: Server, rule: Partial<BacktestParams>, traded = 'NSE_RELIANCE') => {
  const { http, asked } = startServer(server)
  const params = backtestParams(rule)
  return { asked, loaded: loadCandles({ params, contract: tradedContract(traded) }, http, unaborted) }
}

const reasonOf = (loading: Promise<unknown>): Promise<string> =>
  loading.then(
    () => 'it was loaded',
    (error) => messageOf(error, 'another error'),
  )

describe('the candles of a run whose rule reads other instruments', () => {
  const rule = ruleOf('close of "TCS" > close', 'rsi(14)@15min of "NIFTY 50" < 30 or close of "TCS" < 1')

  test('are those of its span and interval, from the source of the traded symbol, each once', async () => {
    const stored = { NSE_RELIANCE: line, NSE_TCS: candles('1 2'), 'INDICES_NIFTY 50': candles('3') }
    const { asked, loaded } = load({ stored, source: 'simulated' }, rule)
    const { others = {}, source } = await loaded
    expect(asked).toEqual([
      `NSE_RELIANCE ${span}`,
      `NSE_TCS ${span} simulated`,
      `INDICES_NIFTY 50 ${span} simulated`,
    ])
    expect(Object.keys(others)).toEqual(['NSE_TCS', 'INDICES_NIFTY 50'])
    expect([source, ...(others['NSE_TCS' as InstrumentId]?.close ?? [])]).toEqual(['simulated', 1, 2])
  })

  test('are not loaded for the traded symbol itself, nor for a rule that names none', async () => {
    const stored = { NSE_TCS: line }
    for (const one of [ruleOf('close of "TCS" > 1'), ruleOf('close > 1')]) {
      const { asked, loaded } = load({ stored }, one, 'NSE_TCS')
      expect([(await loaded).others, asked]).toEqual([{}, [`NSE_TCS ${span}`]])
    }
  })

  test.each<[string, Candles | Error | undefined, string]>([
    ['are not stored', undefined, 'NSE_TCS, which the conditions read: No candles of NSE_TCS are stored'],
    [
      'are none in the span',
      emptyCandles(0),
      'No imported candles of NSE_TCS from 2024-04-01 to 2024-04-30, which the conditions read',
    ],
    [
      'are out of reach',
      new ApiError({ kind: 'unreachable' }),
      'NSE_TCS, which the conditions read: Error loading candles: the server cannot be reached',
    ],
    [
      'belong to a session that has ended',
      new ApiError({ kind: 'unauthorized', reason: 'Sign in' }),
      'Sign in',
    ],
  ])('fail the run in words where they %s', async (_, found, reason) => {
    const stored = { NSE_RELIANCE: line, ...(found === undefined ? {} : { NSE_TCS: found }) }
    expect(await reasonOf(load({ stored }, rule).loaded)).toBe(reason)
  })

  test('are of eight instruments at most', async () => {
    const named = Array.from({ length: 9 }, (_, place) => `close of "S${place}" > 1`).join(' and ')
    const { asked, loaded } = load({ stored: { NSE_RELIANCE: line } }, ruleOf(named))
    expect(await reasonOf(loaded)).toBe('The conditions read 9 other instruments, at most 8 are allowed')
    expect(asked).toEqual([`NSE_RELIANCE ${span}`])
  })

  test('that were cancelled say nothing of an instrument', async () => {
    const { http } = startServer({ stored: { NSE_TCS: line } })
    const run = {
      params: backtestParams(rule),
      traded: 'NSE_RELIANCE' as InstrumentId,
      source: 'imported' as const,
    }
    const loading = createOthersLoader(http).load(run, AbortSignal.abort())
    await expect(loading).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  })

  test('are kept until they are forgotten, but not where they failed', async () => {
    const stored: Record<string, Candles> = { NSE_RELIANCE: line }
    const { http, asked } = startServer({ stored })
    const loader = createOthersLoader(http)
    const params = backtestParams(ruleOf('close of "TCS" > 1'))
    const again = () =>
      loadCandles({ params, contract: tradedContract('NSE_RELIANCE') }, http, unaborted, loader)
    expect(await reasonOf(again())).toContain('NSE_TCS, which the conditions read')
    stored.NSE_TCS = line
    await again()
    await again()
    loader.forget()
    await again()
    expect(asked.filter((one) => one.startsWith('NSE_TCS')).length).toBe(3)
  })
})

const listed = (id: InstrumentId) => ({
  id,
  lotSize: 1,
  tickSize: 0.05,
  instrumentType: 'EQ',
  exchange: 'NSE',
  segment: 'NSE',
})

const index = () => ({ find: listed }) as unknown as InstrumentIndex

const start = (server: ReturnType<typeof startServer>) => {
  const { http } = server
  const engine = {
    runBacktest: async (request, input, { minutes, others } = {}) =>
      runBacktest(host, request, input, minutes ?? undefined, others),
  } satisfies Pick<EngineClient, 'runBacktest'>
  const actor = createActor(
    provideBacktest({
      http,
      engine: engine as unknown as EngineClient,
      others: createOthersLoader(http),
      instruments: index,
      isSpanLimitLifted: () => false,
      randomHex: () => '89abcdef',
    }),
  )
  return actor.start()
}

describe('a run over many symbols whose rule reads another instrument', () => {
  const instruments = ['NSE_RELIANCE', 'NSE_INFY', 'NSE_SBIN'] as InstrumentId[]
  const stored = {
    NSE_RELIANCE: candles('100 101 102 103 104'),
    NSE_INFY: candles('200 201 - 203 204'),
    NSE_SBIN: candles('300 301 302 303 304'),
    NSE_TCS: candles('10 30 30 10 10'),
  }
  const params = backtestParams(ruleOf('close of "TCS" crosses above 20', 'close of "TCS" crosses below 20'))
  const saved = (actor: ReturnType<typeof start>) =>
    waitFor(actor, ({ context: { rows } }) => rows.length > 0 && rows.every(({ state }) => state === 'saved'))
  const pricesIn = ({ context }: Awaited<ReturnType<typeof saved>>) =>
    context.rows.map(({ result }) => result?.tradeLog.map(({ entryPrice }) => Math.round(entryPrice)))

  test('loads its candles once, and opens and runs again as it was saved', async () => {
    const server = startServer({ stored })
    const first = start(server)
    first.send({ type: 'backtest.run', params, instruments, cutFrom: 'start' })
    expect(pricesIn(await saved(first))).toEqual([[102], [203], [302]])
    expect(server.asked).toEqual([
      `NSE_RELIANCE ${span}`,
      `NSE_TCS ${span} imported`,
      `NSE_INFY ${span}`,
      `NSE_SBIN ${span}`,
    ])

    const again = start(server)
    again.send({ type: 'backtest.open', slug: 's' })
    const opened = (await saved(again)).context.params
    expect(opened).toEqual(params)
    const rerun = start(server)
    rerun.send({ type: 'backtest.run', params: opened ?? params, instruments, cutFrom: 'start' })
    expect(pricesIn(await saved(rerun))).toEqual([[102], [203], [302]])
  })

  test('fails each symbol with the instrument and the reason', async () => {
    const { NSE_TCS: _, ...others } = stored
    const actor = start(startServer({ stored: others }))
    actor.send({ type: 'backtest.run', params, instruments, cutFrom: 'start' })
    const { context } = await waitFor(
      actor,
      ({ context: { rows } }) => rows.length > 0 && rows.every(({ state }) => state === 'failed'),
    )
    expect(context.rows.map(({ error }) => error)).toEqual(
      Array(3).fill('NSE_TCS, which the conditions read: No candles of NSE_TCS are stored'),
    )
  })

  test('is estimated with the candles that it reads for each symbol', async () => {
    const preview = createRunPreview({ http: startServer({ stored }).http, isSpanLimitLifted: () => false })
    const of = (rule: BacktestParams) =>
      preview.of({ params: rule, instruments, cutFrom: 'start' }, unaborted)
    const [reading, plain] = [await of(params), await of(backtestParams(ruleOf('close > 1')))]
    expect([reading.rows, reading.cost?.others, plain.rows, plain.cost?.others]).toEqual([14, 1, 14, 0])
    expect(reading.estimateMs / plain.estimateMs).toBeCloseTo((14 + 3 * 5) / 14, 9)
  })
})

describe('a run over more days than the interval allows', () => {
  test.each<[CandleSource, number | null]>([
    ['imported', null],
    ['simulated', 275],
  ])('of %s candles is cut by %s of them, as is its preview and a sweep', async (source, cutDays) => {
    const server = startServer({ stored: { NSE_RELIANCE: line }, source })
    const params = { ...backtestParams(), from: date('2024-01-01'), to: date('2024-12-31') }
    const run = { params, instruments: ['NSE_RELIANCE' as InstrumentId], cutFrom: 'start' } as const
    const { http } = server
    const preview = await createRunPreview({ http, isSpanLimitLifted: () => false }).of(run, unaborted)
    expect([preview.cutDays, preview.isLimitLifted]).toEqual([cutDays, cutDays === null])
    const actor = start(server)
    actor.send({ type: 'backtest.run', ...run })
    const { context } = await waitFor(actor, ({ context: { rows } }) => rows.length > 0)
    expect(context.cut?.cutDays ?? null).toEqual(cutDays)
    const swept = await prepareSweep(
      {
        ...run,
        plan: { base: params, hasOwnExit: true, hasOwnName: false, axes: [] },
        measure: 'sharpe',
        walk: null,
      },
      { isLifted: false, index, fetchCoverage: (query) => http.call(getCoverage, { query }) },
    )
    expect(swept.cut?.cutDays ?? null).toEqual(cutDays)
  })
})
