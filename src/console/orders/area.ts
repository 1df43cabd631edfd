import { createActor } from 'xstate'
import { seenOrder } from '../../commands/catalogue/orders/order-sense.ts'
import { marketDayAt } from '../../domain/calendar/market-time.ts'
import type { OrderDraft } from '../../domain/orders/order-draft.ts'
import { armingMachine } from '../../machines/orders/arming.ts'
import { exitReportMachine } from '../../machines/orders/exit-report.ts'
import { storageKeys } from '../../platform/storage.ts'
import { type Area, type Undo, undoAll, unsubscribeAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import { whyNothingIsSent } from '../why-nothing-is-sent.ts'
import { connectArming, whyNotArmed } from './arming-conditions.ts'
import { askAgain } from './ask-again.ts'
import { provideBasket, provideTicket } from './basket-adapters.ts'
import { createCircuits } from './circuits.ts'
import { connectGtts, createGtts } from './gtt/gtt-adapters.ts'
import { connectBasket, keptBasket } from './kept-basket.ts'
import { connectLimits, provideLimitsChange, provideRiskLimits } from './limit-adapters.ts'
import { connectLineMove, provideLineMove } from './line-move-adapters.ts'
import { provideKillSwitch, provideOrderActions } from './order-action-adapters.ts'
import { connectOrders } from './order-connections.ts'
import { provideOrderDetails } from './order-details-adapters.ts'
import { orderEnvironment } from './order-environment.ts'
import { createOrderJournal } from './order-journal.ts'
import { connectTicket, isDraft } from './order-ticket-tabs.ts'
import { providePlacement, providePlacements } from './placement-adapters.ts'

/** 24 hex digits, so that no two browsers create the same client order id. */
const CLIENT_KEY_BYTES = 12

const connectAll = (deps: Deps, circuits: ReturnType<typeof createCircuits>): Undo =>
  undoAll([
    unsubscribeAll([circuits.follow(deps.actors)]),
    connectOrders(deps.actors),
    connectTicket(deps),
    connectBasket(deps),
    connectArming(deps),
    connectLimits(deps.actors, deps.notices),
    connectGtts(deps.actors),
    connectLineMove(deps.actors, deps.notices),
  ])

const booksOf = ({ orderBook, positions, brackets }: Deps['actors']) => ({
  orders: () => orderBook.getSnapshot().context.output ?? [],
  positions: () => positions.getSnapshot().context.output?.net ?? [],
  brackets: () => brackets.getSnapshot().context.output ?? [],
})

export const orders = (deps: Deps) => {
  const { actors, clock, environment, http, memory, platform, previewed } = deps
  const journal = createOrderJournal(memory)
  const circuits = createCircuits()
  const today = () => marketDayAt(actors.marketState.getSnapshot().context, clock.now())
  const whyHeldBack = (): string | null => whyNothingIsSent(actors, clock.now())
  const isOutdated = (): boolean => actors.connectivity.getSnapshot().context.isOutdated
  const placing = { http, journal, whyHeldBack, isOutdated, now: clock.now }
  const placement = providePlacement({
    ...placing,
    listOf: previewed.of,
    onListChanged: (draft) => {
      previewed.forget()
      askAgain(deps, draft)
    },
  })
  // A position can be exited whatever version the instrument list has.
  const exitPlacement = providePlacement({ ...placing, listOf: () => undefined, onListChanged: () => {} })
  const input = { now: clock.now, createKey: () => platform.randomHex(CLIENT_KEY_BYTES) }
  const instruments = () => actors.instruments.getSnapshot().context.index
  const seen = (drafts: readonly OrderDraft[]) => {
    const here = environment()
    return drafts.map((draft) => seenOrder(draft, false, here))
  }

  return {
    actors: {
      placements: createActor(providePlacements(placement), { input }),
      ticket: createActor(provideTicket({ http, previewed, instruments }), { input: { seen } }),
      basket: createActor(provideBasket({ http, placement, previewed, instruments }), {
        input: { ...input, seen },
      }),
      orderActions: createActor(
        provideOrderActions({
          http,
          placement: exitPlacement,
          whyHeldBack,
          isOutdated,
          randomHex: platform.randomHex,
          today,
          find: (instrument) => instruments()?.find(instrument) ?? null,
          quoteOf: (instrument) => environment().quoteOf?.(instrument) ?? null,
          ...booksOf(actors),
        }),
        { input },
      ),
      killSwitch: createActor(provideKillSwitch({ http, isOutdated })),
      exitReport: createActor(exitReportMachine),
      arming: createActor(armingMachine, { input: { whyNot: () => whyNotArmed(actors) } }),
      riskLimits: createActor(provideRiskLimits(http)),
      limitsChange: createActor(provideLimitsChange(http)),
      orderDetails: createActor(provideOrderDetails(http)),
      lineMove: createActor(provideLineMove({ http, previewed, instruments })),
      ...createGtts(deps),
    },
    connect: () => connectAll(deps, circuits),
    environment: () => orderEnvironment(actors, (instrument) => circuits.of(instrument, today())),
    end: circuits.clear,
    begin: () => {
      actors.placements.send({ type: 'orders.resume', sent: journal.read() })
      const draft = memory.read(storageKeys.ticket)
      if (isDraft(draft)) actors.ticket.send({ type: 'ticket.restore', draft })
      actors.basket.send({ type: 'basket.restore', ...keptBasket(memory) })
      actors.killSwitch.send({ type: 'kill.load' })
      actors.gtts.send({ type: 'current.watch', key: '' })
      const { owed } = actors.killIntent.getSnapshot().context
      if (owed !== null) actors.killSwitch.send({ type: 'kill.offer' })
    },
  } satisfies Area
}
