import { fromPromise } from 'xstate'
import { ApiError, messageOf, refusedByConsole } from '../../contract/api-error.ts'
import {
  deleteBacktest,
  getBacktest,
  listBacktests,
  saveBacktest,
  saveCumulativeBacktest,
} from '../../contract/backtests.ts'
import { getCoverage } from '../../contract/instruments/instruments.ts'
import type { BacktestParams, BacktestResult, TradedContract } from '../../domain/backtests/backtest.ts'
import { cutSpan } from '../../domain/backtests/span-limits.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../domain/instruments/instrument-index.ts'
import type { EngineClient } from '../../engine/worker/client.ts'
import {
  backtestMachine,
  type PreparedRest,
  type PreparedRun,
  type RestRequest,
  RUN_SYMBOLS_MAX,
  type RunRequest,
} from '../../machines/backtests/backtest-batch.ts'
import type { RunFailure } from '../../machines/backtests/backtest-rows.ts'
import {
  backtestSymbolMachine,
  type EngineInput,
  type SymbolReport,
} from '../../machines/backtests/backtest-symbol.ts'
import { readSavedRun } from '../../machines/backtests/saved-run.ts'
import { savedRunsMachine } from '../../machines/backtests/saved-runs.ts'
import { texts } from '../../machines/texts.ts'
import { contractOf } from '../../market/instruments/traded-contract.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import { loadCandles, type OthersLoader } from '../candles-of-run.ts'
import { optionContractOf } from './option-run-contract.ts'
import { findLift } from './run-span.ts'

export interface BacktestPorts {
  readonly http: HttpClient
  readonly engine: EngineClient
  readonly others: OthersLoader
  readonly instruments: () => InstrumentIndex | null
  readonly isSpanLimitLifted: () => boolean
  readonly randomHex: (bytes: number) => string
}

const SUFFIX_BYTES = 4

export const spanOf = (
  { params, cutFrom }: RunRequest,
  isLimitLifted: boolean,
): PreparedRun['params'] & {
  readonly cutDays: number | null
} => {
  const { from, to, interval } = params
  const span = cutSpan({ interval, from, to, cutFrom, ...(isLimitLifted ? { limitDays: null } : {}) })
  return { ...params, ...span }
}

const indexOf = ({ instruments }: Pick<BacktestPorts, 'instruments'>): InstrumentIndex => {
  const index = instruments()
  if (index === null) throw refusedByConsole('NOT_READY', 'The instrument list is still loading')
  return index
}

const prepare = async (
  request: RunRequest,
  ports: BacktestPorts,
  signal: AbortSignal,
): Promise<PreparedRun> => {
  ports.others.forget()
  const index = indexOf(ports)
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

export const tradedContract = (id: InstrumentId, index: InstrumentIndex) => {
  const instrument = index.find(id)
  if (instrument === null) throw refusedByConsole('UNKNOWN_INSTRUMENT', `${id} is not in the instrument list`)
  const contract = contractOf(instrument, index)
  if (contract === null) throw refusedByConsole('NOT_TRADED', `${id} has no futures to trade`)
  return contract
}

const optionContract = (id: InstrumentId, index: InstrumentIndex) => {
  const instrument = index.find(id)
  if (instrument === null) throw refusedByConsole('UNKNOWN_INSTRUMENT', `${id} is not in the instrument list`)
  const contract = optionContractOf(instrument, index)
  if (contract === null) throw refusedByConsole('NOT_TRADED', `${id} has no options to trade`)
  return contract
}

/** An instrument trades as itself, its future, or its options. Throws ApiError. */
export const contractToRun = (
  id: InstrumentId,
  { options }: Pick<BacktestParams, 'options'>,
  index: InstrumentIndex,
) => (options === undefined ? tradedContract : optionContract)(id, index)

/** A symbol that can no longer be traded becomes a failure and does not stop the others. */
const prepareRest = ({ params, instruments }: RestRequest, ports: BacktestPorts): PreparedRest => {
  const index = indexOf(ports)
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

const runEngine = async (
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
  const legPorts = legPortsOf({ http, engine, index: indexOf(ports) })
  return runOptionEngine({ request, candles, others }, legPorts, signal)
}

/** The names of a report are no part of what the first screen loads. */
const reportNames = () => import('../../contract/report-names.ts')

/** Idempotent, because the run carries its own slug. */
const save = async (
  { slug, params, cut, contract, planned, result }: SymbolReport,
  http: HttpClient,
  signal: AbortSignal,
): Promise<string> => {
  const { report, runParams, writeReport } = await reportNames()
  return http.call(saveBacktest, {
    body: {
      slug,
      segSym: contract.instrument,
      algoUuid: params.strategy?.algoUuid ?? '',
      backtestParams: writeReport(runParams, { ...params, cut, instruments: planned }),
      backtestResults: { [contract.instrument]: writeReport(report, result) },
    },
    signal,
  })
}

export const loadSavedRun = async (http: HttpClient, slug: string, signal: AbortSignal) => {
  const [{ readSavedReports }, saved] = await Promise.all([
    reportNames(),
    http.call(getBacktest, { query: { slug }, signal }),
  ])
  return readSavedRun(readSavedReports(saved))
}

export const provideBacktest = (ports: BacktestPorts): typeof backtestMachine => {
  const { http, others } = ports
  const symbol = backtestSymbolMachine.provide({
    actors: {
      loadCandles: fromPromise(({ input, signal }) => loadCandles(input, http, signal, others)),
      runEngine: fromPromise(({ input, signal }) => runEngine(input, ports, signal)),
      save: fromPromise(({ input, signal }) => save(input, http, signal)),
    },
  })
  return backtestMachine.provide({
    actors: {
      symbol,
      prepare: fromPromise(({ input, signal }) => prepare(input, ports, signal)),
      prepareRest: fromPromise(async ({ input }) => prepareRest(input, ports)),
      loadRun: fromPromise(({ input: { slug }, signal }) => loadSavedRun(http, slug, signal)),
      // Without the signal: the save completes even if another run starts.
      saveCumulative: fromPromise(async ({ input: { slug, cumulative, failures } }) => {
        const { cumulativeReport, writeReport } = await reportNames()
        const body = { slug, cumulative: writeReport(cumulativeReport, { ...cumulative, failures }) }
        await http.call(saveCumulativeBacktest, { body })
      }),
    },
  })
}

export const provideSavedRuns = ({ http }: Pick<BacktestPorts, 'http'>): typeof savedRunsMachine =>
  savedRunsMachine.provide({
    actors: {
      loadPage: fromPromise(({ input: { search, page }, signal }) =>
        http.call(listBacktests, {
          query: { page: String(page), ...(search === '' ? {} : { search }) },
          signal,
        }),
      ),
      deleteRun: fromPromise(async ({ input }) => {
        await http.call(deleteBacktest, { query: input, keepalive: true })
      }),
    },
  })
