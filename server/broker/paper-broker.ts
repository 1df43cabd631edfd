import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { isEnded, type OrderId } from '../../src/domain/orders/order.ts'
import { type EpochMs, epochMs } from '../../src/domain/time.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import type { MarketClock } from '../market/market-clock.ts'
import type { Log } from '../ports.ts'
import { Refusal } from '../refusal.ts'
import type { UserId } from '../user.ts'
import type { Account, InstrumentTerms } from './account.ts'
import type { Moment } from './brackets/send-exit.ts'
import type { Broker, Outcome } from './broker.ts'
import type { Exchange } from './exchange.ts'
import type { Command, Ledger } from './ledger.ts'
import type { RulesAndFunds } from './rules/create-rules.ts'
import type { Intent } from './rules.ts'
import { createAgenda, tradingDayOf } from './runtime/agenda.ts'
import { createBulkActions } from './runtime/bulk-actions.ts'
import { createDuties } from './runtime/duties.ts'
import { instrumentOf } from './runtime/exchange-order.ts'
import { hashOfTicket } from './runtime/intents.ts'
import type { MarketAt } from './runtime/market-snapshot.ts'
import { createOrderRouter } from './runtime/order-router.ts'
import type { Scheduler } from './runtime/scheduler.ts'

export const PUMP_MS = 100

export interface PaperBrokerParts {
  readonly ledger: Ledger
  readonly exchange: Exchange
  readonly marketAt: MarketAt
  readonly funds: Pick<RulesAndFunds, 'fundsOf' | 'marginsOf'>
  readonly live: LiveMarket
  readonly marketClock: MarketClock
  readonly calendar: Calendar
  readonly findInstrument: (id: InstrumentId) => Instrument | null
  readonly scheduler: Scheduler
  readonly log: Log
  /** Called once an advance's reports are written; orders that it places are decided at once. */
  readonly onAdvanced?: (moment: Moment) => Promise<void>
}

export interface PaperBroker extends Broker {
  start(): Promise<void>
  step(): Promise<void>
  halt(): void
  stop(): Promise<void>
}

