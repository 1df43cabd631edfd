import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { isEnded, type OrderChanges, type OrderId } from '../../../src/domain/orders/order.ts'
import { type EpochMs, epochMs } from '../../../src/domain/time.ts'
import type { Log } from '../../ports.ts'
import { isUnavailable, Refusal } from '../../refusal.ts'
import type { UserId } from '../../user.ts'
import type { InstrumentTerms, Order } from '../account.ts'
import type { Outcome } from '../broker.ts'
import type { Exchange, Report } from '../exchange.ts'
import type { Command, Ledger } from '../ledger.ts'
import { pendingOf, toExchangeChanges, toExchangeOrder } from './exchange-order.ts'
import type { MarketAt } from './market-snapshot.ts'

const REPORTS_AT_ONCE = 500

export interface OrderRouterParts {
  readonly ledger: Ledger
  readonly exchange: Exchange
  readonly marketAt: MarketAt
  readonly instrumentFor: (terms: InstrumentTerms) => Instrument
  readonly log: Log
  /** Market time at which orders are sent. */
  readonly now: () => EpochMs
}

/** Sends durable orders out and writes reports, in order. An order is at the exchange from commit to end. */
export const createOrderRouter = ({
  ledger,
  exchange,
  marketAt,
  instrumentFor,
  log,
  now,
}: OrderRouterParts) => {
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

  /** Does not overtake a pending modification: fills beyond the order's quantity are not booked. */
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
    ledger.submit(owner, command, marketAt(at))

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
      if (isUnavailable(error)) return false
      log.error({ err: error, report: report.kind, order: report.id }, 'a report could not be applied')
      return true
    }
  }

  /** A report counts once, so those of a failed commit are all sent again; the exchange waits for them. */
  const deliver = async (): Promise<void> => {
    while (backlog.length > 0) {
      const some = backlog.slice(0, REPORTS_AT_ONCE)
      const written = await Promise.all(some.map(write))
      if (written.includes(false)) {
        throw new Refusal('UNAVAILABLE', 'The ledger is not accepting exchange reports. Try again', {
          retryAfterSeconds: 1,
        })
      }
      backlog = backlog.slice(some.length)
    }
  }

  return {
    submit,

    async advance(to: EpochMs): Promise<void> {
      await deliver()
      backlog = exchange.advance(to)
      await deliver()
    },

    async modify(owner: UserId, order: Order, changes: OrderChanges): Promise<Outcome> {
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

    async lapse(owner: UserId, orderId: OrderId): Promise<void> {
      const outcome = await submit(owner, { kind: 'lapse', orderId })
      if (outcome.kind === 'done') exchange.cancel(orderId, now())
    },

    /** The exchange lost requests in flight: changes are dropped, cancels and unconfirmed orders resent. */
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
          const message = 'The server restarted before the change was confirmed; the order is unchanged'
          const report: Report = { kind: 'modifyRefused', id: order.id, at: epochMs(now()), message }
          refused.push(submit(order.owner, { kind: 'report', report }))
        }
      }
      await Promise.all(refused)
      if (atExchange.size > 0) log.info({ orders: atExchange.size }, 'open orders are back at the exchange')
    },

    get working(): number {
      return atExchange.size
    },
    get lateReports(): number {
      return lateReports
    },
    close: unwatch,
  }
}

export type OrderRouter = ReturnType<typeof createOrderRouter>
