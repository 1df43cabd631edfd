import type { TradedContract } from '../../domain/backtests/backtest.ts'
import {
  bestOf,
  emptyFigures,
  putFigures,
  rowOfFigures,
  type SweepFigures,
  type SweepMeasure,
} from '../../domain/backtests/sweep/figures.ts'
import { countOfPlan, type SweepPlan } from '../../domain/backtests/sweep/sweep-plan.ts'
import { emptyCurve, type WalkStep } from '../../domain/backtests/sweep/walk-figures.ts'
import type { WalkWindow } from '../../domain/backtests/sweep/walk-windows.ts'
import { type CandleSource, type Candles, candlesFrom } from '../../domain/charts/candle.ts'
import type { IstDate } from '../../domain/time.ts'
import { EngineError } from '../failure.ts'
import type { KeptSeries, SweepAnswer, SweepRequest } from './sweep-request.ts'

/** Combinations per request: enough to lay candles out seldom, few enough to show progress. */
const CHUNK_MAX = 64
const CHUNKS_MIN = 4

export interface SweepJob {
  readonly plan: SweepPlan
  readonly contract: TradedContract
  readonly source: CandleSource
  readonly series: KeptSeries
}

export interface SweepOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number) => void
}

interface Sweeper {
  sweep(request: SweepRequest, series: KeptSeries, options?: { signal?: AbortSignal }): Promise<SweepAnswer>
}

/** Split by grid size only, so that nothing depends on which worker is faster. */
export const chunksOf = (count: number): readonly { readonly first: number; readonly last: number }[] => {
  const size = Math.max(1, Math.min(CHUNK_MAX, Math.ceil(count / CHUNKS_MIN)))
  return Array.from({ length: Math.ceil(count / size) }, (_, index) => ({
    first: index * size,
    last: Math.min(count, (index + 1) * size),
  }))
}

/** Rejects with EngineError, and only after all its requests have ended. */
export const runGrid = async (
  pool: Sweeper,
  { plan, contract, source, series }: SweepJob,
  { signal, onProgress }: SweepOptions = {},
  span: SweepRequest['span'] = plan.base,
): Promise<SweepFigures> => {
  const count = countOfPlan(plan)
  const figures = emptyFigures(count)
  const failed = new AbortController()
  const both = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal])
  const terms = { plan, contract, source, span: daysOf(span), wantsCurve: false }
  let done = 0
  const chunks = chunksOf(count).map(async (chunk) => {
    const answer = await pool.sweep({ ...terms, ...chunk }, series, { signal: both })
    putFigures(figures, chunk.first, answer.figures)
    done += chunk.last - chunk.first
    onProgress?.(done)
  })
  try {
    await Promise.all(chunks)
  } catch (error) {
    failed.abort()
    await Promise.allSettled(chunks)
    throw error
  }
  return figures
}

/** The combination tested in a window is chosen only from figures of the days before it. */
export const runWalk = async (
  pool: Sweeper,
  job: SweepJob,
  { windows, measure }: { readonly windows: readonly WalkWindow[]; readonly measure: SweepMeasure },
  { signal, onProgress }: SweepOptions = {},
): Promise<readonly WalkStep[]> => {
  const count = countOfPlan(job.plan)
  const steps: WalkStep[] = []
  for (const [index, window] of windows.entries()) {
    const options = {
      ...(signal === undefined ? {} : { signal }),
      onProgress: (done: number) => onProgress?.(index * count + done),
    }
    steps.push(await stepOf(pool, job, window, measure, options))
  }
  return steps
}

const stepOf = async (
  pool: Sweeper,
  job: SweepJob,
  window: WalkWindow,
  measure: SweepMeasure,
  options: SweepOptions,
): Promise<WalkStep> => {
  const untested = { ...window, chosen: null, inSample: null, outOfSample: null, curve: emptyCurve }
  try {
    const { plan, contract, source, series } = job
    const figures = await runGrid(pool, job, options, { from: window.inFrom, to: window.inTo })
    const chosen = bestOf(figures, measure)
    if (chosen === null) return { ...untested, message: 'No combination traded in sample' }
    const inSample = rowOfFigures(figures, chosen)
    const span = { from: window.outFrom, to: window.outTo }
    const terms = { plan, contract, source, span, first: chosen, last: chosen + 1, wantsCurve: true }
    const { signal } = options
    const tested = await pool.sweep(terms, series, signal === undefined ? {} : { signal })
    const outOfSample = rowOfFigures(tested.figures, 0)
    return { ...window, chosen, inSample, outOfSample, curve: tested.curve ?? emptyCurve, message: null }
  } catch (error) {
    // A window without candles says so; the others still run.
    if (error instanceof EngineError && error.failure.kind === 'refused')
      return { ...untested, message: error.message }
    throw error
  }
}

const daysOf = ({ from, to }: { readonly from: IstDate; readonly to: IstDate }) => ({ from, to })

/** Copies into shared memory where the page may use it; otherwise each worker receives a copy. */
export const sharedCandles = (candles: Candles): Candles => {
  if (typeof SharedArrayBuffer === 'undefined') return candles
  return candlesFrom((name) => {
    const column = new Float64Array(new SharedArrayBuffer(candles[name].byteLength))
    column.set(candles[name])
    return column
  })
}
