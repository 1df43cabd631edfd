import type { BacktestRequest, BacktestResult } from '../../domain/backtests/backtest.ts'
import type { WantedContract } from '../../domain/backtests/option-run/rules.ts'
import type { MonteCarloTest } from '../../domain/backtests/robustness/monte-carlo.ts'
import { builtInYears, yearsInForce } from '../../domain/calendar/holidays/calendar-in-force.ts'
import { type Candles, candleColumns, type OtherCandles } from '../../domain/charts/candle.ts'
import type { DatedSummary } from '../../domain/charts/technical-summary.ts'
import type { SummaryRequest, TechnicalsRequest, TechnicalsResult } from '../backtest/request.ts'
import { EngineError, type JsonFunction } from '../failure.ts'
import type { EngineModules } from '../modules.ts'
import type { ContractsRequest, LegCandles } from '../options/option-request.ts'
import type { MonteCarloRequest } from '../robustness/monte-carlo-run.ts'
import type { KeptSeries, SweepAnswer, SweepRequest } from '../sweep/sweep-request.ts'
import type { FromWorker, LoadStep, ToWorker } from './messages.ts'

export interface EngineWorker {
  postMessage(message: ToWorker, transfer: Transferable[]): void
  terminate(): void
  onmessage: ((event: { data: FromWorker }) => void) | null
  onerror: ((event: { message?: string }) => void) | null
}

export interface EngineClientPorts {
  readonly createWorker: () => EngineWorker
  /** Compiled by the caller, so that the worker fetches only the host script. */
  readonly modules?: EngineModules
  readonly onLoading?: (step: LoadStep) => void
  /** Called before a failure is thrown, but not for a refused or cancelled request. */
  readonly warn?: (message: string) => void
}

export interface RunOptions {
  readonly signal?: AbortSignal
}

export interface TechnicalsOptions extends RunOptions {
  /** Copied, not transferred: runs over several symbols share them. */
  readonly others?: OtherCandles
}

export interface BacktestOptions extends TechnicalsOptions {
  /** Covers the same span; transferred like `candles`, as are those of `legs`. */
  readonly minutes?: Candles | null
  readonly legs?: readonly LegCandles[]
}

export const ENGINE_QUEUE_MAX = 64

export interface EngineClient {
  /** Resolves at once when loaded; may be called again after a failure. */
  load(): Promise<void>
  /** Every call but `sweep` transfers `candles`, whose columns are then empty. Rejects with EngineError. */
  runBacktest(request: BacktestRequest, candles: Candles, options?: BacktestOptions): Promise<BacktestResult>
  monteCarlo(
    request: BacktestRequest,
    seed: number,
    candles: Candles,
    options?: BacktestOptions,
  ): Promise<MonteCarloTest>
  /** Option contracts that the run holds, as far as the candles tell. */
  contracts(
    request: BacktestRequest,
    candles: Candles,
    options?: BacktestOptions,
  ): Promise<readonly WantedContract[]>
  technicals(
    request: TechnicalsRequest,
    candles: Candles,
    options?: TechnicalsOptions,
  ): Promise<TechnicalsResult>
  /** Null where the rules give no summary. */
  summary(request: SummaryRequest, candles: Candles, options?: RunOptions): Promise<DatedSummary | null>
  /** The series is copied to the worker once per key; the caller keeps its own. */
  sweep(request: SweepRequest, series: KeptSeries, options?: RunOptions): Promise<SweepAnswer>
  stop(): void
}

type Answer = Extract<FromWorker, { type: 'answered' | 'swept' }>

interface Job {
  readonly id: number
  readonly post: (worker: EngineWorker) => void
  readonly answered: (answer: Answer) => void
  readonly failed: (error: EngineError) => void
}

