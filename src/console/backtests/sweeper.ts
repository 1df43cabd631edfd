import { runGrid, runWalk, sharedCandles } from '../../engine/sweep/sweep-run.ts'
import type { EngineWorker } from '../../engine/worker/client.ts'
import { createEnginePool, type EnginePool } from '../../engine/worker/pool.ts'
import type { SweepInput, Swept } from '../../machines/backtests/sweep-result.ts'

/** More workers gain little, and each holds the candles. */
const WORKERS_MAX = 8

const workersHere = (): number => {
  const cores = globalThis.navigator?.hardwareConcurrency ?? 1
  return Math.max(1, Math.min(WORKERS_MAX, cores))
}

/** A unique key per series, because workers keep candles by key. */
const createSeries = () => {
  let last = 0
  return ({ loaded, contract }: SweepInput) => {
    last += 1
    const { candles, minutes, others = {} } = loaded
    return {
      key: `${last} ${contract.instrument}`,
      candles: sharedCandles(candles),
      minutes: minutes === null ? null : sharedCandles(minutes),
      others: Object.fromEntries(
        Object.entries(others).map(([instrument, series]) => [instrument, sharedCandles(series)]),
      ),
    }
  }
}

export interface SweepOptions {
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

const compute = async (
  pool: EnginePool,
  input: SweepInput,
  series: ReturnType<ReturnType<typeof createSeries>>,
  options: SweepOptions,
): Promise<Swept> => {
  const { plan, contract, loaded, windows, measure } = input
  const job = { plan, contract, source: loaded.source, series }
  if (windows === null) return { figures: await runGrid(pool, job, options), steps: [] }
  return { figures: null, steps: await runWalk(pool, job, { windows, measure }, options) }
}

export type Sweeper = (input: SweepInput, options: SweepOptions) => Promise<Swept>

/** Loaded with the first sweep. */
export const createSweeper = (createEngineWorker: () => EngineWorker): Sweeper => {
  const seriesOf = createSeries()
  const pool = createEnginePool({ size: workersHere(), createWorker: createEngineWorker })
  return (input, options) => compute(pool, input, seriesOf(input), options)
}
