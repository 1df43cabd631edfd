import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  axesOfCondition,
  axisValues,
  countOfPlan,
  numbered,
  type SweepPlan,
} from '../../src/domain/backtests/sweep/sweep-plan.ts'
import { parseSweptPrefix } from '../../src/domain/backtests/sweep/swept-condition.ts'
import type { Candles } from '../../src/domain/charts/candle.ts'
import { oppositeOf } from '../../src/domain/strategies/condition/opposite.ts'
import { toIstDate } from '../../src/domain/time.ts'
import { runGrid, type SweepJob, sharedCandles } from '../../src/engine/sweep/sweep-run.ts'
import { createEnginePool } from '../../src/engine/worker/pool.ts'
import { engineModules } from '../../tests/support/engine/engines.ts'
import { nifty, params } from '../../tests/support/engine/notation.ts'
import { createThreads } from '../../tests/support/engine/threads.ts'
import type { Report } from '../report.ts'
import { yearOfMinutes } from './year-of-minutes.ts'

const SLIPPAGE_BPS = 3
const LINE = 'sma(close,5..50:5) crosses above sma(close,60..150:10)'

export const planOf = (candles: Candles, costs: boolean): SweepPlan => {
  const parsed = parseSweptPrefix(LINE, 0)
  if (!parsed.ok) throw new Error(parsed.problem.expected)
  const { swept } = parsed
  return {
    base: params({
      entry: swept.tree,
      exit: oppositeOf(swept.tree),
      interval: 'min',
      from: toIstDate(candles.time[0] ?? 0),
      to: toIstDate(candles.time.at(-1) ?? 0),
      slippageBps: SLIPPAGE_BPS,
      tradingStartTime: '00:00',
      tradingStopTime: '23:59',
      capital: 1_000_000,
      costs,
    }),
    hasOwnExit: false,
    hasOwnName: true,
    axes: numbered(axesOfCondition('entry', swept)),
  }
}

const averageOf = (source: Float64Array, period: number): Float64Array => {
  const out = new Float64Array(source.length).fill(Number.NaN)
  let sum = 0
  for (let row = 0; row < source.length; row++) {
    sum += source[row] as number
    if (row >= period) sum -= source[row - period] as number
    if (row >= period - 1) out[row] = sum / period
  }
  return out
}

const gainOf = ({ open, close }: Candles, fast: Float64Array, slow: Float64Array): number => {
  const slip = SLIPPAGE_BPS / 10_000
  let gain = 0
  let entry = 0
  let wants = 0
  for (let row = 1; row < close.length; row++) {
    const price = open[row] as number
    if (wants === 1 && entry === 0) entry = price * (1 + slip)
    else if (wants === -1 && entry !== 0) {
      gain += price * (1 - slip) - entry
      entry = 0
    }
    const before = (fast[row - 1] as number) - (slow[row - 1] as number)
    const now = (fast[row] as number) - (slow[row] as number)
    wants = before <= 0 && now > 0 ? 1 : before >= 0 && now < 0 ? -1 : 0
  }
  return entry === 0 ? gain : gain + (close.at(-1) ?? 0) * (1 - slip) - entry
}

/** Only the gain: no charges, days or Sharpe; each average is computed once. */
const plainGrid = (candles: Candles, { axes }: SweepPlan): readonly number[] => {
  const [fast, slow] = axes.map((axis) => axisValues(axis).map((period) => averageOf(candles.close, period)))
  return (fast ?? []).flatMap((one) => (slow ?? []).map((other) => gainOf(candles, one, other)))
}

export const bench = async (report: Report): Promise<void> => {
  const threads = await createThreads()
  const modules = await engineModules()
  const script = await readFile(new URL('../../public/wasm/wasm_exec.js', import.meta.url))
  const server = createServer((_, answer) => answer.end(script))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const startPool = (size: number) =>
    createEnginePool({ size, modules, createWorker: () => threads.start({ base }) })
  const candles = yearOfMinutes()
  const series = { key: 'bench', candles: sharedCandles(candles), minutes: null }
  const jobOf = (costs: boolean): SweepJob => ({
    plan: planOf(candles, costs),
    contract: nifty,
    source: 'simulated',
    series,
  })
  const bare = jobOf(false)
  const charged = jobOf(true)
  const two = startPool(2)
  const one = startPool(1)
  const figures = await runGrid(two, bare)
  const gains = plainGrid(candles, bare.plan)
  const furthest = gains.reduce(
    (most, gain, at) => Math.max(most, Math.abs(gain * nifty.lotSize - (figures.finalPnl[at] ?? 0))),
    0,
  )
  report.note(
    `${countOfPlan(bare.plan)} combinations over ${candles.time.length} candles, ${figures.trades.reduce((sum, count) => sum + count)} trades; the plain loop's results are within ${furthest.toPrecision(2)} rupees`,
  )
  await report.compare({
    name: 'sweep of 100, figures, two workers',
    runs: 20,
    goal: 40,
    ours: async () => void (await runGrid(two, bare)),
    peers: { 'plain loops, the gain alone': () => void plainGrid(candles, bare.plan) },
  })
  await report.compare({
    name: 'sweep of 100, figures with charges, two workers',
    runs: 20,
    goal: null,
    ours: async () => void (await runGrid(two, charged)),
    peers: { 'the same on one worker': async () => void (await runGrid(one, charged)) },
  })
  two.stop()
  one.stop()
  server.close()
  await threads.end()
  threads.remove()
}
