import { createActor } from 'xstate'
import { type Area, undoAll, unsubscribeAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import { connectRobustness, keptTrials, provideMonteCarloTest, provideTrials } from './robustness-adapters.ts'
import { createOthersLoader } from './run-candles.ts'
import { connectSweep, provideSweep } from './sweep-adapters.ts'

export const backtests = (deps: Deps) => {
  const others = createOthersLoader(deps.http)
  return {
    actors: {
      sweep: createActor(provideSweep({ ...deps, others })),
      trials: createActor(provideTrials(deps)),
      monteCarlo: createActor(provideMonteCarloTest(deps)),
    },
    connect: () =>
      undoAll([
        connectRobustness(deps.actors),
        connectSweep(deps.actors),
        unsubscribeAll([
          deps.actors.sweep.on('sweep.finished', others.forget),
          deps.actors.candleImport.on('import.done', deps.runPreview.forget),
          deps.actors.deleteSeries.on('request.succeeded', deps.runPreview.forget),
        ]),
      ]),
    begin: () => deps.actors.trials.send(keptTrials(deps.memory)),
    end: others.forget,
  } satisfies Area
}
