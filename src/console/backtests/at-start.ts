import { createActor } from 'xstate'
import { screenAt } from '../../domain/screens.ts'
import type { Actors } from '../actors.ts'
import { type Area, type Undo, undoAll, unsubscribeAll } from '../area.ts'
import type { StartDeps } from '../deps.ts'
import { followPath } from '../follow-path.ts'
import { provideBacktest, provideSavedRuns } from './backtest-adapters.ts'
import { provideEngines } from './engine-adapters.ts'
import { createOthersLoader } from './run-candles.ts'
import { pathOfRun, slugAt } from './run-url.ts'

const openRunAt = ({ backtest }: Actors, path: string): void => {
  const slug = slugAt(path)
  const { context } = backtest.getSnapshot()
  if (slug === null || slug === context.slug || slug === context.openingSlug) return
  backtest.send({ type: 'backtest.open', slug })
}

const connectRuns = ({ actors, runPreview, clock }: StartDeps): Undo => {
  const { backtest, navigation, recents, savedRuns } = actors
  const show = (slug: string): void => {
    const isThere = screenAt(navigation.getSnapshot().context.path) === 'backtest'
    navigation.send({ type: isThere ? 'view.replace' : 'view.open', path: pathOfRun(slug) })
  }
  const visit = (slug: string): void => {
    const { params } = backtest.getSnapshot().context
    if (params === null) return
    const item = { slug, name: params.name, kind: 'backtest', at: clock.now() } as const
    recents.send({ type: 'recents.visit', item })
  }
  return unsubscribeAll([
    backtest.on('backtest.started', ({ slug }) => show(slug)),
    backtest.on('backtest.opened', ({ slug }) => {
      show(slug)
      visit(slug)
    }),
    backtest.on('backtest.finished', ({ slug }) => {
      const { rows } = backtest.getSnapshot().context
      for (const { result } of rows) if (result !== null) runPreview.learn(result)
      if (rows.some(({ state }) => state === 'saved')) visit(slug)
      savedRuns.send({ type: 'savedRuns.load' })
    }),
    savedRuns.on('savedRuns.deleted', ({ slug }) => recents.send({ type: 'recents.forget', slug })),
  ])
}

export const backtestsAtStart = (deps: StartDeps) => {
  const { actors, engine, http, platform } = deps
  const others = createOthersLoader(http)
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
      savedRuns: createActor(provideSavedRuns({ http })),
    },
    connect: () =>
      undoAll([
        connectRuns(deps),
        unsubscribeAll([actors.backtest.on('backtest.finished', others.forget)]),
        followPath(actors, (path) => openRunAt(actors, path)),
        platform.watchLeaving(() => actors.savedRuns.send({ type: 'savedRuns.flush' })),
      ]),
    begin: () => {
      actors.engines.send({ type: 'engines.load' })
      actors.savedRuns.send({ type: 'savedRuns.load' })
      openRunAt(actors, actors.navigation.getSnapshot().context.path)
    },
    end: others.forget,
  } satisfies Area
}
