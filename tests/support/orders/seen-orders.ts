import type { SeenOrder } from '../../../src/domain/orders/order-doubt.ts'
import type { OrderDraft } from '../../../src/domain/orders/order-draft.ts'

export const seenAt = (
  draft: OrderDraft,
  price: number | null,
  changes: Partial<SeenOrder> = {},
): SeenOrder => ({
  draft,
  symbol: draft.instrument.slice(draft.instrument.indexOf('_') + 1),
  followsMarket: draft.orderType === 'MARKET',
  quote:
    price === null
      ? null
      : { lastPrice: price, bid: price, ask: price, dayHigh: price, dayLow: price, isTrusted: true },
  price: draft.price ?? price,
  impact: null,
  tickSize: 0.05,
  tolerancePercent: 0.5,
  ...changes,
})
