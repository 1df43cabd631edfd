import { ApiError, messageOf, refusedByConsole } from '../../contract/api-error.ts'
import { saveBacktest } from '../../contract/backtests.ts'
import { getCoverage } from '../../contract/instruments/instruments.ts'
import { report, runParams, writeReport } from '../../contract/report-names.ts'
import type { BacktestParams, BacktestResult, TradedContract } from '../../domain/backtests/backtest.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../domain/instruments/instrument-index.ts'
import type { EngineClient } from '../../engine/worker/client.ts'
import {
  type PreparedRest,
  type PreparedRun,
  type RestRequest,
  RUN_SYMBOLS_MAX,
  type RunRequest,
} from '../../machines/backtests/backtest-batch.ts'
import type { RunFailure } from '../../machines/backtests/backtest-rows.ts'
import type { EngineInput, SymbolReport } from '../../machines/backtests/backtest-symbol.ts'
import { texts } from '../../machines/texts.ts'
import { contractOf } from '../../market/instruments/traded-contract.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { OthersLoader } from '../candles-of-run.ts'
import { optionContractOf } from './option-run-contract.ts'
import { findLift, spanOf } from './run-span.ts'

export interface BacktestPorts {
  readonly http: HttpClient
  readonly engine: EngineClient
  readonly others: OthersLoader
  readonly instruments: () => InstrumentIndex | null
  readonly isSpanLimitLifted: () => boolean
  readonly randomHex: (bytes: number) => string
}

const SUFFIX_BYTES = 4

export const readyIndex = (index: InstrumentIndex | null): InstrumentIndex => {
  if (index === null) throw refusedByConsole('NOT_READY', 'The instrument list is still loading')
  return index
}

export const prepareRun = async (
  request: RunRequest,
  ports: BacktestPorts,
  signal: AbortSignal,
): Promise<PreparedRun> => {
  ports.others.forget()
  const index = readyIndex(ports.instruments())
  const instruments = [...new Set(request.instruments)]
  if (instruments.length === 0) throw refusedByConsole('NO_INSTRUMENT', 'A backtest needs an instrument')
  if (instruments.length > RUN_SYMBOLS_MAX)
    throw refusedByConsole(
      'TOO_MANY',
      `A backtest takes at most ${RUN_SYMBOLS_MAX} instruments, not ${instruments.length}`,
    )
  const isLifted = await findLift({ ...request, instruments }, ports.isSpanLimitLifted(), (query) =>
    ports.http.call(getCoverage, { query, signal }),
  )
  const { cutDays, ...params } = spanOf(request, isLifted)
  return {
    params,
    cut: cutDays === null ? null : { askedFrom: request.params.from, askedTo: request.params.to, cutDays },
    contracts: instruments.map((id) => contractToRun(id, params, index)),
    suffix: ports.randomHex(SUFFIX_BYTES),
  }
}

/** An instrument trades as itself, its future, or its options. Throws ApiError. */
export const contractToRun = (
  id: InstrumentId,
  { options }: Pick<BacktestParams, 'options'>,
  index: InstrumentIndex,
): TradedContract => {
  const instrument = index.find(id)
  if (instrument === null) throw refusedByConsole('UNKNOWN_INSTRUMENT', `${id} is not in the instrument list`)
  const contract = options === undefined ? contractOf(instrument, index) : optionContractOf(instrument, index)
  const kind = options === undefined ? 'futures' : 'options'
  if (contract === null) throw refusedByConsole('NOT_TRADED', `${id} has no ${kind} to trade`)
  return contract
}

/** A symbol that can no longer be traded becomes a failure and does not stop the others. */
export const prepareRest = ({ params, instruments }: RestRequest, ports: BacktestPorts): PreparedRest => {
  const index = readyIndex(ports.instruments())
  const contracts: TradedContract[] = []
  const failures: RunFailure[] = []
  for (const instrument of instruments) {
    try {
      contracts.push(contractToRun(instrument, params, index))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failures.push({ instrument, reason: messageOf(error, texts.runFailed) })
    }
  }
  return { contracts, failures }
}

export const runEngine = async (
  { request, candles, minutes, others = {} }: EngineInput,
  ports: BacktestPorts,
  signal: AbortSignal,
): Promise<BacktestResult> => {
  const { http, engine } = ports
  if (request.params.options === undefined)
    return engine.runBacktest(request, candles, { signal, minutes, others })
  const [{ legPortsOf }, { runOptionEngine }] = await Promise.all([
    import('./option-leg-adapters.ts'),
    import('./option-run-adapters.ts'),
  ])
  const legPorts = legPortsOf({ http, engine, index: readyIndex(ports.instruments()) })
  return runOptionEngine({ request, candles, others }, legPorts, signal)
}

/** Idempotent, because the run carries its own slug. */
export const saveReport = async (
  { slug, params, cut, contract, planned, result }: SymbolReport,
  http: HttpClient,
  signal: AbortSignal,
): Promise<string> =>
  http.call(saveBacktest, {
    body: {
      slug,
      segSym: contract.instrument,
      algoUuid: params.strategy?.algoUuid ?? '',
      backtestParams: writeReport(runParams, { ...params, cut, instruments: planned }),
      backtestResults: { [contract.instrument]: writeReport(report, result) },
    },
    signal,
  })
