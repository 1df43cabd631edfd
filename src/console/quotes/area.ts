import { createActor } from 'xstate'
import type { Area } from '../area.ts'
import type { Deps } from '../deps.ts'
import { provideDepth } from './depth-adapters.ts'
import { lastPriceOf } from './last-price.ts'
import { marketMomentAt } from './quote-adapters.ts'
import { quoteEnvironment } from './quote-environment.ts'

export const quotes = (deps: Deps) => {
  const lastPrice = lastPriceOf(deps.actors, deps.quotes)
  const market = () => marketMomentAt(deps.actors.marketState.getSnapshot().context, deps.clock.now())
  return {
    actors: {
      depth: createActor(provideDepth(deps)),
      lineDepth: createActor(provideDepth(deps)),
    },
    environment: () => quoteEnvironment({ ...deps, lastPrice, market }),
  } satisfies Area
}
