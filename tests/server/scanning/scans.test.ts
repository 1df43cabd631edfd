import { beforeAll, describe, expect, test } from 'vitest'
import { historySince } from '../../../server/evaluating/history-since.ts'
import { createRules } from '../../../server/evaluating/rules.ts'
import { findSubject } from '../../../server/market/simulated/subject.ts'
import { scanHistory, scanMarket, scanMisses, scanWhy } from '../../../src/contract/scanners/scan.ts'
import { saveWatchlist } from '../../../src/contract/watchlists.ts'
import { type Candles, candlesFrom, sliceCandles } from '../../../src/domain/charts/candle.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { toIstDate } from '../../../src/domain/time.ts'
import { createHost, type Host } from '../../../src/engine/kernel-host.ts'
import { createLiveHost } from '../../../src/engine/live/live-host.ts'
import { backtestKernels } from '../../../src/engine/program/kernels.ts'
import { createScanRule } from '../../../src/engine/scan/scan-rule.ts'
import { engineModules } from '../../support/engine/engines.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../support/server/server.ts'

const ids = ['NSE_INFY', 'NSE_TCS', 'NSE_WIPRO', 'NSE_HCLTECH', 'NSE_TECHM', 'NSE_LT'] as InstrumentId[]
const universe = ids.join(',')
const logic = 'rsi(14) < 52 and close < sma(close,40)'
const interval = '15min'

let server: TestServer
let session: Session
let host: Host
let rules: ReturnType<typeof createRules>
beforeAll(async () => {
  const { backtest } = await engineModules()
  host = createHost(backtest, 'Backtest', backtestKernels)
  rules = createRules(createLiveHost(backtest))
  server = await startServer()
  session = await server.enter('scanner')
})

const scan = async (changes: object = {}) =>
  dataOf(
    scanMarket,
    await server.call(session, scanMarket, { body: { logic, universe, interval, ...changes } }),
  )

const refused = async (changes: object) => {
  const answer = await server.call(session, scanMarket, { body: { logic, universe, interval, ...changes } })
  return [answer.statusCode, answer.json<{ message: string }>().message]
}

/** As they are now, the one in progress last. */
const candlesOf = async (id: InstrumentId): Promise<Candles> => {
  const { clock, calendar, master, simulated } = server.market
  const now = clock.now()
  const listed = (await master.load()).find(id)
  const subject = listed === null ? null : findSubject(listed, calendar)
  if (subject === null) throw new Error(id)
  const from = historySince({ rule: logic, instrument: id, interval }, now)
  return simulated.readCandles(subject, interval, { from, to: toIstDate(now), now })
}

const withoutLast = (candles: Candles): Candles => sliceCandles(candles, 0, candles.time.length - 1)

