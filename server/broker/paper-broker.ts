import type { Calendar } from '../../src/domain/calendar.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instrument.ts'
import { type ClientOrderId, isEnded, type OrderId, type Product, type Side } from '../../src/domain/order.ts'
import { type EpochMs, epochMs } from '../../src/domain/time.ts'
import type { LiveMarket } from '../market/live/live-market.ts'
import type { MarketClock } from '../market/market-clock.ts'
import type { Log } from '../ports.ts'
import { Refusal } from '../refusal.ts'
import type { UserId } from '../user.ts'
import type { Account, Order, RiskLimits, Terms } from './account.ts'
import type { Moment } from './brackets/leaving.ts'
import type { Exchange } from './exchange.ts'
import type { Ledger, Outcome } from './ledger.ts'
import type { Changes, Facts, Intent } from './rules.ts'
import { createAgenda, tradingDayOf } from './runtime/agenda.ts'
import { createDesk } from './runtime/desk.ts'
import { createDuties } from './runtime/duties.ts'
import { instrumentOf } from './runtime/exchange-order.ts'
import type { FactsAt } from './runtime/facts.ts'
import { hashOfTicket } from './runtime/intents.ts'
import type { Scheduler } from './runtime/scheduler.ts'
import { createSweeps, type Exited, type Swept } from './runtime/sweeps.ts'

export const PUMP_MS = 100

export interface PaperBrokerParts {
  readonly ledger: Ledger
  readonly exchange: Exchange
  readonly factsAt: FactsAt
  readonly live: LiveMarket
  readonly marketClock: MarketClock
  readonly calendar: Calendar
  readonly findInstrument: (id: InstrumentId) => Instrument | null
  readonly scheduler: Scheduler
  readonly log: Log
  /** Called when the exchange has gone on and what it said is written down; what it places is decided at once. */
  readonly onAdvanced?: (moment: Moment) => Promise<void>
}

export interface Conversion {
  readonly positionKey: string
  readonly side: Side
  readonly quantity: number
  readonly to: Product
  readonly isOvernight: boolean
}

/**
 * Orders against the simulated exchange. The ledger decides, the exchange answers, this moves what one says to the
 * other and does by the clock what a broker does. Market time that nobody lived through is worked off first, duty by
 * duty, at the instants they were due: no order is taken before.
 */
