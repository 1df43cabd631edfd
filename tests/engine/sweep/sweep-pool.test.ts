import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as fc from 'fast-check'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import {
  axesOfCondition,
  countOfPlan,
  numbered,
  type SweepPlan,
} from '../../../src/domain/backtests/sweep/sweep-plan.ts'
import { parseSweptPrefix } from '../../../src/domain/backtests/sweep/swept-condition.ts'
import { walkWindows } from '../../../src/domain/backtests/sweep/walk-windows.ts'
import { candlesFrom } from '../../../src/domain/charts/candle.ts'
import { toIstDate } from '../../../src/domain/time.ts'
import {
  chunksOf,
  runGrid,
  runWalk,
  type SweepJob,
  sharedCandles,
} from '../../../src/engine/sweep/sweep-run.ts'
import type { EngineWorker } from '../../../src/engine/worker/client.ts'
import type { ToWorker } from '../../../src/engine/worker/messages.ts'
import { createEnginePool } from '../../../src/engine/worker/pool.ts'
import { builtFile, engineModules } from '../../support/engine/engines.ts'
import { date, nifty, params, request } from '../../support/engine/notation.ts'
import { series } from '../../support/engine/random.ts'
import { createThreads, failureOf } from '../../support/engine/threads.ts'

const script = builtFile('wasm_exec.js')
const server: Server = createServer((_, answer) => answer.end(script))
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const threads = await createThreads()
const modules = await engineModules()

afterEach(() => threads.end())
afterAll(() => {
  server.close()
  threads.remove()
})

/** Keeps what each worker was sent. */
const startPool = (size: number) => {
  const sent: ToWorker['type'][][] = []
  const createWorker = (): EngineWorker => {
    const worker = threads.start({ base })
    const heard: ToWorker['type'][] = []
    sent.push(heard)
    const post = worker.postMessage
    worker.postMessage = (message, transfer) => {
      heard.push(message.type)
      post(message, transfer)
    }
    return worker
  }
  return { pool: createEnginePool({ size, modules, createWorker }), sent }
}

const parsed = parseSweptPrefix('ema(close,2..9) crosses above ema(close,10..40:2) and rsi(3..7:2) < 90', 0)
if (!parsed.ok) throw new Error(parsed.problem.expected)
const plan: SweepPlan = {
  base: params({ entry: parsed.swept.tree, to: date('2025-04-01'), costs: true, stopLoss: 6 }),
  hasOwnExit: false,
  hasOwnName: true,
  axes: numbered(axesOfCondition('entry', parsed.swept)),
}
const [candles] = fc.sample(series({ minLength: 1_200, maxLength: 1_200 }), { numRuns: 1, seed: 21 })
if (candles === undefined) throw new Error('no candles')
const job: SweepJob = {
  plan,
  contract: nifty,
  source: 'imported',
  series: { key: 'one', candles, minutes: null },
}
const shared: SweepJob = { ...job, series: { key: 'two', candles: sharedCandles(candles), minutes: null } }

describe('a grid has the same figures', () => {
  test('on 1, 2 and 4 workers, over copies and over shared memory', async () => {
    const found = []
    for (const size of [1, 2, 4]) {
      const { pool, sent } = startPool(size)
      const done: number[] = []
      found.push(await runGrid(pool, job, { onProgress: (combinations) => done.push(combinations) }))
      found.push(await runGrid(pool, shared))
      expect(done).toEqual([...done].sort((one, other) => one - other))
      expect(done.at(-1)).toBe(countOfPlan(plan))
      expect(sent.length).toBe(size)
      // Each worker is given a series once, however many chunks it is asked for.
      expect(sent.map((types) => types.filter((type) => type === 'keep').length)).toEqual(Array(size).fill(2))
      pool.stop()
    }
    const [first, ...others] = found
    expect(others).toEqual(Array(5).fill(first))
    expect(first?.trades.length).toBe(384)
    expect(first?.trades.every((trades) => trades >= 0)).toBe(true)
    expect(new Set(first?.finalPnl).size).toBeGreaterThan(200)
  })

  test('and a walk-forward the same steps', async () => {
    const windows = walkWindows(date('2024-04-01'), toIstDate(candles.time.at(-1) ?? 0), {
      inDays: 30,
      outDays: 15,
    })
    const found = []
    for (const size of [1, 2, 4]) {
      const { pool } = startPool(size)
      found.push(await runWalk(pool, shared, { windows, measure: 'sharpe' }))
      pool.stop()
    }
    const [first, ...others] = found
    expect(others).toEqual([first, first])
    expect(first?.filter(({ outOfSample }) => outOfSample !== null).length).toBeGreaterThan(2)
  })
})

describe('a cancelled grid', () => {
  test('ends at once, its workers with it, and the pool goes on with what is asked next', async () => {
    const { pool, sent } = startPool(2)
    const abort = new AbortController()
    const begun: number[] = []
    const run = runGrid(pool, shared, {
      signal: abort.signal,
      onProgress: (done) => {
        begun.push(done)
        abort.abort()
      },
    })
    expect(await failureOf(run)).toEqual({ kind: 'cancelled' })
    const asked = () => sent.flat().filter((type) => type === 'sweep').length
    const before = asked()
    expect(begun.length).toBe(1)
    expect(before).toBeLessThan(chunksOf(countOfPlan(plan)).length)
    expect(
      (
        await pool.runBacktest(
          request(),
          candlesFrom((name) => candles[name].slice()),
        )
      ).tradeLog,
    ).toEqual([])
    expect(asked()).toBe(before)
    pool.stop()
  })

  test('is over without an answer to what was asked', async () => {
    const { pool } = startPool(2)
    await runGrid(pool, shared)
    const abort = new AbortController()
    const run = runGrid(pool, shared, { signal: abort.signal })
    abort.abort()
    expect(await failureOf(run)).toEqual({ kind: 'cancelled' })
    pool.stop()
  })

  test('does not begin where it was cancelled before', async () => {
    const { pool, sent } = startPool(2)
    expect(await failureOf(runGrid(pool, shared, { signal: AbortSignal.abort() }))).toEqual({
      kind: 'cancelled',
    })
    expect(sent).toEqual([])
  })
})

test('a grid whose candles are refused says why and leaves nothing running', async () => {
  const { pool, sent } = startPool(2)
  const broken = { ...candles, close: candles.close.slice().fill(Number.NaN, 7, 8) }
  const run = runGrid(pool, { ...job, series: { key: 'broken', candles: broken, minutes: null } })
  expect(await failureOf(run)).toEqual({
    kind: 'refused',
    reason: expect.stringMatching(/^candles: row 7 \(.*\) has no close$/),
  })
  expect((await runGrid(pool, job)).trades.length).toBe(384)
  expect(sent.flat()).toContain('sweep')
  pool.stop()
})

test('the chunks of a grid are its own, whatever the workers', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (count) => {
      const chunks = chunksOf(count)
      expect(chunks.map(({ first }) => first)).toEqual([0, ...chunks.slice(0, -1).map(({ last }) => last)])
      expect(chunks.at(-1)?.last).toBe(count)
      expect(chunks.every(({ first, last }) => first < last && last - first <= 64)).toBe(true)
    }),
  )
})
