import { createActor } from 'xstate'
import { seenOrder } from '../commands/catalogue/order-sense.ts'
import type { Environment } from '../commands/environment.ts'
import { contractAt } from '../commands/grammar/contract.ts'
import { addContractReader } from '../commands/grammar/contract-reader.ts'
import { addSpanReader } from '../commands/grammar/span.ts'
import { writtenSpanAt } from '../commands/grammar/written-span.ts'
import { chordRows, rowsAtHand } from '../commands/palette/at-hand.ts'
import { correctionsOf } from '../commands/palette/corrections.ts'
import { nearTo } from '../commands/palette/near-contracts.ts'
import { addOffers } from '../commands/palette/offers.ts'
import { addCommands, type CommandCall } from '../commands/registry.ts'
import { tradingCommands } from '../commands/trading-commands.ts'
import type { InstrumentId } from '../domain/instrument.ts'
import type { OrderDraft } from '../domain/order-draft.ts'
import type { EngineClient } from '../engine/client.ts'
import { armingMachine } from '../machines/arming.ts'
import { exitReportMachine } from '../machines/exit-report.ts'
import { marketDayAt } from '../machines/market-state.ts'
import type { Notices } from '../machines/notices.ts'
import { tablesMachine } from '../machines/tables.ts'
import { texts } from '../machines/texts.ts'
import type { QuoteBook } from '../market/quote-book.ts'
import type { Clock } from '../platform/clock.ts'
import type { HttpClient } from '../platform/http-client.ts'
import type { Platform } from '../platform/platform.ts'
import type { KeptValues } from '../platform/storage.ts'
import { provideKillSwitch, provideOrderActions } from './act-ports.ts'
import type { CoreActors, TradingActors } from './actors.ts'
import { askAgain } from './ask-again.ts'
import { provideBasket, provideTicket } from './basket-ports.ts'
import {
  provideBrackets,
  provideFunds,
  provideHoldings,
  provideOrderBook,
  provideOrderDetails,
  providePositions,
} from './book-ports.ts'
import { provideCharts } from './chart-ports.ts'
import { provideBreadth, provideDayPnl, wireDay } from './day-ports.ts'
import { provideHolidayImport, provideHolidays, wireHolidays } from './holiday-ports.ts'
import { provideIndicatorGuide } from './indicator-ports.ts'
import type { OrderJudge } from './judging.ts'
import { provideLimitsChange, provideRiskLimits, wireLimits } from './limit-ports.ts'
import { wireMarks } from './notice-wiring.ts'
import { createOrderJournal } from './order-journal.ts'
import { createOrderJudge } from './order-judge.ts'
import { provideDesk, providePlacement } from './order-ports.ts'
import type { createOwnMemory } from './own-memory.ts'
import type { PreviewedLists } from './previewed-lists.ts'
import {
  provideDepth,
  provideOptionChains,
  provideOptionDay,
  provideScalper,
  scalperInput,
} from './scalper-ports.ts'
import { type ReadQuote, wireScalper } from './scalper-wiring.ts'
import {
  beginShortcuts,
  createTeacher,
  provideMacros,
  provideShortcuts,
  provideTeaching,
  type ShortcutPorts,
  shortcutSight,
  wireShortcuts,
} from './shortcut-ports.ts'
import { provideSweep, type SweepPorts, wireSweep } from './sweep-ports.ts'
import { beginTrading, endTrading, isScalperPath, wireTrading } from './trading-wiring.ts'
import { beginTrust, endTrust, provideLuckTest, provideTrials, wireTrust } from './trust-ports.ts'
import { provideNoticePanel, provideWatchlists } from './watch-ports.ts'

export interface TradingPorts {
  readonly core: CoreActors
  readonly platform: Platform
  readonly http: HttpClient
  readonly engine: EngineClient
  readonly clock: Clock
  readonly storage: KeptValues
  readonly memory: ReturnType<typeof createOwnMemory>
  readonly notices: Notices
  readonly quotes: QuoteBook
  readonly createEngineWorker: SweepPorts['createEngineWorker']
  readonly previewed: PreviewedLists
  readonly acts: ShortcutPorts['acts']
  readonly environment: ShortcutPorts['environment']
}

