import { fromCallback, fromPromise } from 'xstate'
import { refusedByConsole } from '../../contract/api-error.ts'
import { seedOf } from '../../domain/backtests/robustness/random.ts'
import { ideaOf, readTrials, trialOf } from '../../domain/backtests/trials.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { EngineClient } from '../../engine/worker/client.ts'
import { monteCarloTestMachine, type TestedRun } from '../../machines/backtests/monte-carlo-test.ts'
import { trialsMachine } from '../../machines/backtests/trials.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import { type KeptValues, storageKeys } from '../../platform/storage.ts'
import type { Actors } from '../actors.ts'
import { type Undo, unsubscribeAll } from '../area.ts'
import { loadCandles } from '../candles-of-run.ts'
import type { UserStorage } from '../shell/user-storage.ts'
import { contractToRun } from './backtest-adapters.ts'

interface RobustnessPorts {
  readonly actors: Pick<Actors, 'backtest' | 'instruments'>
  readonly http: HttpClient
  readonly engine: EngineClient
  readonly storage: KeptValues
  readonly memory: UserStorage
}

export const provideTrials = ({ storage, memory }: Pick<RobustnessPorts, 'storage' | 'memory'>) =>
  trialsMachine.provide({
    actors: {
      otherTabs: fromCallback(({ sendBack }) =>
        storage.watch(storageKeys.trials, () => sendBack(keptTrials(memory))),
      ),
    },
    actions: { store: (_, tried) => memory.write(storageKeys.trials, tried) },
  })

/** The seed is derived from the run, so that a repeated test gives the same result. */
const testMonteCarlo = async (
  { actors, http, engine }: RobustnessPorts,
  asked: InstrumentId | null,
  signal: AbortSignal,
): Promise<TestedRun> => {
  const { params, slug, rows } = actors.backtest.getSnapshot().context
  const row = rows.find(({ instrument, result }) =>
    asked === null ? result !== null : result !== null && instrument === asked,
  )
  const index = actors.instruments.getSnapshot().context.index
  if (params === null || row === undefined) throw refusedByConsole('NO_REPORT', 'There is no report to test')
  if (index === null) throw refusedByConsole('NOT_READY', 'The instrument list is still loading')
  const { instrument } = row
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

export const provideMonteCarloTest = (ports: RobustnessPorts) =>
  monteCarloTestMachine.provide({
    actors: {
      test: fromPromise(({ input: { instrument }, signal }) => testMonteCarlo(ports, instrument, signal)),
    },
  })

export const connectRobustness = ({ backtest, trials, monteCarlo }: Actors): Undo => {
  const clear = () => monteCarlo.send({ type: 'monteCarlo.clear' })
  return unsubscribeAll([
    backtest.on('backtest.started', clear),
    backtest.on('backtest.opened', clear),
    backtest.on('backtest.finished', () => {
      const { params, rows } = backtest.getSnapshot().context
      if (params === null) return
      for (const { instrument, result } of rows)
        if (result !== null)
          trials.send({
            type: 'trials.add',
            idea: ideaOf(params, instrument),
            trials: [trialOf(params, result)],
          })
    }),
  ])
}

export const keptTrials = (memory: RobustnessPorts['memory']) =>
  ({ type: 'trials.replace', tried: readTrials(memory.read(storageKeys.trials)) }) as const
