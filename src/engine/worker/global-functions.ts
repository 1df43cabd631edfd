import type { BacktestRequest } from '../../domain/backtests/backtest.ts'
import { type Candles, candlesFrom, type OtherCandles } from '../../domain/charts/candle.ts'
import { runBacktest } from '../backtest/backtest.ts'
import type { SummaryRequest, TechnicalsRequest } from '../backtest/request.ts'
import { runSummary } from '../backtest/summary.ts'
import { EngineError, refusal } from '../failure.ts'
import { createHost } from '../kernel-host.ts'
import type { EngineModules } from '../modules.ts'
import type { LegCandles } from '../options/option-request.ts'
import { answerOptions } from '../options/option-run.ts'
import { backtestKernels, technicalsKernels } from '../program/kernels.ts'
import { runTechnicals } from '../program/technicals.ts'
import { isMonteCarloRequest, runMonteCarlo } from '../robustness/monte-carlo-run.ts'
import { runSweep } from '../sweep/sweep.ts'
import type { SweepAnswer, SweepRequest } from '../sweep/sweep-request.ts'

/** Defined on the global object once the engines are loaded. Requests and results are JSON. */
export interface EngineGlobal {
  GetTechnicals?: (json: string, candles?: Candles, others?: OtherCandles) => string | undefined
  Backtest?: (
    json: string,
    candles: Candles,
    minutes?: Candles,
    legs?: readonly LegCandles[],
    others?: OtherCandles,
  ) => string | undefined
  /** Figures of many runs are returned as columns, which are smaller than JSON. */
  Sweep?: (json: string, candles: Candles, minutes?: Candles, others?: OtherCandles) => SweepAnswer
  /** Defines the functions above, except those whose module lacks a kernel. */
  startEngines?: (modules: EngineModules) => void
}

const read = <Request>(json: string): Request => {
  try {
    const request: unknown = JSON.parse(json)
    if (typeof request === 'object' && request !== null) return request as Request
  } catch {
    // Reported below, together with JSON that is no object.
  }
  throw refusal('the request is not a JSON object')
}

const unlessMissing = <Made>(make: () => Made): Made | null => {
  try {
    return make()
  } catch (error) {
    if (error instanceof EngineError && error.failure.kind === 'missing') return null
    throw error
  }
}

const columnsOf = (candles: TechnicalsRequest['candles']): Candles =>
  candlesFrom((name) => Float64Array.from(candles?.[name] ?? []))

const othersOf = ({ others }: Pick<TechnicalsRequest, 'others'>): OtherCandles =>
  Object.fromEntries(
    Object.entries(others ?? {}).map(([instrument, columns]) => [instrument, columnsOf(columns)]),
  )

const engineGlobal = globalThis as EngineGlobal

engineGlobal.startEngines = ({ technicals, backtest }) => {
  const technicalsHost = unlessMissing(() => createHost(technicals, 'GetTechnicals', technicalsKernels))
  const backtestHost = unlessMissing(() => createHost(backtest, 'Backtest', backtestKernels))
  if (technicalsHost !== null)
    engineGlobal.GetTechnicals = (json, candles, others) => {
      const request = read<TechnicalsRequest | SummaryRequest>(json)
      const series = candles ?? columnsOf(request.candles)
      if (request.give !== 'summary')
        return JSON.stringify(runTechnicals(technicalsHost, request, series, others ?? othersOf(request)))
      const summary = runSummary(technicalsHost, request, series)
      return summary === null ? undefined : JSON.stringify(summary)
    }
  if (backtestHost === null) return
  engineGlobal.Backtest = (json, candles, minutes, legs, others) => {
    const request = read<BacktestRequest>(json)
    if (request.params?.options !== undefined)
      return JSON.stringify(answerOptions(backtestHost, request, candles, legs, others))
    return JSON.stringify(
      isMonteCarloRequest(request)
        ? runMonteCarlo(backtestHost, request, candles, minutes, others)
        : runBacktest(backtestHost, request, candles, minutes, others),
    )
  }
  engineGlobal.Sweep = (json, candles, minutes, others) =>
    runSweep(backtestHost, read<SweepRequest>(json), candles, minutes, others)
}