export interface Trading {
  readonly actors: TradingActors
  readonly judge: OrderJudge
  /** Connects the machines with each other, the stream and the session. Answers its undo. */
  wire(): () => void
  /** Somebody has signed in, or was when this was loaded. */
  begin(): void
  /** The session has ended: everything of that user goes. */
  end(): void
  /** A view runs this: where that was a click, the key that does the same is said. */
  teach(call: CommandCall): void
  /** What the user has made to write and press less, for the reading of lines. */
  shortcuts(): Partial<Environment>
}

export type CreateTrading = (ports: TradingPorts) => Trading

/** Bytes of a client order id, of which 24 hex digits are made: no two browsers ever make the same. */
const CLIENT_KEY_BYTES = 12

export const createTrading: CreateTrading = (ports) => {
  const { core, platform, http, clock, memory, notices } = ports
  addCommands(tradingCommands)
  addContractReader(contractAt)
  addSpanReader(writtenSpanAt)
  addOffers({ atHand: rowsAtHand, chord: chordRows, corrections: correctionsOf, nearTo })
  const journal = createOrderJournal(memory)
  const whyHeldBack = (): string | null => whyNothingIsSent(core, clock.now())
  const isOutdated = (): boolean => core.connectivity.getSnapshot().context.isOutdated
  const placing = { http, journal, whyHeldBack, isOutdated, now: clock.now }
  const placement = providePlacement({
    ...placing,
    listOf: ports.previewed.of,
    onListChanged: (draft) => {
      ports.previewed.forget()
      askAgain(ports, actors, draft)
    },
  })
  // What is held is exited whatever the list says of new orders.
  const exitPlacement = providePlacement({ ...placing, listOf: () => undefined, onListChanged: () => {} })
  const input = { now: clock.now, createKey: () => platform.randomHex(CLIENT_KEY_BYTES) }

  const seen = (drafts: readonly OrderDraft[]) => {
    const here = ports.environment()
    return drafts.map((draft) => seenOrder(draft, false, here))
  }

  const actors: TradingActors = {
    orders: createActor(provideDesk(placement), { input }),
    ticket: createActor(provideTicket(ports), { input: { seen } }),
    basket: createActor(
      provideBasket({
        http,
        placement,
        previewed: ports.previewed,
        instruments: () => core.instruments.getSnapshot().context.index,
      }),
      { input: { ...input, seen } },
    ),
    orderActions: createActor(
      provideOrderActions({
        http,
        placement: exitPlacement,
        whyHeldBack,
        isOutdated,
        randomHex: platform.randomHex,
        today: () => marketDayAt(core.marketState.getSnapshot().context, clock.now()),
        find: (instrument) => core.instruments.getSnapshot().context.index?.find(instrument) ?? null,
        quoteOf: (instrument) => ports.environment().quoteOf?.(instrument) ?? null,
        orders: () => actors.orderBook.getSnapshot().context.output ?? [],
        positions: () => actors.positions.getSnapshot().context.output?.net ?? [],
      }),
      { input },
    ),
    killSwitch: createActor(provideKillSwitch({ http, isOutdated })),
    exitReport: createActor(exitReportMachine),
    arming: createActor(armingMachine, { input: { whyNot: () => whyNotArmed(core, actors) } }),
    orderBook: createActor(provideOrderBook(http)),
    positions: createActor(providePositions(http)),
    holdings: createActor(provideHoldings(http)),
    funds: createActor(provideFunds(http)),
    brackets: createActor(provideBrackets(http)),
    dayPnl: createActor(provideDayPnl(ports)),
    breadth: createActor(provideBreadth(ports)),
    riskLimits: createActor(provideRiskLimits(http)),
    limitsChange: createActor(provideLimitsChange(http)),
    orderDetails: createActor(provideOrderDetails(http)),
    watchlists: createActor(provideWatchlists(ports)),
    optionChains: createActor(provideOptionChains(ports)),
    optionDay: createActor(provideOptionDay(ports)),
    depth: createActor(provideDepth(ports)),
    lineDepth: createActor(provideDepth(ports)),
    scalper: createActor(provideScalper(ports), { input: scalperInput(ports) }),
    charts: createActor(provideCharts(ports)),
    holidays: createActor(provideHolidays(http)),
    holidayImport: createActor(provideHolidayImport(http)),
    noticePanel: createActor(provideNoticePanel(ports)),
    tables: createActor(tablesMachine),
    sweep: createActor(provideSweep(ports)),
    indicatorGuide: createActor(provideIndicatorGuide(platform)),
    trials: createActor(provideTrials(ports)),
    luck: createActor(provideLuckTest(ports)),
    shortcuts: createActor(provideShortcuts(ports)),
    macros: createActor(provideMacros(ports)),
    teaching: createActor(provideTeaching(ports)),
  }
  const readQuote: ReadQuote = { current: null }
  const quoteOf = (instrument: InstrumentId) => ports.environment().quoteOf?.(instrument) ?? null
  const wires = { core, actors, platform, storage: ports.storage, memory, journal, notices }
  return {
    actors,
    judge: createOrderJudge(),
    wire() {
      const undos = [
        wireTrading(wires),
        wireTrust(ports, actors),
        wireSweep({ core, actors }),
        wireScalper({ actors, quotes: ports.quotes, platform, quoteOf, readQuote }),
        wireMarks({ core, panel: actors.noticePanel, storage: ports.storage }),
        wireShortcuts(actors),
        wireLimits(actors, notices),
        wireDay(actors),
        wireHolidays(core, actors),
      ]
      return () => {
        for (const undo of undos) undo()
      }
    },
    begin: () => {
      beginTrading(wires)
      beginTrust(ports, actors)
      beginShortcuts(ports, actors)
      actors.indicatorGuide.send({ type: 'guide.begin' })
    },
    end: () => {
      endTrading(wires)
      endTrust(actors)
      actors.sweep.send({ type: 'session.ended' })
      actors.holidays.send({ type: 'session.ended' })
      actors.holidayImport.send({ type: 'session.ended' })
      actors.limitsChange.send({ type: 'request.reset' })
    },
    shortcuts: () => ({
      ...shortcutSight(actors, ports.environment),
      linkedQuote: linkedQuoteOf(actors, readQuote),
    }),
    teach: createTeacher({ ...ports, now: clock.now }, actors),
  }
}

