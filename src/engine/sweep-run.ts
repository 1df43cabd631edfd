import type { TradedContract } from '../domain/backtest.ts'
import { type CandleSource, type Candles, candlesFrom } from '../domain/candle.ts'
import {
  bestOf,
  emptyFigures,
  putFigures,
  rowOfFigures,
  type SweepFigures,
  type SweepMeasure,
} from '../domain/sweep/figures.ts'
import { countOfPlan, type SweepPlan } from '../domain/sweep/sweep-plan.ts'
import { emptyCurve, type WalkStep } from '../domain/sweep/walk-figures.ts'
import type { WalkWindow } from '../domain/sweep/walk-windows.ts'
import type { IstDate } from '../domain/time.ts'
import { EngineError } from './failure.ts'
import type { EnginePool } from './pool.ts'
import type { KeptSeries, SweepRequest } from './sweep-request.ts'

/** Combinations a worker is given at a time: so many that the candles are laid out seldom, so few that progress shows. */
const CHUNK_MAX = 64
/** Small grids are parted in so many, whatever the number of workers. */
const CHUNKS_MIN = 4

export interface SweepJob {
  readonly plan: SweepPlan
  readonly contract: TradedContract
  readonly source: CandleSource
  readonly series: KeptSeries
}

export interface SweepOptions {
  readonly signal?: AbortSignal
  /** Told the combinations done, which only ever grow. */
  readonly onProgress?: (done: number) => void
}

type Sweeper = Pick<EnginePool, 'sweep'>

/** The stretches a grid is parted in: by its size alone, so that nothing depends on who is quicker. */
export const chunksOf = (count: number): readonly { readonly first: number; readonly last: number }[] => {
  const size = Math.max(1, Math.min(CHUNK_MAX, Math.ceil(count / CHUNKS_MIN)))
  return Array.from({ length: Math.ceil(count / size) }, (_, place) => ({
    first: place * size,
    last: Math.min(count, (place + 1) * size),
  }))
}

/** The figures of every combination over one span. Rejects with EngineError; nothing goes on behind a rejection. */
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

/**
 * Each window swept in sample, and the best of it, by the measure, tested on the days that follow. What is tested is
 * chosen from figures of the days before it alone.
 */
export const runWalk = async (
  pool: Sweeper,
  job: SweepJob,
  { windows, measure }: { readonly windows: readonly WalkWindow[]; readonly measure: SweepMeasure },
  { signal, onProgress }: SweepOptions = {},
): Promise<readonly WalkStep[]> => {
  const count = countOfPlan(job.plan)
  const steps: WalkStep[] = []
  for (const [place, window] of windows.entries()) {
    const options = {
      ...(signal === undefined ? {} : { signal }),
      onProgress: (done: number) => onProgress?.(place * count + done),
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
    // A window without candles is told as one; the others still have theirs.
    if (error instanceof EngineError && error.failure.kind === 'refused')
      return { ...untested, message: error.message }
    throw error
  }
}

const daysOf = ({ from, to }: { readonly from: IstDate; readonly to: IstDate }) => ({ from, to })

/** The columns in memory that workers read together, where the page may have such; a copy for each of them otherwise. */
export const sharedCandles = (candles: Candles): Candles => {
  if (typeof SharedArrayBuffer === 'undefined') return candles
  return candlesFrom((name) => {
    const column = new Float64Array(new SharedArrayBuffer(candles[name].byteLength))
    column.set(candles[name])
    return column
  })
}
