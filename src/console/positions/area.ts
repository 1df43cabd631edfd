import { createActor } from 'xstate'
import { type Area, undoAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import {
  provideBrackets,
  provideFunds,
  provideHoldings,
  provideOrderBook,
  providePositions,
} from './book-adapters.ts'
import { bookEnvironment } from './book-environment.ts'
import { connectBooks, reloadNow } from './book-reloads.ts'
import { provideBreadth, provideDayPnl } from './day-adapters.ts'
import { connectHedge, provideHedge, providePositionRisk } from './risk-adapters.ts'

export const positions = (deps: Deps) => {
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
      positionRisk: createActor(providePositionRisk(deps)),
      hedge: createActor(provideHedge(deps)),
    },
    connect: () => undoAll([connectBooks(deps), connectHedge(deps)]),
    environment: () => bookEnvironment(actors),
    begin: () => reloadNow(actors),
  } satisfies Area
}
