import { fromPromise } from 'xstate'
import { runComparisonMachine } from '../../machines/backtests/run-comparison.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Actors } from '../actors.ts'
import type { Undo } from '../area.ts'
import { loadSavedRun } from './backtest-adapters.ts'
import { comparedAt, pathOfComparison, pathOfRun } from './run-url.ts'

export const provideRunComparison = ({ http }: { readonly http: HttpClient }): typeof runComparisonMachine =>
  runComparisonMachine.provide({
    actors: {
      loadRun: fromPromise(({ input: { slug }, signal }) => loadSavedRun(http, slug, signal)),
    },
  })

/** The address says which run is compared, so that it is there after a reload and gone with *back*. */
export const compareAt = ({ runComparison }: Actors, path: string): void => {
  const slug = comparedAt(path)
  if (slug === runComparison.getSnapshot().context.slug) return
  runComparison.send(slug === null ? { type: 'comparison.drop' } : { type: 'comparison.with', slug })
}

export const connectComparison = ({ backtest, navigation, runComparison }: Actors): Undo => {
  const subscription = runComparison.on('comparison.changed', ({ slug }) => {
    const { slug: shown } = backtest.getSnapshot().context
    if (shown === null || comparedAt(navigation.getSnapshot().context.path) === slug) return
    const path = slug === null ? pathOfRun(shown) : pathOfComparison(shown, slug)
    navigation.send({ type: 'view.open', path })
  })
  return () => subscription.unsubscribe()
}
