import { fromPromise } from 'xstate'
import {
  deleteBacktest,
  getBacktest,
  listBacktests,
  saveCumulativeBacktest,
} from '../../contract/backtests.ts'
import { backtestMachine } from '../../machines/backtests/backtest-batch.ts'
import { backtestSymbolMachine } from '../../machines/backtests/backtest-symbol.ts'
import { readSavedRun } from '../../machines/backtests/saved-run.ts'
import { savedRunsMachine } from '../../machines/backtests/saved-runs.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import { loadCandles } from '../candles-of-run.ts'
import type { BacktestPorts } from './backtest-work.ts'

/** Loaded with the first run, not with the first screen. */
const backtestWork = () => import('./backtest-work.ts')
const reportNames = () => import('../../contract/report-names.ts')

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
      runEngine: fromPromise(async ({ input, signal }) =>
        (await backtestWork()).runEngine(input, ports, signal),
      ),
      save: fromPromise(async ({ input, signal }) => (await backtestWork()).saveReport(input, http, signal)),
    },
  })
  return backtestMachine.provide({
    actors: {
      symbol,
      prepare: fromPromise(async ({ input, signal }) =>
        (await backtestWork()).prepareRun(input, ports, signal),
      ),
      prepareRest: fromPromise(async ({ input }) => (await backtestWork()).prepareRest(input, ports)),
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
