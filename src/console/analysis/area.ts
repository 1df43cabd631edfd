import { createActor } from 'xstate'
import { getAdvanceDecline, getAtmIvStraddle, getPcr } from '../../contract/options.ts'
import { analysisAt } from '../../domain/analysis/analysis-address.ts'
import { dashboardAt } from '../../domain/analysis/dashboard-address.ts'
import { fundsAt } from '../../domain/analysis/funds-address.ts'
import { journalAt } from '../../domain/analysis/journal/journal-address.ts'
import type { MarketIndicators } from '../../machines/analysis/market-indicators.ts'
import { scrubMachine } from '../../machines/analysis/scrub.ts'
import { noticed } from '../../machines/notices.ts'
import { type Area, type Undo, undoAll, unsubscribeAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import { whenOnlineAgain } from '../online-again.ts'
import {
  automationActors,
  provideAccountHistory,
  provideMarginByDay,
  provideMarketIndicators,
  provideMarketMap,
  provideTechnicals,
} from './analysis-adapters.ts'
import { connectCapital, provideAccountFunds, provideCapital, provideTaxReport } from './funds-adapters.ts'
import {
  keepUnsavedNotes,
  provideJournal,
  provideTripCandles,
  provideTripNotes,
  restoreUnsavedNotes,
} from './journal-adapters.ts'
import {
  connectScrub,
  provideDayRecord,
  provideScrubChain,
  scrubbedIn,
  showScrubbed,
} from './scrub-adapters.ts'

const failures: Readonly<Record<keyof MarketIndicators, string>> = {
  pcr: getPcr.failure,
  advanceDecline: getAdvanceDecline.failure,
  straddle: getAtmIvStraddle.failure,
}

/** One toast when a failure begins, none while it lasts. */
const tellFailures = ({ actors, notices }: Pick<Deps, 'actors' | 'notices'>): Undo => {
  const names = Object.keys(failures) as (keyof MarketIndicators)[]
  let failing = new Set<string>()
  return unsubscribeAll([
    actors.marketIndicators.subscribe(({ context: { output } }) => {
      const now = names.filter((name) => output?.[name].kind === 'failed')
      for (const name of now) if (!failing.has(name)) notices.show(noticed('error', failures[name]).notice)
      failing = new Set(now)
    }),
  ])
}

/** Machines without a watcher ignore `current.ask`. */
const askAgain = (actors: readonly Pick<Deps['actors']['journal'], 'send'>[]): void => {
  for (const actor of actors) actor.send({ type: 'current.ask' })
}

const ofAccount = ({ accountHistory, journal, dayRecord, accountFunds, taxReport }: Deps['actors']) => [
  accountHistory,
  journal,
  dayRecord,
  accountFunds,
  taxReport,
]

/** Whatever changed an order may have closed a round trip. */
const followOrders = (actors: Deps['actors']): Undo => {
  const { orderBook } = actors
  let before = orderBook.getSnapshot().context.output
  return unsubscribeAll([
    orderBook.subscribe(({ context: { output } }) => {
      if (output === before) return
      before = output
      askAgain(ofAccount(actors))
    }),
  ])
}

const askAllAgain = (actors: Deps['actors']): void => {
  const { technicals, marketMap, marketIndicators, automationHistory, notActed, marginByDay, scrubChain } =
    actors
  technicals.send({ type: 'technicals.again' })
  const kept = [marketMap, marketIndicators, automationHistory, notActed, marginByDay, scrubChain]
  askAgain([...kept, ...ofAccount(actors)])
  actors.tripNotes.send({ type: 'notes.retry' })
  actors.tripCandles.send({ type: 'candles.retry' })
}

export const analysis = (deps: Deps) =>
  ({
    actors: {
      accountHistory: createActor(provideAccountHistory(deps)),
      ...automationActors(deps),
      marginByDay: createActor(provideMarginByDay(deps)),
      marketMap: createActor(provideMarketMap(deps)),
      marketIndicators: createActor(provideMarketIndicators(deps)),
      technicals: createActor(provideTechnicals(deps)),
      journal: createActor(provideJournal(deps)),
      tripCandles: createActor(provideTripCandles(deps)),
      tripNotes: createActor(provideTripNotes(deps)),
      dayRecord: createActor(provideDayRecord(deps)),
      scrub: createActor(scrubMachine),
      scrubChain: createActor(provideScrubChain(deps)),
      accountFunds: createActor(provideAccountFunds(deps)),
      capital: createActor(provideCapital(deps)),
      taxReport: createActor(provideTaxReport(deps)),
    },
    connect: () =>
      undoAll([
        tellFailures(deps),
        followOrders(deps.actors),
        keepUnsavedNotes(deps),
        connectCapital(deps),
        connectScrub(deps),
        whenOnlineAgain(deps.actors, () => askAllAgain(deps.actors)),
      ]),
    environment: () => {
      const { path } = deps.actors.navigation.getSnapshot().context
      const analyzed = analysisAt(path)
      const journal = journalAt(path)
      if (journal !== null) {
        const { notes } = deps.actors.tripNotes.getSnapshot().context
        return { journal: { shown: journal, notes }, scrubbed: scrubbedIn(deps) }
      }
      if (analyzed === null) return { dashboard: dashboardAt(path), fundsShown: fundsAt(path) }
      const { instrument } = analyzed
      return { analyzed, linked: { instrument, lots: 1, product: 'MIS' as const, price: 'market' as const } }
    },
    begin: () => {
      restoreUnsavedNotes(deps)
      showScrubbed(deps)
    },
  }) satisfies Area
