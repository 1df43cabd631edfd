import { createActor } from 'xstate'
import { isSessionReady } from '../actors.ts'
import type { Area } from '../area.ts'
import type { Deps } from '../deps.ts'
import { provideWatchlists } from './watchlist-adapters.ts'

export const watchlists = (deps: Deps) => {
  const load = (): void => deps.actors.watchlists.send({ type: 'watchlist.load' })
  return {
    actors: { watchlists: createActor(provideWatchlists(deps)) },
    // Lists may have been edited in another tab.
    connect: () =>
      deps.platform.watchVisibility({
        hidden: () => {},
        shown: () => {
          if (isSessionReady(deps.actors)) load()
        },
      }),
    environment: () => {
      const { lists, active } = deps.actors.watchlists.getSnapshot().context
      return { watchlists: lists, activeWatchlist: active }
    },
    begin: load,
  } satisfies Area
}
