import { fromCallback, fromPromise } from 'xstate'
import { paramsOn } from '../../domain/backtests/own-rules.ts'
import { ideaOf, readTrials, trialOf } from '../../domain/backtests/trials.ts'
import { monteCarloTestMachine } from '../../machines/backtests/monte-carlo-test.ts'
import { trialsMachine } from '../../machines/backtests/trials.ts'
import { type KeptValues, storageKeys } from '../../platform/storage.ts'
import type { Actors } from '../actors.ts'
import { type Undo, unsubscribeAll } from '../area.ts'
import type { UserStorage } from '../shell/user-storage.ts'
import type { MonteCarloPorts } from './monte-carlo-run.ts'

interface TrialPorts {
  readonly storage: KeptValues
  readonly memory: UserStorage
}

export const provideTrials = ({ storage, memory }: TrialPorts) =>
  trialsMachine.provide({
    actors: {
      otherTabs: fromCallback(({ sendBack }) =>
        storage.watch(storageKeys.trials, () => sendBack(keptTrials(memory))),
      ),
    },
    actions: { store: (_, tried) => memory.write(storageKeys.trials, tried) },
  })

const monteCarlo = () => import('./monte-carlo-run.ts')

export const provideMonteCarloTest = (ports: MonteCarloPorts) =>
  monteCarloTestMachine.provide({
    actors: {
      test: fromPromise(async ({ input: { instrument }, signal }) =>
        (await monteCarlo()).testMonteCarlo(ports, instrument, signal),
      ),
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
      for (const { instrument, result } of rows) {
        if (result === null) continue
        const own = paramsOn(params, instrument)
        trials.send({ type: 'trials.add', idea: ideaOf(own, instrument), trials: [trialOf(own, result)] })
      }
    }),
  ])
}

export const keptTrials = (memory: TrialPorts['memory']) =>
  ({ type: 'trials.replace', tried: readTrials(memory.read(storageKeys.trials)) }) as const
