import type { CommandCall } from '../../../../commands/registry.ts'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { roundToPaisa } from '../../../../domain/money.ts'
import { orderTypes } from '../../../../domain/orders/order.ts'
import { type OrderDraft, plainDraft } from '../../../../domain/orders/order-draft.ts'
import { keyOfPosition } from '../../../../domain/positions/position-key.ts'
import type { Gtt } from '../../../../machines/orders/gtts.ts'
import type { BracketEntry, OrderEntry } from '../../../../machines/positions/books.ts'
import type { Alert } from '../../../../machines/scanners/scanner-lists.ts'

export interface LineTerms {
  /** `order 26112100001`, `stop MIS|NSE_INFY`, `gtt UUID below`, `alert UUID` */
  readonly id: string
  /** The order at that price; null of what costs nothing until it is hit. */
  readonly draftAt: (price: number) => OrderDraft | null
  readonly callAt: (price: number) => CommandCall
  readonly removal: CommandCall
}

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
    removal: { command: 'order.cancel', args: { orders: [order.orderId] } },
  }
}

/** A trailing stop that is moved goes on trailing from there. */
export const protectionTerms = (bracket: BracketEntry, kind: 'stop' | 'target'): LineTerms => {
  const position = keyOfPosition(bracket)
  const trail = kind === 'stop' ? bracket.stop?.trail : undefined
  const argsAt = (moved: number) => ({
    position,
    [kind]: { kind: 'price' as const, value: moved },
    ...(trail === undefined ? {} : { trail }),
  })
  return {
    id: `${kind} ${position}`,
    draftAt: () => null,
    callAt: (moved) => ({ command: 'position.protect', args: argsAt(moved) }),
    removal: { command: 'bracket.cancel', args: { bracket: bracket.bracketId } },
  }
}

/** The limit keeps its distance from the trigger; that of a target is the trigger itself. */
export const gttTerms = ({ gttUuid, triggers }: Gtt, { when }: Gtt['triggers'][number]): LineTerms => {
  const argsAt = (moved: number) => {
    const at = (trigger: Gtt['triggers'][number] | undefined): number =>
      trigger?.when === when ? moved : (trigger?.triggerPrice ?? 0)
    const [first, second] = triggers
    const limit = roundToPaisa(at(first) + (first?.price ?? 0) - (first?.triggerPrice ?? 0))
    return {
      gtt: gttUuid,
      price: { kind: 'rupees' as const, price: limit },
      trigger: { when: first?.when ?? when, price: at(first) },
      ...(second === undefined ? {} : { target: at(second) }),
    }
  }
  return {
    id: `gtt ${gttUuid} ${when}`,
    draftAt: () => null,
    callAt: (moved) => ({ command: 'gtt.change', args: argsAt(moved) }),
    removal: { command: 'gtt.cancel', args: { gtts: [gttUuid] } },
  }
}

export const alertTerms = ({ alertUuid: alert }: Alert): LineTerms => ({
  id: `alert ${alert}`,
  draftAt: () => null,
  callAt: (level) => ({ command: 'alert.change', args: { alert, level } }),
  removal: { command: 'alert.stop', args: { alert } },
})
