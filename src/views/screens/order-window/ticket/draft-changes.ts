import type { Instrument } from '../../../../domain/instruments/instrument.ts'
import {
  hasPrice,
  hasTrigger,
  type OrderType,
  type Product,
  type Validity,
} from '../../../../domain/orders/order.ts'
import type { OrderDraft } from '../../../../domain/orders/order-draft.ts'
import { toTick } from '../../../../domain/orders/order-prices.ts'

/** Drops prices that the type does not have; the ones it needs start at the last price. */
export const changeType = (
  draft: OrderDraft,
  orderType: OrderType,
  { tickSize, lastPrice }: { readonly tickSize: number; readonly lastPrice: number | null },
): Partial<OrderDraft> => {
  const usual = lastPrice === null ? null : toTick(lastPrice, tickSize, draft.side)
  return {
    orderType,
    price: hasPrice(orderType) ? (draft.price ?? usual) : null,
    triggerPrice: hasTrigger(orderType) ? draft.triggerPrice : null,
  }
}

export const changeValidity = (draft: OrderDraft, validity: Validity): Partial<OrderDraft> => ({
  validity,
  validityTtl: validity === 'TTL' ? (draft.validityTtl ?? 5) : null,
  ...(validity === 'DAY' ? {} : { disclosedQuantity: 0 }),
})

export const productsOf = ({ expiry }: Pick<Instrument, 'expiry'>): readonly Product[] =>
  expiry === null ? ['MIS', 'cash'] : ['NRML', 'MIS']

export const productLabels: Readonly<Record<Product, string>> = {
  cash: 'cash · delivery',
  NRML: 'NRML · overnight',
  MIS: 'MIS · intraday',
}