/** What was read of the instrument that the keys of the Scalper trade. */
const linkedQuoteOf = ({ scalper }: TradingActors, { current }: ReadQuote) =>
  current !== null && current.instrument === scalper.getSnapshot().context.instrument ? current.quote : null

/** Why nothing that trades may be sent now, and nothing is kept to be sent later; null when it may. */
const whyNothingIsSent = ({ connectivity, orderPath }: CoreActors, now: number): string | null => {
  if (!connectivity.getSnapshot().matches('online')) return texts.offline
  const path = orderPath.getSnapshot()
  if (!path.matches({ watched: 'late' })) return null
  return texts.ordersHeldBack(Math.round((now - (path.context.heardAt ?? now)) / 1000))
}

/** Keys trade in the Scalper alone, on prices that come, with trading switched on and a server that answers. */
const whyNotArmed = (core: CoreActors, actors: TradingActors): string | null => {
  if (!isScalperPath(core.navigation.getSnapshot().context.path)) return texts.notArmedElsewhere
  if (core.connectivity.getSnapshot().context.isOutdated) return texts.notArmedOutdated
  if (actors.killSwitch.getSnapshot().matches('on')) return texts.notArmedKilled
  if (core.orderPath.getSnapshot().matches({ watched: 'late' })) return texts.notArmedServerLate
  return core.quoteSocket.getSnapshot().matches({ connected: 'open' }) ? null : texts.notArmedQuotesLost
}
