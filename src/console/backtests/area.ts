import { createActor } from 'xstate'
import { type Area, undoAll, unsubscribeAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import { connectRobustness, keptTrials, provideMonteCarloTest, provideTrials } from './robustness-adapters.ts'
import { connectSweep, provideSweep } from './sweep-adapters.ts'

export const backtests = (deps: Deps) =>
  ({
    actors: {
      sweep: createActor(provideSweep(deps)),
      trials: createActor(provideTrials(deps)),
      monteCarlo: createActor(provideMonteCarloTest(deps)),
    },
    connect: () =>
      undoAll([
        connectRobustness(deps.actors),
        connectSweep(deps.actors),
        unsubscribeAll([
          deps.actors.candleImport.on('import.done', deps.runPreview.forget),
          deps.actors.deleteSeries.on('request.succeeded', deps.runPreview.forget),
        ]),
      ]),
    begin: () => deps.actors.trials.send(keptTrials(deps.memory)),
  }) satisfies Area
