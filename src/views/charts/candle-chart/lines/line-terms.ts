import { modifyOrder } from '../../../../commands/catalogue/orders/placed-orders.ts'
import { protectPosition } from '../../../../commands/catalogue/positions.ts'
import type { Environment } from '../../../../commands/environment.ts'
import type { CommandCall } from '../../../../commands/registry.ts'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { roundToPaisa } from '../../../../domain/money.ts'
import { orderTypes } from '../../../../domain/orders/order.ts'
import { type OrderDraft, plainDraft } from '../../../../domain/orders/order-draft.ts'
import type { BracketEntry, OrderEntry, PositionEntry } from '../../../../machines/positions/books.ts'

export interface LineTerms {
  /** `order 26112100001`, `stop MIS|NSE_INFY` */
  readonly id: string
  /** What it would cost there; null of what costs nothing until it is hit. */
  readonly draftAt: (price: number) => OrderDraft | null
  readonly callAt: (price: number) => CommandCall
  readonly problemAt: (price: number, environment: Environment) => string | null
  readonly removal: CommandCall
}

export const keyOfHeld = ({ product, sym }: Pick<PositionEntry, 'product' | 'sym'>): string =>
  `${product}|${sym}`

/** The trigger if it waits for one, else the limit. */
export const priceOfOrder = ({ triggerPrice, price }: OrderEntry): number =>
  triggerPrice > 0 ? triggerPrice : price

/** The limit of a stop order keeps its distance from the trigger. */
const pricesAt = ({ triggerPrice, price }: OrderEntry, moved: number) =>
  triggerPrice > 0
    ? { trigger: moved, limit: price > 0 ? roundToPaisa(price + moved - triggerPrice) : null }
    : { trigger: null, limit: moved }

export const orderTerms = (order: OrderEntry): LineTerms => {
  const argsAt = (moved: number) => {
    const { trigger, limit } = pricesAt(order, moved)
    return {
      order: order.orderId,
      ...(limit === null ? {} : { price: { kind: 'rupees' as const, price: limit } }),
      ...(trigger === null ? {} : { trigger }),
    }
  }
  return {
    id: `order ${order.orderId}`,
    draftAt: (moved) => {
      const { trigger, limit } = pricesAt(order, moved)
      return plainDraft({
        instrument: order.sym as InstrumentId,
        side: order.transactionType === 'BUY' ? 'buy' : 'sell',
        product: order.product,
        quantity: order.pendingQuantity,
        orderType: orderTypes.find((type) => type === order.orderType) ?? 'LIMIT',
        price: limit,
        triggerPrice: trigger,
      })
    },
    callAt: (moved) => ({ command: 'order.modify', args: argsAt(moved) }),
    problemAt: (moved, environment) => {
      const refusal = modifyOrder.check?.(argsAt(moved), environment) ?? null
      return refusal === null ? null : (refusal.message ?? refusal.expected)
    },
    removal: { command: 'order.cancel', args: { orders: [order.orderId] } },
  }
}

export const protectionTerms = (bracket: BracketEntry, kind: 'stop' | 'target'): LineTerms => {
  const position = keyOfHeld(bracket)
  const argsAt = (moved: number) => ({ position, [kind]: { kind: 'price' as const, value: moved } })
  return {
    id: `${kind} ${position}`,
    draftAt: () => null,
    callAt: (moved) => ({ command: 'position.protect', args: argsAt(moved) }),
    problemAt: (moved, environment) => {
      const refusal = protectPosition.check?.(argsAt(moved), environment) ?? null
      return refusal === null ? null : (refusal.message ?? refusal.expected)
    },
    removal: { command: 'bracket.cancel', args: { bracket: bracket.bracketId } },
  }
}
