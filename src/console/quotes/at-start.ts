import { createActor } from 'xstate'
import { uniformRandom } from '../../platform/random.ts'
import { type Area, undoAll } from '../area.ts'
import type { StartDeps } from '../deps.ts'
import { whenOnlineAgain } from '../online-again.ts'
import { providePrices } from './price-adapters.ts'
import { provideMarketState, provideQuoteSocket } from './quote-adapters.ts'

export const quotesAtStart = (deps: StartDeps) => {
  const { actors, clock, feed, http, platform } = deps
  const input = { now: clock.now }
  return {
    actors: {
      quoteSocket: createActor(
        provideQuoteSocket({
          platform,
          http,
          book: () => feed.book,
          user: deps.userUuid,
          tellClock: (told) => actors.marketState.send({ type: 'market.clock', ...told }),
        }),
        { input: { ...input, random: () => uniformRandom(platform) } },
      ),
      marketState: createActor(provideMarketState(platform, http), { input }),
      prices: createActor(providePrices(platform, http), { input }),
    },
    connect: () =>
      undoAll([
        feed.watch(),
        whenOnlineAgain(actors, () => actors.quoteSocket.send({ type: 'network.back' })),
      ]),
    begin: () => {
      actors.prices.send({ type: 'prices.start' })
      actors.marketState.send({ type: 'market.watch' })
      actors.quoteSocket.send({ type: 'quotes.connect' })
    },
    end: () => feed.book.clear(),
  } satisfies Area
}
