import type { Instrument } from '../instruments/instrument.ts'
import { indexAliases } from '../instruments/instrument-names.ts'
import { isOptionType } from '../instruments/kind.ts'
import type { OrderType, Side } from './order.ts'
import { type OrderDraft, plainDraft } from './order-draft.ts'

type Contract = Pick<Instrument, 'instrumentType' | 'name'>

export const orderTypeRefusal = (contract: Contract, orderType: OrderType): string | null => {
  if (!isOptionType(contract.instrumentType)) return null
  if (orderType === 'SL-M')
    return 'SL-M orders are not allowed for options. Use an SL order with a limit price.'
  return orderType === 'MARKET' && !indexAliases.has(contract.name)
    ? 'Market orders are blocked for stock options. Use a Limit order.'
    : null
}

export const acceptsMarketOrders = (contract: Contract): boolean =>
  orderTypeRefusal(contract, 'MARKET') === null

interface BestPrices {
  readonly lastPrice?: number
  readonly bid: number | null
  readonly ask: number | null
}

/** Rupees a unit: the best opposite price, else the last price; null without either. */
export const touchPrice = (side: Side, quote: BestPrices | null): number | null =>
  ((side === 'buy' ? quote?.ask : quote?.bid) || quote?.lastPrice) ?? null

export const atOnce = (
  contract: Contract,
  side: Side,
  quote: BestPrices | null,
): Pick<OrderDraft, 'orderType' | 'price'> =>
  acceptsMarketOrders(contract)
    ? { orderType: 'MARKET', price: null }
    : { orderType: 'LIMIT', price: touchPrice(side, quote) }

/** As many units as are sold, to be filled at once. `price` is the ask that was seen. */
export const hedgeDraft = (
  { product, quantity }: Pick<OrderDraft, 'product' | 'quantity'>,
  contract: Instrument,
  price: number,
): OrderDraft =>
  plainDraft({
    ...{ instrument: contract.id, side: 'buy', product, quantity },
    ...atOnce(contract, 'buy', { bid: null, ask: price }),
  })
