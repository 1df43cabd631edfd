import type { BacktestRequest } from '../domain/backtest.ts'
import { type Candles, candlesFrom } from '../domain/candle.ts'
import { runBacktest } from './backtest.ts'
import { EngineError, refusal } from './failure.ts'
import { createHost } from './host.ts'
import { backtestKernels, technicalsKernels } from './kernels.ts'
import type { EngineModules } from './messages.ts'
import type { LegCandles } from './option-request.ts'
import { answerOptions } from './option-run.ts'
import type { SummaryRequest, TechnicalsRequest } from './request.ts'
import { runSummary } from './summary.ts'
import { runSweep } from './sweep.ts'
import type { SweepAnswer, SweepRequest } from './sweep-request.ts'
import { runTechnicals } from './technicals.ts'
import { isLuckRequest, runLuck } from './trust-luck.ts'

/** What stands on the global object once the engines are there. Requests and answers are JSON. */
export interface EngineGlobal {
  GetTechnicals?: (json: string, candles?: Candles) => string | undefined
  /** `legs` are the candles of contracts, for a run on options. */
  Backtest?: (
    json: string,
    candles: Candles,
    minutes?: Candles,
    legs?: readonly LegCandles[],
  ) => string | undefined
  /** Many runs at once: their figures are columns, which JSON would only make longer. */
  Sweep?: (json: string, candles: Candles, minutes?: Candles) => SweepAnswer
  /** Puts the functions beside itself. A module that lacks its kernels leaves its function out. */
  startEngines?: (modules: EngineModules) => void
}

const read = <Request>(json: string): Request => {
  try {
    const request: unknown = JSON.parse(json)
    if (typeof request === 'object' && request !== null) return request as Request
  } catch {
    // Said below, together with JSON that is no request.
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

const columnsOf = ({ candles }: Pick<TechnicalsRequest, 'candles'>): Candles =>
  candlesFrom((name) => Float64Array.from(candles?.[name] ?? []))

const engineGlobal = globalThis as EngineGlobal

engineGlobal.startEngines = ({ technicals, backtest }) => {
  const technicalsHost = unlessMissing(() => createHost(technicals, 'GetTechnicals', technicalsKernels))
  const backtestHost = unlessMissing(() => createHost(backtest, 'Backtest', backtestKernels))
  if (technicalsHost !== null)
    engineGlobal.GetTechnicals = (json, candles) => {
      const request = read<TechnicalsRequest | SummaryRequest>(json)
      const series = candles ?? columnsOf(request)
      if (request.give !== 'summary') return JSON.stringify(runTechnicals(technicalsHost, request, series))
      const summary = runSummary(technicalsHost, request, series)
      return summary === null ? undefined : JSON.stringify(summary)
    }
  if (backtestHost === null) return
  engineGlobal.Backtest = (json, candles, minutes, legs) => {
    const request = read<BacktestRequest>(json)
    if (request.params?.options !== undefined)
      return JSON.stringify(answerOptions(backtestHost, request, candles, legs))
    return JSON.stringify(
      isLuckRequest(request)
        ? runLuck(backtestHost, request, candles, minutes)
        : runBacktest(backtestHost, request, candles, minutes),
    )
  }
  engineGlobal.Sweep = (json, candles, minutes) =>
    runSweep(backtestHost, read<SweepRequest>(json), candles, minutes)
}