describe('a scan', () => {
  test('finds the symbols for which the evaluators of deployments say true, with their values', async () => {
    const { found, unknown, total, parts, loading } = await scan({ moment: 'close' })
    expect([total, loading, unknown]).toEqual([ids.length, 0, []])
    const expected: unknown[] = []
    for (const instrument of ids) {
      const candles = withoutLast(await candlesOf(instrument))
      const { isTrue, values } = rules.run({ rule: logic, instrument, interval, snapshot: null, candles })
      if (isTrue.at(-1) !== 1) continue
      const since = candles.time[isTrue.lastIndexOf(0) + 1]
      expected.push({ seg_sym: instrument, matched_at: candles.time.at(-1), since, values })
    }
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(ids.length)
    expect(
      found
        .map(({ last_price: _, day_change: __, trail: ___, ...row }) => row)
        .sort((a, b) => ids.indexOf(a.seg_sym) - ids.indexOf(b.seg_sym)),
    ).toEqual(expected)
    expect(parts.map(({ text }) => text)).toEqual(['rsi(14) < 52', 'close < sma(close,40)'])
    expect(Math.min(...parts.map(({ true_for: count }) => count))).toBeGreaterThanOrEqual(found.length)
  })

  test('is of the candle in progress unless the closed one is asked for', async () => {
    const [live, closed] = [
      await scan({ logic: 'close > 0' }),
      await scan({ logic: 'close > 0', moment: 'close' }),
    ]
    const candles = await candlesOf('NSE_INFY' as InstrumentId)
    const of = ({ found }: typeof live) => found.find(({ seg_sym: id }) => id === 'NSE_INFY')
    expect(of(live)).toMatchObject({ matched_at: candles.time.at(-1), trail: [...candles.close.slice(-30)] })
    expect(of(closed)).toMatchObject({
      matched_at: candles.time.at(-2),
      trail: [...candles.close.slice(-31, -1)],
    })
    expect(of(live)?.values).toEqual([{ text: 'close', value: candles.close.at(-1) }])
    expect(of(live)?.last_price).toBe(candles.close.at(-1))
  })

  test('reads the candles of other instruments, also where one of them is scanned itself', async () => {
    const others = await scan({ logic: 'close > close of "INFY"' })
    const candles = await Promise.all(
      ids.map(async (id) => [id, (await candlesOf(id)).close.at(-1) ?? 0] as const),
    )
    const infy = candles[0]?.[1] ?? 0
    expect(others.found.map(({ seg_sym: id }) => id).sort()).toEqual(
      candles
        .filter(([, close]) => close > infy)
        .map(([id]) => id)
        .sort(),
    )
    expect((await scan({ logic: 'close == close of "INFY"' })).found.map(({ seg_sym: id }) => id)).toEqual([
      'NSE_INFY',
    ])
  })

  test('names the symbols that it cannot know, and why', async () => {
    const { found, unknown } = await scan({
      universe: 'NSE_INFY,NSE_NOTTHERE',
      interval: 'day',
      logic: 'close > sma(close,200)@month',
    })
    expect([found, unknown]).toEqual([
      [],
      [
        { seg_sym: 'NSE_INFY', reason: expect.stringMatching(/^\d+ candles are too few for close, sma/) },
        { seg_sym: 'NSE_NOTTHERE', reason: 'not listed' },
      ],
    ])
    const either = await scan({
      universe: 'NSE_INFY',
      interval: 'day',
      logic: 'close > 0 or close > sma(close,200)@month',
    })
    expect([either.found.length, either.unknown]).toEqual([1, []])
  })

  test('looks at the members of an index, and at a watchlist of the user by name', async () => {
    const bank = await scan({ universe: 'BANKNIFTY', logic: 'close > 0' })
    expect([bank.total, bank.found.length + bank.loading]).toEqual([14, 14])
    await server.call(session, saveWatchlist, { body: { name: 'Tech', symbols: 'NSE_INFY,NSE_TCS' } })
    expect((await scan({ universe: 'watchlist tech', logic: 'close > 0' })).total).toBe(2)
    const other = await server.enter('stranger')
    const answer = await server.call(other, scanMarket, {
      body: { logic, universe: 'watchlist Tech', interval },
    })
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      404,
      'There is no watchlist Tech',
    ])
  })

  test.each([
    [
      { logic: 'rsi(14) <' },
      400,
      'rule, column 10: found the end, expected a number or an indicator such as ema(close,9)',
    ],
    [{ logic: 'close > nothing' }, 400, expect.stringMatching(/^rule, column 9: found nothing/)],
    [{ logic: 'close > close@min' }, 400, expect.stringContaining('finer')],
    [{ logic: 'close > close of "NSE_NOTTHERE"' }, 404, expect.stringContaining('NOTTHERE')],
    [{ universe: 'everything' }, 404, expect.stringContaining('everything is no universe')],
    [{ universe: 'watchlist Gone' }, 404, 'There is no watchlist Gone; there are Tech'],
    [{ interval: 'week' }, 400, 'Error Scanning'],
    [
      { universe: 'nse', interval: 'min' },
      413,
      expect.stringMatching(/^This scan would read \d+ lakh candles/),
    ],
  ])('refuses %j', async (changes, status, message) => {
    expect(await refused(changes)).toEqual([status, message])
  })
})

const why = async (of: InstrumentId, changes: object = {}) =>
  dataOf(
    scanWhy,
    await server.call(session, scanWhy, { body: { logic, universe, interval, ...changes, seg_sym: of } }),
  )

/** The candle in progress, closed at this price. */
const closedAt = (candles: Candles, price: number): Candles => {
  const last = candles.time.length - 1
  const stretch = { high: Math.max, low: Math.min } as const
  return candlesFrom((name) => {
    const column = candles[name].slice()
    if (name === 'close') column[last] = price
    if (name === 'high' || name === 'low') column[last] = stretch[name](column[last] ?? 0, price)
    return column
  })
}

