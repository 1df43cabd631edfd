import type { Paise } from '../../../src/domain/money.ts'
import type { OrderType, Side } from '../../../src/domain/orders/order.ts'
import type { Quote } from '../../../src/domain/quotes/quote.ts'
import { toIstDate } from '../../../src/domain/time.ts'
import type { InstrumentTerms } from '../account.ts'
import { protectionPrice } from '../exchange/protection.ts'
import type { MarketSnapshot } from '../rules.ts'

/** Circuits are known once the session has begun; those of the last one do not apply. */
export const circuitsInForce = (
  quote: Quote | null,
  { day }: Pick<MarketSnapshot, 'day'>,
): Pick<Quote, 'lowerCircuit' | 'upperCircuit'> =>
  quote === null || toIstDate(quote.at) !== day ? { lowerCircuit: null, upperCircuit: null } : quote

export interface PricedAs {
  readonly side: Side
  readonly orderType: OrderType
  readonly price: Paise | null
  readonly triggerPrice: Paise | null
  readonly marketProtection: number
}

/** Its own price, or where market protection ends. Null for a market order without a last price. */
export const worstPriceOf = (terms: InstrumentTerms, order: PricedAs, quote: Quote | null): Paise | null => {
  if (order.price !== null) return order.price
  const lastPrice = order.triggerPrice ?? quote?.lastPrice ?? null
  if (lastPrice === null) return null
  return protectionPrice({
    side: order.side,
    instrumentType: terms.instrumentType,
    tickSize: terms.tickSize,
    lastPrice,
    marketProtection: order.marketProtection,
    lowerCircuit: quote?.lowerCircuit ?? null,
    upperCircuit: quote?.upperCircuit ?? null,
  })
}
