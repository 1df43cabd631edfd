import { createActor } from 'xstate'
import { type Area, undoAll, unsubscribeAll } from '../area.ts'
import { createOthersLoader } from '../candles-of-run.ts'
import type { Deps } from '../deps.ts'
import { followPath } from '../follow-path.ts'
import { provideBacktest, provideSavedRuns } from './backtest-adapters.ts'
import { compareAt, connectComparison, provideRunComparison } from './comparison-adapters.ts'
import { connectRuns, openRunAt } from './connect-runs.ts'
import { provideEngines } from './engine-adapters.ts'
import { connectRobustness, keptTrials, provideMonteCarloTest, provideTrials } from './robustness-adapters.ts'
import { connectSweep, provideSweep } from './sweep-adapters.ts'
import { connectTradeReview, createTradeReviewer, provideTradeReview } from './trade-review-adapters.ts'

export const backtests = (deps: Deps) => {
  const { actors, engine, http, platform, runPreview } = deps
  const others = createOthersLoader(http)
  const reviewer = createTradeReviewer(deps)
  const forgetCandles = () => {
    runPreview.forget()
    reviewer.forget()
  }
  return {
    actors: {
      engines: createActor(provideEngines(engine)),
      backtest: createActor(
        provideBacktest({
          http,
          engine,
          others,
          instruments: () => actors.instruments.getSnapshot().context.index,
          isSpanLimitLifted: () => actors.preferences.getSnapshot().context.liftSpanLimits,
          randomHex: platform.randomHex,
        }),
      ),
      runComparison: createActor(provideRunComparison({ http })),
      savedRuns: createActor(provideSavedRuns({ http })),
      sweep: createActor(provideSweep({ ...deps, others })),
      trials: createActor(provideTrials(deps)),
      monteCarlo: createActor(provideMonteCarloTest(deps)),
      tradeReview: createActor(provideTradeReview(reviewer)),
    },
    connect: () =>
      undoAll([
        connectRuns(deps),
        connectComparison(actors),
        connectRobustness(actors),
        connectSweep(actors),
        connectTradeReview(actors, reviewer),
        followPath(actors, (path) => {
          openRunAt(actors, path)
          compareAt(actors, path)
        }),
        platform.watchLeaving(() => actors.savedRuns.send({ type: 'savedRuns.flush' })),
        unsubscribeAll([
          actors.backtest.on('backtest.finished', others.forget),
          actors.sweep.on('sweep.finished', others.forget),
          actors.candleImport.on('import.done', forgetCandles),
          actors.deleteSeries.on('request.succeeded', forgetCandles),
          actors.adjustSeries.on('request.succeeded', forgetCandles),
        ]),
      ]),
    environment: () => ({ savedRuns: actors.savedRuns.getSnapshot().context.runs }),
    begin: () => {
      actors.engines.send({ type: 'engines.load' })
      actors.savedRuns.send({ type: 'savedRuns.load' })
      actors.trials.send(keptTrials(deps.memory))
      const { path } = actors.navigation.getSnapshot().context
      openRunAt(actors, path)
      compareAt(actors, path)
    },
    end: () => {
      others.forget()
      reviewer.forget()
    },
  } satisfies Area
}
