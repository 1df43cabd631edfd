import type { Instrument } from '../../../src/domain/instrument.ts'
import { isEnded, type OrderId } from '../../../src/domain/order.ts'
import { type EpochMs, epochMs } from '../../../src/domain/time.ts'
import type { Log } from '../../ports.ts'
import { Refusal } from '../../refusal.ts'
import type { UserId } from '../../user.ts'
import type { Order, Terms } from '../account.ts'
import type { Exchange, Report } from '../exchange.ts'
import type { Command, Ledger, Outcome } from '../ledger.ts'
import type { Changes } from '../rules.ts'
import { pendingOf, toExchangeChanges, toExchangeOrder } from './exchange-order.ts'
import type { FactsAt } from './facts.ts'

/** Reports of one commit; the next ones wait for it. */
const REPORTS_AT_ONCE = 500

export interface DeskParts {
  readonly ledger: Ledger
  readonly exchange: Exchange
  readonly factsAt: FactsAt
  readonly instrumentFor: (terms: Terms) => Instrument
  readonly log: Log
  /** Market time things are sent at. */
  readonly now: () => EpochMs
}

/**
 * Between the ledger and the exchange: what is durable goes out, what is reported goes in, in order. An order is at the
 * exchange from its commit until it has ended.
 */
export const createDesk = ({ ledger, exchange, factsAt, instrumentFor, log, now }: DeskParts) => {
  const atExchange = new Map<OrderId, UserId>()
  let backlog: readonly Report[] = []
  let lateReports = 0

  const send = (order: Order): void => {
    atExchange.set(order.id, order.owner)
    exchange.enter(toExchangeOrder(order, instrumentFor(order.terms), now()), now())
  }

  const isAtExchange = (order: Order | null): boolean => order !== null && atExchange.has(order.id)

  const isQueuedAmo = (order: Order): boolean =>
    order.status === 'AMO REQ RECEIVED' || order.status === 'MODIFY AMO REQ RECEIVED'

  /**
   * Tells the exchange what the ledger took off an order. A change of the trader's that is under way is not overtaken:
   * what the exchange fills beyond the order's quantity is not booked.
   */
  const sendReduction = (order: Order): void => {
    if (!atExchange.has(order.id)) return
    if (isEnded(order.status)) exchange.cancel(order.id, now())
    else if (order.status !== 'MODIFY PENDING')
      exchange.modify(order.id, toExchangeChanges(order, {}, now()), now())
  }

  const unwatch = ledger.watch((committed) => {
    for (const { order, kind } of committed) {
      if (order === null) continue
      if (kind === 'order.reduced') sendReduction(order)
      if (isEnded(order.status)) atExchange.delete(order.id)
      else if (!atExchange.has(order.id) && !isQueuedAmo(order)) send(order)
    }
  })

  const submit = (owner: UserId, command: Command, at: EpochMs = now()): Promise<Outcome> =>
    ledger.submit(owner, command, factsAt(at))

  /** False when the ledger takes nothing at the moment. */
  const write = async (report: Report): Promise<boolean> => {
    const owner = atExchange.get(report.id)
    if (owner === undefined) {
      // It ended before the exchange knew.
      lateReports++
      return true
    }
    try {
      await submit(owner, { kind: 'report', report }, report.at)
      return true
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'unavailable') return false
      log.error({ err: error, report: report.kind, order: report.id }, 'a report could not be applied')
      return true
    }
  }

  /** A report counts once, so that those of a commit that failed are all sent again; the exchange waits for them. */
  const deliver = async (): Promise<void> => {
    while (backlog.length > 0) {
      const some = backlog.slice(0, REPORTS_AT_ONCE)
      const written = await Promise.all(some.map(write))
      if (written.includes(false)) {
        throw new Refusal('unavailable', 'The ledger takes no reports of the exchange. Try again', {
          retryAfterSeconds: 1,
        })
      }
      backlog = backlog.slice(some.length)
    }
  }

  return {
    submit,

    /** Lets the exchange go on and writes down what it says. Throws when the ledger does not take it. */
    async advance(to: EpochMs): Promise<void> {
      await deliver()
      backlog = exchange.advance(to)
      await deliver()
    },

    async modify(owner: UserId, order: Order, changes: Changes): Promise<Outcome> {
      const outcome = await submit(owner, { kind: 'modify', orderId: order.id, changes })
      if (outcome.kind === 'done' && outcome.order !== null && isAtExchange(outcome.order))
        exchange.modify(order.id, toExchangeChanges(outcome.order, changes, now()), now())
      return outcome
    },

    async cancel(
      owner: UserId,
      orderId: OrderId,
      reason: string | null,
      isByBroker = false,
    ): Promise<Outcome> {
      const outcome = await submit(owner, { kind: 'cancel', orderId, reason, isByBroker })
      if (outcome.kind === 'done' && !outcome.isRepeat && isAtExchange(outcome.order))
        exchange.cancel(orderId, now())
      return outcome
    },

    /** The end of an order that the ledger decided; the exchange has no say. */
    async lapse(owner: UserId, orderId: OrderId): Promise<void> {
      const outcome = await submit(owner, { kind: 'lapse', orderId })
      if (outcome.kind === 'done') exchange.cancel(orderId, now())
    },

    /**
     * Puts the orders of the ledger back at the exchange. Nothing that was under way is known there: a change asked
     * for is given up, a cancel is sent again, an order that was never confirmed is entered again.
     */
    async restore(orders: readonly Order[]): Promise<void> {
      const refused: Promise<Outcome>[] = []
      for (const order of orders) {
        if (isEnded(order.status) || isQueuedAmo(order) || pendingOf(order) <= 0) continue
        if (order.exchangeOrderId === null) {
          send(order)
        } else {
          atExchange.set(order.id, order.owner)
          exchange.restore(toExchangeOrder(order, instrumentFor(order.terms), now()), now())
        }
        if (order.status === 'CANCEL PENDING') exchange.cancel(order.id, now())
        if (order.status === 'MODIFY VALIDATION PENDING' || order.status === 'MODIFY PENDING') {
          const message = 'The server was restarted before the change was confirmed; the order is as it was'
          const report: Report = { kind: 'modifyRefused', id: order.id, at: epochMs(now()), message }
          refused.push(submit(order.owner, { kind: 'report', report }))
        }
      }
      await Promise.all(refused)
      if (atExchange.size > 0) log.info({ orders: atExchange.size }, 'open orders are back at the exchange')
    },

    /** Orders the exchange knows of. */
    get working(): number {
      return atExchange.size
    },
    get lateReports(): number {
      return lateReports
    },
    close: unwatch,
  }
}

export type Desk = ReturnType<typeof createDesk>
