import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { rowOfFigures } from '../../../src/domain/backtests/sweep/figures.ts'
import {
  axesOfCondition,
  countOfPlan,
  numbered,
  paramsAt,
  type SweepPlan,
} from '../../../src/domain/backtests/sweep/sweep-plan.ts'
import { parseSweptPrefix } from '../../../src/domain/backtests/sweep/swept-condition.ts'
import { walkWindows } from '../../../src/domain/backtests/sweep/walk-windows.ts'
import { type Candles, type OtherCandles, sliceCandles } from '../../../src/domain/charts/candle.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { oppositeOf } from '../../../src/domain/strategies/condition/opposite.ts'
import { toIstDate } from '../../../src/domain/time.ts'
import { runBacktest } from '../../../src/engine/backtest/backtest.ts'
import { runSweep } from '../../../src/engine/sweep/sweep.ts'
import { runGrid, runWalk, type SweepJob, sharedCandles } from '../../../src/engine/sweep/sweep-run.ts'
import type { ToWorker } from '../../../src/engine/worker/messages.ts'
import { createEnginePool } from '../../../src/engine/worker/pool.ts'
import { builtFile, engineHost, engineModules } from '../../support/engine/engines.ts'
import { date, nifty, params } from '../../support/engine/notation.ts'
import { series } from '../../support/engine/random.ts'
import { createThreads } from '../../support/engine/threads.ts'

const host = await engineHost('Backtest')
const script = builtFile('wasm_exec.js')
const server: Server = createServer((_, answer) => answer.end(script))
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const threads = await createThreads()
const modules = await engineModules()

afterAll(async () => {
  await threads.end()
  server.close()
  threads.remove()
})

const [own, first, second] = fc.sample(series({ minLength: 900, maxLength: 900 }), { numRuns: 3, seed: 31 })
if (own === undefined || first === undefined || second === undefined) throw new Error('no candles')
const others: OtherCandles = {
  [instrumentId('NSE', 'TCS')]: first,
  [instrumentId('NFO-FUT', 'X')]: second,
}

const parsed = parseSweptPrefix(
  'ema(close,2..4) of "TCS" crosses above sma(close,3..9:3)@15min of "TCS" or rsi(3..5:2) of "NFO-FUT_X" < 30',
  0,
)
if (!parsed.ok) throw new Error(parsed.problem.expected)
const plan: SweepPlan = {
  base: params({
    entry: parsed.swept.tree,
    exit: oppositeOf(parsed.swept.tree),
    to: date('2025-04-01'),
    costs: true,
  }),
  hasOwnExit: false,
  hasOwnName: true,
  axes: numbered(axesOfCondition('entry', parsed.swept)),
}
const count = countOfPlan(plan)
const source = 'imported'

test('every combination of a rule on other instruments has the figures of its own run', () => {
  const span = { from: plan.base.from, to: plan.base.to }
  const request = { plan, contract: nifty, source, span, first: 0, last: count, wantsCurve: false } as const
  const { figures } = runSweep(host, request, own, undefined, others)
  for (let at = 0; at < count; at++) {
    const run = { params: paramsAt(plan, at), contract: nifty, source } as const
    const report = runBacktest(host, run, own, undefined, others)
    const row = rowOfFigures(figures, at)
    expect([row.finalPnl, row.trades, row.sharpe]).toEqual([
      report.finalPnl,
      report.tradeLog.length,
      report.sharpe,
    ])
  }
  expect(count).toBe(18)
  expect(new Set(figures.finalPnl).size).toBeGreaterThan(9)
})

test('it has the same figures in a pool, whose workers are sent the candles of others once, shared or copied', async () => {
  const share = (shared: (candles: Candles) => Candles): OtherCandles =>
    Object.fromEntries(Object.entries(others).map(([instrument, input]) => [instrument, shared(input)]))
  const jobOf = (key: string, around: OtherCandles): SweepJob => ({
    plan,
    contract: nifty,
    source,
    series: { key, candles: own, minutes: null, others: around },
  })
  const span = { from: plan.base.from, to: plan.base.to }
  const request = { plan, contract: nifty, source, span, first: 0, last: count, wantsCurve: false } as const
  const here = runSweep(host, request, own, undefined, others).figures
  const windows = walkWindows(date('2024-04-01'), toIstDate(own.time.at(-1) ?? 0), {
    inDays: 25,
    outDays: 10,
  })
  const walks = []
  for (const size of [1, 2]) {
    const sent: ToWorker['type'][] = []
    const createWorker = () => {
      const worker = threads.start({ base })
      const post = worker.postMessage
      worker.postMessage = (message, transfer) => {
        sent.push(message.type)
        post(message, transfer)
      }
      return worker
    }
    const pool = createEnginePool({ size, modules, createWorker })
    const copied = jobOf('copied', others)
    expect(await runGrid(pool, copied)).toEqual(here)
    expect(await runGrid(pool, jobOf('shared', share(sharedCandles)))).toEqual(here)
    walks.push(await runWalk(pool, copied, { windows, measure: 'sharpe' }))
    expect(sent.filter((type) => type === 'keep').length).toBeLessThanOrEqual(3 * size)
    pool.stop()
  }
  expect(walks[1]).toEqual(walks[0])
  expect(walks[0]?.filter(({ outOfSample }) => outOfSample !== null).length).toBeGreaterThan(1)
})

test('a span reads nothing of another instrument behind it', () => {
  const span = { from: date('2024-04-08'), to: date('2024-04-19') }
  const request = { plan, contract: nifty, source, span, first: 0, last: count, wantsCurve: false } as const
  const upTo = (input: Candles) =>
    sliceCandles(
      input,
      0,
      input.time.findIndex((time) => toIstDate(time) > span.to),
    )
  const part = Object.fromEntries(
    Object.entries(others).map(([instrument, input]) => [instrument, upTo(input)]),
  )
  expect(runSweep(host, request, own, undefined, part)).toEqual(
    runSweep(host, request, own, undefined, others),
  )
})
