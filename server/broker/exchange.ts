import type { Instrument } from '../../src/domain/instruments/instrument.ts'
import type { Paise } from '../../src/domain/money.ts'
import type { Fill, OrderId, OrderType, Side, Validity } from '../../src/domain/orders/order.ts'
import type { EpochMs } from '../../src/domain/time.ts'
import type { UserId } from '../user.ts'

export interface ExchangeOrder {
  readonly id: OrderId
  /** Two orders of one owner never trade with each other. */
  readonly owner: UserId
  readonly instrument: Instrument
  readonly sessionGroup: 'auctioned' | 'continuous' | 'derivatives'
  readonly side: Side
  readonly orderType: OrderType
  readonly quantity: number
  /** Filled before it was entered; 0 unless restored. */
  readonly filledQuantity: number
  readonly price: Paise | null
  readonly triggerPrice: Paise | null
  readonly validity: Validity
  readonly lapsesAt: EpochMs | null
  /** Percent, -1 automatic. */
  readonly marketProtection: number
  readonly isTriggered: boolean
}

export interface ExchangeChanges {
  readonly orderType: OrderType
  /** The new total including the filled part, so that a fill in flight is not filled again. */
  readonly quantity: number
  readonly price: Paise | null
  readonly triggerPrice: Paise | null
  readonly validity: Validity
  readonly lapsesAt: EpochMs | null
  readonly marketProtection: number
}

/** In the sequence they happened; `at` is market time. */
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

/** Strictness of fills: behind the queue, at a touch, or at once at the last price. */
export const fillModels = ['strict', 'touch', 'ltp'] as const
export type FillModel = (typeof fillModels)[number]

/** Simulated: deterministic in its seed, its market, and its requests with their market times. */
export interface Exchange {
  /** Sent at `at`; arrives a latency later. */
  enter(order: ExchangeOrder, at: EpochMs): void
  modify(id: OrderId, changes: ExchangeChanges, at: EpochMs): void
  cancel(id: OrderId, at: EpochMs): void
  /** After a restart: rejoins at the queue's end, unreported. `at` is not before the last report. */
  restore(order: ExchangeOrder, at: EpochMs): void
  advance(to: EpochMs): readonly Report[]
  /** `queue 1,240 ahead`; null when it does not rest here. */
  noteOf(id: OrderId): string | null
  readonly resting: number
}