describe('why not', () => {
  test('has each part with its numbers', async () => {
    const { parts, candles } = await why('NSE_INFY' as InstrumentId)
    const all = await candlesOf('NSE_INFY' as InstrumentId)
    const rule = createScanRule({ rule: logic, instrument: 'NSE_INFY' as InstrumentId, interval })
    const { values, known } = rule.run(host, all)
    expect(rule.operands).toEqual(['rsi(14)', 'close', 'sma(close,40)'])
    expect(parts).toEqual([
      { depth: 0, text: 'all of', is_true: known[0], left: null, right: null },
      { depth: 1, text: 'rsi(14) < 52', is_true: known[1], left: values[0], right: 52 },
      { depth: 1, text: 'close < sma(close,40)', is_true: known[2], left: values[1], right: values[2] },
    ])
    expect(candles.at(-1)).toMatchObject({ at: all.time.at(-1), close: all.close.at(-1) })
  })

  test.each(ids)('the rule is true at the closes that it names, and at no other: %s', async (id) => {
    const loose = 'rsi(14) < 55 and close > sma(close,40) or rsi(14) > 75'
    const { ranges, low, high } = await why(id, { logic: loose })
    const candles = await candlesOf(id)
    const rule = createScanRule({ rule: loose, instrument: id, interval })
    const tick = (await server.market.master.load()).find(id)?.tickSize ?? 0
    const isTrueAt = (price: number): boolean => rule.run(host, closedAt(candles, price)).truth.at(-1) === 1
    const edges = ranges.flatMap(({ from, to }) => [from, to, (from + to) / 2])
    for (const price of edges) expect([price, isTrueAt(price)]).toEqual([price, true])
    const outside = ranges.flatMap(({ from, to }) => [from - tick, to + tick])
    for (const price of outside.filter((one) => one >= low && one <= high))
      expect([price, isTrueAt(price)]).toEqual([price, false])
    expect(ranges.length).toBeGreaterThan(0)
  })

  test('says where no next close makes it true, and that a volume is assumed', async () => {
    const never = await why('NSE_INFY' as InstrumentId, { logic: 'rsi(14) < 0' })
    expect([never.ranges, never.price, never.goes, never.assumes_volume]).toEqual([[], null, null, false])
    expect(never.low).toBeLessThan(never.high)
    const volume = await why('NSE_INFY' as InstrumentId, { logic: 'close > 0 and volume > 0' })
    expect([volume.ranges, volume.assumes_volume]).toEqual([[{ from: volume.low, to: volume.high }], true])
  })
})

describe('nearest misses', () => {
  test('are by how far the price has to go, each to a close at which it is true', async () => {
    const body = { logic, universe, interval }
    const { misses } = dataOf(scanMisses, await server.call(session, scanMisses, { body }))
    const { found } = await scan()
    expect(misses.length).toBeGreaterThan(0)
    expect(misses.some(({ seg_sym: id }) => found.some(({ seg_sym: one }) => one === id))).toBe(false)
    const ways = misses.map(({ goes }) => Math.abs(goes))
    expect(ways).toEqual(ways.toSorted((a, b) => a - b))
    for (const { seg_sym: id, price, operand, part } of misses) {
      const explained = await why(id)
      expect(explained.ranges.some(({ from, to }) => price >= from && price <= to)).toBe(true)
      expect(part).toContain(operand)
    }
  })
})

describe('the history of a scan', () => {
  test('ends with what is found at the last close', async () => {
    const body = { logic, universe, interval }
    const history = dataOf(scanHistory, await server.call(session, scanHistory, { body }))
    const { found } = await scan({ moment: 'close' })
    expect(history.days).toHaveLength(250)
    expect(history.days.at(-1)).toEqual({ at: found[0]?.matched_at, found: found.length })
    expect(history.universe.map(({ days, cases }) => [days, cases])).toEqual(
      [1, 5, 20].map((days) => [days, ids.length * (250 - days)]),
    )
    const all = dataOf(
      scanHistory,
      await server.call(session, scanHistory, { body: { ...body, logic: 'close > 0' } }),
    )
    expect(all.found).toEqual(all.universe)
  })
})