export const createPaperBroker = (parts: PaperBrokerParts) => {
  const { ledger, exchange, factsAt, live, marketClock, calendar, findInstrument, scheduler, log } = parts
  const instrumentFor = (terms: Terms): Instrument => findInstrument(terms.id) ?? instrumentOf(terms)

  let position: EpochMs = marketClock.now()
  let isCatchingUp = false
  const now = (): EpochMs => (isCatchingUp ? position : epochMs(Math.max(position, marketClock.now())))
  const desk = createDesk({ ledger, exchange, factsAt, instrumentFor, log, now })
  const perform = createDuties({ ledger, desk, live, factsAt, log })
  let agenda = createAgenda(calendar, position)

  /** An exit has the terms its position was opened on; it is sliced by those in force. */
  const placeNow = (owner: UserId, placed: Intent, isCutToFree = false): Promise<Outcome> => {
    const intent = { ...placed, terms: factsAt(now()).termsInForce(placed.terms) }
    return desk.submit(owner, { kind: 'place', intent, bodyHash: hashOfTicket(intent.ticket), isCutToFree })
  }

  const advance = async (to: EpochMs): Promise<void> => {
    if (to > position) position = to
    await desk.advance(position)
    await parts.onAdvanced?.({
      at: position,
      leave: (owner, intent) => placeNow(owner, intent),
      cancel: (owner, orderId, reason) => desk.cancel(owner, orderId, reason, true),
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
  /** Nothing is decided before open orders are back and what was missed is done. */
  const refuseBeforeStart = (): void => {
    if (isStarted) return
    throw new Refusal(
      'unavailable',
      'The broker is starting: open orders are put back and what was missed is done first. Try again',
      { retryAfterSeconds: 1 },
    )
  }

  let isHalted = false
  /** Orders are decided in the day they come in, after everything that was due before them. */
  const upToDate = async (): Promise<void> => {
    refuseBeforeStart()
    while (!isHalted && (isCatchingUp || agenda.nextAt <= marketClock.now())) await step()
  }

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
    return desk.cancel(owner, orderId, reason)
  }

  const exit = async (owner: UserId, intent: Intent): Promise<Outcome> => {
    await upToDate()
    return placeNow(owner, intent, true)
  }

  const sweeps = createSweeps({ accountOf, cancel, exit, step, scheduler })

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
    /** Puts open orders back, works off what was missed and begins to follow the clock. */
    async start(): Promise<void> {
      const at = marketClock.now()
      position = epochMs(Math.min(at, ledger.lastAt ?? at))
      agenda = createAgenda(calendar, position)
      isCatchingUp = true
      try {
        await desk.restore(ledger.accounts().flatMap(({ orders }) => [...orders.values()]))
      } finally {
        isCatchingUp = false
      }
      if (agenda.nextAt <= at)
        log.warn({ since: position, until: at }, 'market time went on without us: its duties are done now')
      await step()
      stopPump = scheduler.every(PUMP_MS, pump)
      isStarted = true
    },

    /** Throws what everything is refused with until then. */
    refuseBeforeStart,
    get isStarted(): boolean {
      return isStarted
    },

    /** Lets the exchange go on until now; what the pump does by itself. */
    step,

    place,
    cancel,

    async modify(owner: UserId, orderId: OrderId, changes: Changes): Promise<Outcome> {
      const order = (await accountOf(owner)).orders.get(orderId) ?? (await ledger.findOrder(owner, orderId))
      return order === null ? { kind: 'notFound' } : desk.modify(owner, order, changes)
    },

    async convert(owner: UserId, conversion: Conversion): Promise<Outcome> {
      await upToDate()
      return desk.submit(owner, { kind: 'convert', ...conversion })
    },

    /** Limits that are left out stay as they are. */
    async setLimits(owner: UserId, limits: Partial<RiskLimits>): Promise<Outcome> {
      refuseBeforeStart()
      return desk.submit(owner, { kind: 'setLimits', limits })
    },

    /** Null arms trading again. After the answer no new order of the user's is taken. */
    async setKillSwitch(owner: UserId, reason: string | null): Promise<Outcome> {
      refuseBeforeStart()
      return desk.submit(owner, { kind: 'setKillSwitch', reason })
    },

    cancelAll: (owner: UserId): Promise<Swept> => sweeps.cancelAll(owner, 'Cancelled with all open orders'),

    exitAll: (owner: UserId, how: { key: ClientOrderId; tag: string }): Promise<Exited> =>
      sweeps.exitAll(owner, how),

    accountOf,

    /** What would refuse these orders now, the account they would come to, and the market of that instant. */
    async consider(owner: UserId, intents: readonly Intent[]) {
      const account = await accountOf(owner)
      const facts = factsAt(now())
      return { account, facts, refusals: ledger.consider(owner, intents, facts) }
    },

    /** From today's orders, or out of the log. */
    async findOrder(owner: UserId, orderId: OrderId): Promise<Order | null> {
      return (await accountOf(owner)).orders.get(orderId) ?? ledger.findOrder(owner, orderId)
    },

    async findByClientId(owner: UserId, clientOrderId: ClientOrderId): Promise<Order | null> {
      return ledger.findByClientId(owner, clientOrderId)
    },

    factsNow: (): Facts => factsAt(now()),
    noteOf: (order: Order): string | null => (isEnded(order.status) ? null : exchange.noteOf(order.id)),
    get working(): number {
      return desk.working
    },

    /** Follows the clock no longer, as nothing can be written; accounts are still shown. */
    halt(): void {
      isHalted = true
      stopPump()
    },

    /** Follows the clock no longer; what is under way ends first. */
    async stop(): Promise<void> {
      stopPump()
      await running?.catch(() => {})
      desk.close()
    },
  }
}

export type PaperBroker = ReturnType<typeof createPaperBroker>