/** Runs one request at a time, first in, first out. */
export const createEngineClient = (ports: EngineClientPorts): EngineClient => {
  let worker: EngineWorker | null = null
  let loading: PromiseWithResolvers | null = null
  let modules: EngineModules | null = ports.modules ?? null
  let running: Job | null = null
  let waiting: readonly Job[] = []
  let lastId = 0
  let keptKey: string | null = null
  let calendarVersion = builtInYears.version

  const tellCalendar = (to: EngineWorker): void => {
    const calendar = yearsInForce()
    if (calendar.version === calendarVersion) return
    calendarVersion = calendar.version
    to.postMessage({ type: 'calendar', calendar }, [])
  }

  const drop = (): void => {
    if (worker !== null) {
      worker.onmessage = null
      worker.onerror = null
      worker.terminate()
    }
    worker = null
    loading = null
    keptKey = null
    calendarVersion = builtInYears.version
  }

  const warn = ({ failure, message }: EngineError): void => {
    if (failure.kind !== 'refused' && failure.kind !== 'cancelled') ports.warn?.(message)
  }

  const loadFailed = (error: EngineError): void => {
    const failed = loading
    if (failed !== null) warn(error)
    drop()
    failed?.reject(error)
  }

  const takeJob = (): Job | null => {
    const job = running
    running = null
    return job
  }

  const runFailed = (error: EngineError): void => {
    warn(error)
    takeJob()?.failed(error)
    advance()
  }

  const heard = (message: FromWorker): void => {
    switch (message.type) {
      case 'loading':
        ports.onLoading?.(message.step)
        return
      case 'loaded':
        modules = message.modules ?? modules
        loading?.resolve()
        return
      case 'loadFailed':
        loadFailed(new EngineError(message.failure))
        return
      case 'answered':
      case 'swept':
        takeJob()?.answered(message)
        advance()
        return
      case 'runFailed':
        runFailed(new EngineError(message.failure))
        return
      default:
        message satisfies never
    }
  }

  const broke = (reason: string): void => {
    const error = new EngineError({ kind: 'trapped', reason })
    loadFailed(error)
    takeJob()?.failed(error)
    advance()
  }

  const load = (): Promise<void> => {
    if (loading !== null) return loading.promise
    loading = withResolvers()
    worker = ports.createWorker()
    worker.onmessage = (event) => heard(event.data)
    worker.onerror = (event) => broke(event.message ?? 'the worker failed to start')
    worker.postMessage({ type: 'load', modules }, [])
    return loading.promise
  }

  const advance = (): void => {
    const [job, ...rest] = waiting
    if (running !== null || job === undefined) return
    running = job
    waiting = rest
    load().then(
      () => {
        if (running !== job || worker === null) return
        tellCalendar(worker)
        job.post(worker)
      },
      (error) => {
        if (running !== job) return
        running = null
        job.failed(error)
        advance()
      },
    )
  }

  const cancel = (id: number): void => {
    const error = new EngineError({ kind: 'cancelled' })
    if (running?.id === id) {
      // A running kernel cannot be interrupted: its worker ends, and the next reuses the compiled modules.
      const job = takeJob()
      loadFailed(error)
      job?.failed(error)
      advance()
      return
    }
    const job = waiting.find((candidate) => candidate.id === id)
    waiting = waiting.filter((candidate) => candidate !== job)
    job?.failed(error)
  }

  const ask = (post: (worker: EngineWorker, id: number) => void, signal?: AbortSignal): Promise<Answer> =>
    new Promise((answered, failed) => {
      if (signal?.aborted) throw new EngineError({ kind: 'cancelled' })
      if (waiting.length >= ENGINE_QUEUE_MAX)
        throw new EngineError({ kind: 'refused', reason: `${ENGINE_QUEUE_MAX} requests wait for the engine` })
      lastId += 1
      const id = lastId
      const abort = () => cancel(id)
      const done = <Value>(resolve: (value: Value) => void) => {
        return (value: Value) => {
          signal?.removeEventListener('abort', abort)
          resolve(value)
        }
      }
      signal?.addEventListener('abort', abort)
      const job = {
        id,
        post: (to: EngineWorker) => post(to, id),
        answered: done(answered),
        failed: done(failed),
      }
      waiting = [...waiting, job]
      advance()
    })

  const run = async (
    name: JsonFunction,
    request: unknown,
    candles: Candles,
    { signal, minutes = null, legs = [], others = {} }: BacktestOptions = {},
  ): Promise<string | null> => {
    const json = JSON.stringify(request)
    const answer = await ask((to, id) => {
      const series = [candles, ...(minutes === null ? [] : [minutes]), ...legs.map((leg) => leg.candles)]
      const buffers = new Set(
        series.flatMap((one) => candleColumns.map((column) => one[column].buffer as ArrayBuffer)),
      )
      to.postMessage({ type: 'run', id, name, json, candles, minutes, legs, others }, [...buffers])
    }, signal)
    return answer.type === 'answered' ? answer.json : null
  }

  const sweep: EngineClient['sweep'] = async (request, series, { signal } = {}) => {
    const json = JSON.stringify(request)
    const answer = await ask((to, id) => {
      if (keptKey !== series.key) to.postMessage({ type: 'keep', series }, [])
      keptKey = series.key
      to.postMessage({ type: 'sweep', id, json, key: series.key }, [])
    }, signal)
    if (answer.type === 'swept') return answer.answer
    throw new EngineError({ kind: 'malformed', name: 'Sweep', answer: String(answer.json).slice(0, 80) })
  }

  const parse = (name: JsonFunction, json: string | null): unknown => {
    try {
      return JSON.parse(json ?? '')
    } catch (cause) {
      const answer = json === null ? 'nothing' : json.slice(0, 80)
      const error = new EngineError({ kind: 'malformed', name, answer }, { cause })
      ports.warn?.(error.message)
      throw error
    }
  }

  return {
    load,
    // The engine returns exactly these shapes; tests compare them field by field.
    runBacktest: async (request, candles, options) =>
      parse('Backtest', await run('Backtest', request, candles, options)) as BacktestResult,
    monteCarlo: async (request, seed, candles, options) => {
      const asked: MonteCarloRequest = { ...request, give: 'monteCarlo', seed }
      return parse('Backtest', await run('Backtest', asked, candles, options)) as MonteCarloTest
    },
    contracts: async (request, candles, options) => {
      const asked: ContractsRequest = { ...request, give: 'contracts' }
      return parse('Backtest', await run('Backtest', asked, candles, options)) as readonly WantedContract[]
    },
    technicals: async (request, candles, options) =>
      parse('GetTechnicals', await run('GetTechnicals', request, candles, options)) as TechnicalsResult,
    summary: async (request, candles, options) => {
      const json = await run('GetTechnicals', request, candles, options)
      return json === null ? null : (parse('GetTechnicals', json) as DatedSummary)
    },
    sweep,
    stop: () => {
      const error = new EngineError({ kind: 'cancelled' })
      const jobs = running === null ? waiting : [running, ...waiting]
      running = null
      waiting = []
      loadFailed(error)
      for (const job of jobs) job.failed(error)
    },
  }
}

interface PromiseWithResolvers {
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: EngineError) => void
}

const withResolvers = (): PromiseWithResolvers => {
  let resolve = () => {}
  let reject = (_: EngineError) => {}
  const promise = new Promise<void>((resolved, rejected) => {
    resolve = resolved
    reject = rejected
  })
  // Callers of `load` still get the rejection; a load begun only for a request must not count as unhandled.
  promise.catch(() => {})
  return { promise, resolve, reject }
}
