import type { Instrument } from '../../src/domain/instrument.ts'
import type { Paise } from '../../src/domain/money.ts'
import type { Fill, OrderId, OrderType, Side, Validity } from '../../src/domain/order.ts'
import type { EpochMs } from '../../src/domain/time.ts'
import type { UserId } from '../user.ts'

/** An order as the exchange sees it. */
export interface ExchangeOrder {
  readonly id: OrderId
  /** Of one owner, two orders never trade with each other. */
  readonly owner: UserId
  readonly instrument: Instrument
  readonly sessionGroup: 'auctioned' | 'continuous' | 'derivatives'
  readonly side: Side
  readonly orderType: OrderType
  /** Still to be filled. */
  readonly quantity: number
  /** Filled before it came here: 0, but of an order that is restored. */
  readonly filledQuantity: number
  readonly price: Paise | null
  readonly triggerPrice: Paise | null
  readonly validity: Validity
  /** Market time at which a TTL order lapses. */
  readonly lapsesAt: EpochMs | null
  /** Percent, -1 automatic. */
  readonly marketProtection: number
  readonly isTriggered: boolean
}

export interface ExchangeChanges {
  readonly orderType: OrderType
  /** The new total, filled part included, so that a fill on the way is not filled again. */
  readonly quantity: number
  readonly price: Paise | null
  readonly triggerPrice: Paise | null
  readonly validity: Validity
  readonly lapsesAt: EpochMs | null
  readonly marketProtection: number
}

/** What the exchange says, in the order it happened. `at` is market time. */
export type Report =
  | { readonly kind: 'opened'; readonly id: OrderId; readonly at: EpochMs; readonly exchangeOrderId: string }
  | {
      readonly kind: 'awaitsTrigger'
      readonly id: OrderId
      readonly at: EpochMs
      readonly exchangeOrderId: string
    }
  | { readonly kind: 'triggered'; readonly id: OrderId; readonly at: EpochMs; readonly lastPrice: Paise }
  | { readonly kind: 'filled'; readonly id: OrderId; readonly at: EpochMs; readonly fill: Fill }
  /** What is left of a market order rests at its protection price. */
  | { readonly kind: 'rests'; readonly id: OrderId; readonly at: EpochMs; readonly price: Paise }
  | {
      readonly kind: 'modified'
      readonly id: OrderId
      readonly at: EpochMs
      readonly changes: ExchangeChanges
    }
  | { readonly kind: 'modifyRefused'; readonly id: OrderId; readonly at: EpochMs; readonly message: string }
  | {
      readonly kind: 'cancelled'
      readonly id: OrderId
      readonly at: EpochMs
      readonly quantity: number
      readonly message: string
      readonly raw: string | null
    }
  | { readonly kind: 'cancelRefused'; readonly id: OrderId; readonly at: EpochMs; readonly message: string }
  | {
      readonly kind: 'rejected'
      readonly id: OrderId
      readonly at: EpochMs
      readonly message: string
      readonly raw: string | null
    }

/** How honest fills are: behind the queue, on a touch, or at the last price at once. */
export const fillModels = ['strict', 'touch', 'ltp'] as const
export type FillModel = (typeof fillModels)[number]

/** The simulated exchange: deterministic in its seed, its market and what it was sent at which market time. */
export interface Exchange {
  /** Sent at `at`; it arrives a latency later. */
  enter(order: ExchangeOrder, at: EpochMs): void
  modify(id: OrderId, changes: ExchangeChanges, at: EpochMs): void
  cancel(id: OrderId, at: EpochMs): void
  /**
   * An order that stood here before a restart: at the end of the queue at its price, without a report that it opened.
   * `at` is no earlier than what the exchange last said.
   */
  restore(order: ExchangeOrder, at: EpochMs): void
  /** Everything that happens until `to`, which never goes back. */
  advance(to: EpochMs): readonly Report[]
  /** Where a resting order stands: `queue 1,240 ahead`; null when it does not rest here. */
  noteOf(id: OrderId): string | null
  readonly resting: number
}
