import { refusedByConsole } from '../../contract/api-error.ts'
import { paramsOn } from '../../domain/backtests/own-rules.ts'
import { seedOf } from '../../domain/backtests/robustness/random.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { EngineClient } from '../../engine/worker/client.ts'
import type { TestedRun } from '../../machines/backtests/monte-carlo-test.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Actors } from '../actors.ts'
import { loadCandles } from '../candles-of-run.ts'
import { contractToRun, readyIndex } from './backtest-work.ts'

export interface MonteCarloPorts {
  readonly actors: Pick<Actors, 'backtest' | 'instruments'>
  readonly http: HttpClient
  readonly engine: EngineClient
}

/** The seed is derived from the run, so that a repeated test gives the same result. */
export const testMonteCarlo = async (
  { actors, http, engine }: MonteCarloPorts,
  asked: InstrumentId | null,
  signal: AbortSignal,
): Promise<TestedRun> => {
  const { params: whole, slug, rows } = actors.backtest.getSnapshot().context
  const row = rows.find(({ instrument, result }) =>
    asked === null ? result !== null : result !== null && instrument === asked,
  )
  if (whole === null || row === undefined) throw refusedByConsole('NO_REPORT', 'There is no report to test')
  const index = readyIndex(actors.instruments.getSnapshot().context.index)
  const { instrument } = row
  const params = paramsOn(whole, instrument)
  const contract = contractToRun(instrument, params, index)
  const { source, candles, minutes, others = {} } = await loadCandles({ params, contract }, http, signal)
  const request = { params, contract, source }
  const legsOfRun = async () => {
    const [{ legPortsOf }, { loadLegs }] = await Promise.all([
      import('./option-leg-adapters.ts'),
      import('./option-run-adapters.ts'),
    ])
    return loadLegs({ request, candles, others }, legPortsOf({ http, engine, index }), signal)
  }
  const legs = params.options === undefined ? [] : await legsOfRun()
  const seed = seedOf(`${slug} ${instrument}`)
  const result = await engine.monteCarlo(request, seed, candles, { signal, minutes, legs, others })
  return { instrument, result }
}
