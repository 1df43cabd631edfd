import { screenAt } from '../../domain/screens.ts'
import type { Actors } from '../actors.ts'
import { type Undo, unsubscribeAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import { pathOfRun, slugAt } from './run-url.ts'

export const openRunAt = ({ backtest }: Actors, path: string): void => {
  const slug = slugAt(path)
  const { context } = backtest.getSnapshot()
  if (slug === null || slug === context.slug || slug === context.openingSlug) return
  backtest.send({ type: 'backtest.open', slug })
}

export const connectRuns = ({ actors, runPreview, clock }: Deps): Undo => {
  const { backtest, navigation, recents, savedRuns } = actors
  const show = (slug: string): void => {
    const { path } = navigation.getSnapshot().context
    if (slugAt(path) === slug) return
    const isThere = screenAt(path) === 'backtest'
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
