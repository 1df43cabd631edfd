import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BacktestResult } from '../../../src/domain/backtests/backtest.ts'
import { type Candles, candlesFrom } from '../../../src/domain/charts/candle.ts'
import { runBacktest } from '../../../src/engine/backtest/backtest.ts'
import type { TechnicalsRequest } from '../../../src/engine/backtest/request.ts'
import { runSummary } from '../../../src/engine/backtest/summary.ts'
import { createHost } from '../../../src/engine/kernel-host.ts'
import { backtestKernels, technicalsKernels } from '../../../src/engine/program/kernels.ts'
import { runTechnicals } from '../../../src/engine/program/technicals.ts'
import { createEnginePool, POOL_QUEUE_MAX, POOL_WORKERS_MAX } from '../../../src/engine/worker/pool.ts'
import { builtFile, engineModules } from '../../support/engine/engines.ts'
import {
  candles,
  closesAt,
  compare,
  date,
  indicator,
  number,
  request,
} from '../../support/engine/notation.ts'
import { series } from '../../support/engine/random.ts'
import { createThreads, failureOf } from '../../support/engine/threads.ts'

const script = builtFile('wasm_exec.js')
let asked: string[] = []
const server: Server = createServer((incoming, answer) => {
  asked.push(incoming.url ?? '')
  answer.end(script)
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const threads = await createThreads()
const modules = await engineModules()

const startPool = (size: number, { preset = '', use = modules } = {}) =>
  createEnginePool({ size, modules: use, createWorker: () => threads.start({ preset, base }) })

beforeEach(() => {
  asked = []
})
afterEach(() => threads.end())
afterAll(() => {
  server.close()
  threads.remove()
})

/** What is given to an engine is given away. */
const copyOf = (input: Candles): Candles => candlesFrom((name) => input[name].slice())

const story = request({ entry: closesAt(101), exit: closesAt(109) })
const line = '100 101 103 109 111 112'

describe('answers', () => {
  const crossing = request({
    entry: compare(indicator('ema', 'close', 3), 'crosses above', indicator('ema', 'close', 8)),
    exit: compare(indicator('rsi', 5), 'lower than', number(45)),
    from: date('2024-04-01'),
    to: date('2025-04-01'),
    slippageBps: 3,
    costs: true,
    stopLoss: 4,
  })
  const lines: TechnicalsRequest = {
    interval: '5min',
    give: 'columns',
    requests: [indicator('supertrend', 3), indicator('moving_average', 'mesa'), indicator('cci', 7)],
  }
  const asking = {
    give: 'summary',
    interval: '5min',
    to: date('2024-04-02'),
    today: date('2024-04-02'),
  } as const
  const inputs = fc.sample(series({ minLength: 200, maxLength: 600 }), { numRuns: 12, seed: 41 })
  const withoutTime = ({ runtime: _, ...result }: BacktestResult) => result
  const technicals = createHost(modules.technicals, 'GetTechnicals', technicalsKernels)
  const backtest = createHost(modules.backtest, 'Backtest', backtestKernels)

  const expected = inputs.map((input) => [
    withoutTime(runBacktest(backtest, crossing, input)),
    runTechnicals(technicals, lines, input),
    runSummary(technicals, asking, input),
  ])

  test.each([1, 2, 3, 5])('are the same from a pool of %i', async (size) => {
    const before = threads.started()
    const pool = startPool(size)
    const found = await Promise.all(
      inputs.map((input) =>
        Promise.all([
          pool.runBacktest(crossing, copyOf(input)).then(withoutTime),
          pool.technicals(lines, copyOf(input)),
          pool.summary(asking, copyOf(input)),
        ]),
      ),
    )
    expect(JSON.parse(JSON.stringify(expected))).toEqual(found)
    expect(expected.flatMap(([run]) => (run as BacktestResult).tradeLog).length).toBeGreaterThan(100)
    expect(threads.started() - before).toBe(size)
    expect(asked).toEqual(Array(size).fill('/wasm/wasm_exec.js'))
  })

  test('take no more workers than there are requests at once', async () => {
    const before = threads.started()
    const pool = startPool(4)
    for (let run = 0; run < 3; run++) await pool.runBacktest(story, candles(line))
    expect(threads.started() - before).toBe(1)
  })
})

describe('a request fails alone', () => {
  const nested = (depth: number): object =>
    depth === 0 ? story.params.entry : { kind: 'all', of: [nested(depth - 1)] }

  test.each<[string, object, string]>([
    ['no capital', { capital: 0 }, 'capital is 0, must be above 0'],
    [
      'a lot that is no number',
      { size: { kind: 'lots', lots: Number.NaN } },
      'lots is null, must be above 0',
    ],
    ['an unknown operand', { entry: { kind: 'spell' } }, 'unknown condition {"kind":"spell"}'],
    ['conditions without a bottom', { entry: nested(80) }, 'the conditions are nested deeper than 64'],
    [
      'a period beyond any series',
      { entry: compare(indicator('sma', 'close', 1e12), 'higher than', number(1)) },
      'sma: period is 1000000000000, allowed whole numbers 1 to 5000',
    ],
    [
      'a name of the language',
      { entry: compare({ kind: 'indicator', key: '__proto__', params: [] }, 'higher than', number(1)) },
      'unknown indicator __proto__',
    ],
  ])('refused for %s', async (_, changes, reason) => {
    const pool = startPool(2)
    const bad = { ...story, params: { ...story.params, ...changes } }
    const runs = [story, bad, story, bad, story].map((one) => {
      const run = pool.runBacktest(one, candles(line))
      return one === bad ? failureOf(run) : run.then(({ tradeLog }) => tradeLog.length)
    })
    const refused = { kind: 'refused', reason }
    expect(await Promise.all<unknown>(runs)).toEqual([1, refused, 1, refused, 1])
  })

  test('stopped by a trap in a kernel, which the worker survives', async () => {
    const use = { ...modules, technicals: await trappingModule() }
    const before = threads.started()
    const pool = startPool(1, { use })
    const asking = { interval: '5min', give: 'last', requests: [indicator('sma', 'close', 2)] } as const
    const runs = [
      failureOf(pool.technicals(asking, candles(line))),
      pool.runBacktest(story, candles(line)).then(({ tradeLog }) => tradeLog.length),
      failureOf(pool.technicals(asking, candles(line))),
      pool.runBacktest(story, candles(line)).then(({ tradeLog }) => tradeLog.length),
    ]
    const trapped = { kind: 'trapped', reason: 'unreachable' }
    expect(await Promise.all<unknown>(runs)).toEqual([trapped, 1, trapped, 1])
    expect(threads.started() - before).toBe(1)
  })
})

describe('cancelling', () => {
  /** Runs for ever where the strategy is called so; says when it begins. */
  const preset = `GetTechnicals = () => '{}'
    Backtest = (json) => {
      if (!json.includes('"name":"endless"')) return '{"done":true}'
      for (;;);
    }`
  const endless = { ...story, params: { ...story.params, name: 'endless' } }

  test('a running request ends its thread; the others and those that wait are answered', async () => {
    const pool = startPool(2, { preset })
    const abort = new AbortController()
    const run = pool.runBacktest(endless, candles(line), { signal: abort.signal })
    const others = [1, 2, 3].map(() => pool.runBacktest(story, candles(line)))
    expect(await Promise.all(others)).toEqual([1, 2, 3].map(() => ({ done: true })))
    const [busy] = threads.running()
    const ended = busy === undefined ? null : once(busy, 'exit')
    abort.abort()
    expect(await failureOf(run)).toEqual({ kind: 'cancelled' })
    // Its exit code depends on how far the thread had started.
    expect((await ended)?.length).toBe(1)
    const later = [1, 2, 3].map(() => pool.runBacktest(story, candles(line)))
    expect(await Promise.all(later)).toEqual([1, 2, 3].map(() => ({ done: true })))
  })
  test('a waiting request leaves the queue and never begins', async () => {
    const pool = startPool(1, { preset })
    const [first, second] = [new AbortController(), new AbortController()]
    const running = failureOf(pool.runBacktest(endless, candles(line), { signal: first.signal }))
    const waiting = failureOf(pool.runBacktest(endless, candles(line), { signal: second.signal }))
    const last = pool.runBacktest(story, candles(line))
    second.abort()
    expect(await waiting).toEqual({ kind: 'cancelled' })
    first.abort()
    expect(await running).toEqual({ kind: 'cancelled' })
    expect(await last).toEqual({ done: true })
  })
  test('before the start asks nothing of a worker', async () => {
    const before = threads.started()
    const pool = startPool(1, { preset })
    const signal = AbortSignal.abort()
    expect(await failureOf(pool.runBacktest(story, candles(line), { signal }))).toEqual({ kind: 'cancelled' })
    expect(threads.started()).toBe(before)
  })
  test('stop cancels whatever runs and waits, and ends every thread', async () => {
    const pool = startPool(2, { preset })
    const runs = [1, 2, 3, 4].map(() => failureOf(pool.runBacktest(endless, candles(line))))
    const ended = threads.running().map((thread) => once(thread, 'exit'))
    pool.stop()
    expect(await Promise.all(runs)).toEqual([1, 2, 3, 4].map(() => ({ kind: 'cancelled' })))
    expect((await Promise.all(ended)).length).toBe(2)
  })
})

describe('bounds', () => {
  test('more requests than the queue holds are refused', async () => {
    const pool = startPool(1, { preset: 'GetTechnicals = () => "{}"; Backtest = () => { for (;;); }' })
    const runs = Array.from({ length: POOL_QUEUE_MAX + 2 }, () =>
      failureOf(pool.runBacktest(story, candles('100'))),
    )
    pool.stop()
    const refused = (await Promise.all(runs)).filter(({ kind }) => kind === 'refused')
    expect(refused).toEqual([{ kind: 'refused', reason: `${POOL_QUEUE_MAX} requests wait for the engines` }])
  })
  test.each([0, -1, 1.5, Number.NaN, POOL_WORKERS_MAX + 1])('a pool of %d is none', (size) => {
    expect(() => startPool(size)).toThrow(`a pool of ${size} workers, allowed 1 to ${POOL_WORKERS_MAX}`)
  })
})

/** A module in which every kernel is one `unreachable`: WebAssembly core specification, section 5.5. */
const trappingModule = (): Promise<WebAssembly.Module> => {
  const length = (value: number): number[] =>
    value < 128 ? [value] : [(value & 127) | 128, ...length(value >> 7)]
  const section = (id: number, bytes: readonly number[]) => [id, ...length(bytes.length), ...bytes]
  const exported = (name: string, kind: number) => [
    ...length(name.length),
    ...new TextEncoder().encode(name),
    kind,
    0,
  ]
  const exports = [exported('memory', 2), ...technicalsKernels.map((name) => exported(name, 0))]
  return WebAssembly.compile(
    Uint8Array.from([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, [1, 0x60, 0, 1, 0x7f]),
      ...section(3, [1, 0]),
      ...section(5, [1, 0, 1]),
      ...section(7, [...length(exports.length), ...exports.flat()]),
      ...section(10, [1, 3, 0, 0x00, 0x0b]),
    ]),
  )
}
