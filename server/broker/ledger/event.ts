import type { Paise } from '../../../src/domain/money.ts'
import type { Fill, OrderId, Product, Side } from '../../../src/domain/orders/order.ts'
import type { EpochMs, IstDate } from '../../../src/domain/time.ts'
import type { UserId } from '../../user.ts'
import type { KeptTicket, Order, RiskLimits } from '../account.ts'
import type { OrderTerms } from '../order-terms.ts'

export type OrderOpening = KeptTicket &
  Pick<Order, 'bodyHash' | 'parentId' | 'mode' | 'placedBy' | 'terms' | 'middle'>

/** In whole paise. Complete, charges too, so that later versions of the rules make the same accounts. */
export type OrderEvent =
  | { readonly kind: 'order.accepted'; readonly opening: OrderOpening; readonly blocked: Paise }
  | {
      readonly kind: 'order.refused'
      readonly opening: OrderOpening
      readonly message: string
      readonly raw: string | null
    }
  | { readonly kind: 'order.released'; readonly blocked: Paise }
  | { readonly kind: 'order.opened'; readonly exchangeOrderId: string }
  | { readonly kind: 'order.awaitsTrigger'; readonly exchangeOrderId: string }
  | { readonly kind: 'order.triggered'; readonly lastPrice: Paise }
  /** `charges` of the whole order so far; `blocked` for its pending part. */
  | {
      readonly kind: 'order.filled'
      readonly fill: Fill
      readonly charges: Paise
      readonly blocked: Paise
    }
  /** The remainder of a MARKET order rests at its protection price, as LIMIT. */
  | { readonly kind: 'order.rested'; readonly price: Paise }
  /** Units cut as the position was reduced otherwise; cutting all that is pending cancels the order. */
  | {
      readonly kind: 'order.reduced'
      readonly quantity: number
      readonly message: string
      readonly blocked: Paise
    }
  | { readonly kind: 'order.modifyRequested'; readonly asked: OrderTerms; readonly blockedAfter: Paise }
  | { readonly kind: 'order.modified'; readonly terms: OrderTerms; readonly blocked: Paise }
  | { readonly kind: 'order.modifyRefused'; readonly message: string; readonly blocked: Paise }
  | { readonly kind: 'order.cancelRequested'; readonly reason: string | null; readonly isByBroker?: true }
  | { readonly kind: 'order.cancelRefused'; readonly message: string }
  | { readonly kind: 'order.cancelled'; readonly message: string | null; readonly raw: string | null }
  | { readonly kind: 'order.rejected'; readonly message: string; readonly raw: string | null }

export type AccountEvent =
  | { readonly kind: 'account.opened'; readonly day: IstDate; readonly cash: Paise }
  | {
      readonly kind: 'day.rolled'
      readonly day: IstDate
      /** By instrument id, for what the account holds. */
      readonly closes: readonly (readonly [string, Paise])[]
    }
  | {
      readonly kind: 'position.settled'
      readonly key: string
      readonly quantity: number
      readonly price: Paise
      readonly why: string
      readonly charges?: Paise
    }
  | {
      readonly kind: 'position.converted'
      readonly key: string
      readonly to: Product
      readonly side: Side
      readonly quantity: number
      readonly isOvernight: boolean
    }
  | {
      readonly kind: 'account.charged'
      readonly amount: Paise
      readonly why: string
    }
  /** Added, or withdrawn where it is below 0. */
  | { readonly kind: 'capital.moved'; readonly amount: Paise }
  | { readonly kind: 'limits.set'; readonly limits: RiskLimits }
  | { readonly kind: 'killSwitch.set'; readonly reason: string | null }
  | { readonly kind: 'account.restricted'; readonly reason: string }

export type LedgerEvent = OrderEvent | AccountEvent

export const isOrderEvent = (event: LedgerEvent): event is OrderEvent => event.kind.startsWith('order.')

export interface Entry {
  readonly seq: number
  readonly owner: UserId
  /** Market time. */
  readonly at: EpochMs
  /** Wall time. */
  readonly wall: EpochMs
  readonly orderId: OrderId | null
  readonly event: LedgerEvent
}
