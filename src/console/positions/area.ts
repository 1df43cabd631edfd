import { createActor } from 'xstate'
import type { CreateArea } from '../area.ts'
import type { Deps } from '../deps.ts'
import {
  provideBrackets,
  provideFunds,
  provideHoldings,
  provideOrderBook,
  providePositions,
} from './book-adapters.ts'
import { connectBooks, reloadNow } from './book-reloads.ts'
import { provideBreadth, provideDayPnl } from './day-adapters.ts'

type Names = 'orderBook' | 'positions' | 'holdings' | 'funds' | 'brackets' | 'dayPnl' | 'breadth'

export const positions: CreateArea<Deps, Names> = (deps) => {
  const { actors, http } = deps
  return {
    actors: {
      orderBook: createActor(provideOrderBook(http)),
      positions: createActor(providePositions(http)),
      holdings: createActor(provideHoldings(http)),
      funds: createActor(provideFunds(http)),
      brackets: createActor(provideBrackets(http)),
      dayPnl: createActor(provideDayPnl(deps)),
      breadth: createActor(provideBreadth(deps)),
    },
    connect: () => connectBooks(deps),
    begin: () => reloadNow(actors),
  }
}