/** Market time missed while down is worked off, each duty at its due time, before any order is accepted. */
export const createPaperBroker = (parts: PaperBrokerParts): PaperBroker => {
  const { ledger, exchange, marketAt, live, marketClock, calendar, findInstrument, scheduler, log } = parts
  const instrumentFor = (terms: InstrumentTerms): Instrument =>
    findInstrument(terms.id) ?? instrumentOf(terms)

  let position: EpochMs = marketClock.now()
  let isCatchingUp = false
  const now = (): EpochMs => (isCatchingUp ? position : epochMs(Math.max(position, marketClock.now())))
  const router = createOrderRouter({ ledger, exchange, marketAt, instrumentFor, log, now })
  const perform = createDuties({ ledger, router, live, marketAt, log })
  let agenda = createAgenda(calendar, position)

  /** An exit has the terms its position was opened on, but is sliced by those in force. */
  const placeNow = (owner: UserId, placed: Intent, isCutToFree = false): Promise<Outcome> => {
    const intent = { ...placed, terms: marketAt(now()).termsInForce(placed.terms) }
    return router.submit(owner, { kind: 'place', intent, bodyHash: hashOfTicket(intent.ticket), isCutToFree })
  }

  const advance = async (to: EpochMs): Promise<void> => {
    if (to > position) position = to
    await router.advance(position)
    await parts.onAdvanced?.({
      at: position,
      exit: (owner, intent) => placeNow(owner, intent),
      cancel: (owner, orderId, reason) => router.cancel(owner, orderId, reason, true),
    })
  }

  const run = async (): Promise<void> => {
    const until = marketClock.now()
    isCatchingUp = agenda.nextAt <= until
    try {
      for (let duty = agenda.next(until); duty !== null; duty = agenda.next(until)) {
        await advance(duty.at)
        await perform(duty)
        agenda.pass()
      }
    } finally {
      isCatchingUp = false
    }
    await advance(until)
  }

  let running: Promise<void> | null = null
  const step = (): Promise<void> => {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }

  let isStarted = false
  const refuseBeforeStart = (): void => {
    if (isStarted) return
    throw new Refusal(
      'UNAVAILABLE',
      'The broker is starting and restoring open orders. Try again in a moment',
      { retryAfterSeconds: 1 },
    )
  }

  let isHalted = false
  /** Orders are decided on the day they arrive, after everything that was due before them. */
  const upToDate = async (): Promise<void> => {
    refuseBeforeStart()
    while (!isHalted && (isCatchingUp || agenda.nextAt <= marketClock.now())) await step()
  }

  const atOnce = async (owner: UserId, command: Command): Promise<Outcome> => {
    refuseBeforeStart()
    return router.submit(owner, command)
  }

  const decided = (owner: UserId, command: Command): Promise<Outcome> =>
    upToDate().then(() => router.submit(owner, command))

  const accountOf = async (owner: UserId): Promise<Account> => {
    await upToDate()
    const at = now()
    return ledger.account(owner, at, tradingDayOf(at, calendar))
  }

  const place = async (owner: UserId, intent: Intent): Promise<Outcome> => {
    await upToDate()
    return placeNow(owner, intent)
  }

  const cancel = async (owner: UserId, orderId: OrderId, reason: string | null): Promise<Outcome> => {
    await upToDate()
    return router.cancel(owner, orderId, reason)
  }

  const exit = async (owner: UserId, intent: Intent): Promise<Outcome> => {
    await upToDate()
    return placeNow(owner, intent, true)
  }

  const bulk = createBulkActions({ accountOf, cancel, exit, step, scheduler })

  let stopPump = (): void => {}
  let isFailing = false
  const pump = (): void => {
    if (running !== null) return
    step().then(
      () => {
        isFailing = false
      },
      (error) => {
        if (!isFailing) log.error({ err: error }, 'the exchange stands still: its reports are not taken')
        isFailing = true
      },
    )
  }

  return {
    async start() {
      const at = marketClock.now()
      position = epochMs(Math.min(at, ledger.lastAt ?? at))
      agenda = createAgenda(calendar, position)
      isCatchingUp = true
      try {
        await router.restore(ledger.accounts().flatMap(({ orders }) => [...orders.values()]))
      } finally {
        isCatchingUp = false
      }
      if (agenda.nextAt <= at)
        log.warn({ since: position, until: at }, 'catching up on duties missed while the server was down')
      await step()
      stopPump = scheduler.every(PUMP_MS, pump)
      isStarted = true
    },

    refuseBeforeStart,
    get isStarted(): boolean {
      return isStarted
    },

    step,

    place,
    cancel,

    async modify(owner, orderId, changes) {
      const order = (await accountOf(owner)).orders.get(orderId) ?? (await ledger.findOrder(owner, orderId))
      return order === null ? { kind: 'notFound' } : router.modify(owner, order, changes)
    },

    convert: (owner, conversion) => decided(owner, { kind: 'convert', ...conversion }),
    moveCapital: (owner, move) => decided(owner, { kind: 'moveCapital', ...move }),

    setLimits: (owner, limits) => atOnce(owner, { kind: 'setLimits', limits }),
    setKillSwitch: (owner, reason) => atOnce(owner, { kind: 'setKillSwitch', reason }),

    cancelAll: (owner) => bulk.cancelAll(owner, 'Cancelled with all open orders'),
    exitAll: bulk.exitAll,

    accountOf,
    fundsOf: async (owner) => parts.funds.fundsOf(await accountOf(owner), marketAt(now())),

    book: 'virtual',
    mode: 'paper',
    accountIdOf: (owner) => `PAPER-${owner.slice(0, 8).toUpperCase()}`,
    capabilities: {
      marginsOf: async (owner) => parts.funds.marginsOf(await accountOf(owner), marketAt(now())),
      async dryRun(owner, intents) {
        const account = await accountOf(owner)
        const market = marketAt(now())
        return { account, market, refusals: ledger.dryRun(owner, intents, market) }
      },
      restingNote: ({ id, status }) => (isEnded(status) ? null : exchange.noteOf(id)),
    },

    async findOrder(owner, orderId) {
      return (await accountOf(owner)).orders.get(orderId) ?? ledger.findOrder(owner, orderId)
    },

    findByClientId: ledger.findByClientId,
    marketNow: () => marketAt(now()),
    watch: ledger.watch,

    halt() {
      isHalted = true
      stopPump()
    },

    async stop() {
      stopPump()
      await running?.catch(() => {})
      router.close()
    },
  }
}
