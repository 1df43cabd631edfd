import type { Instrument } from './instrument.ts'
import { indexAliases } from './instrument-names.ts'
import type { OrderType, Side } from './order.ts'
import type { OrderDraft } from './order-draft.ts'

type Contract = Pick<Instrument, 'instrumentType' | 'name'>

const isOption = ({ instrumentType }: Contract): boolean => instrumentType === 'CE' || instrumentType === 'PE'

/** Why an order type is not accepted in an instrument, in the broker's words; null where it is accepted. */
export const orderTypeRefusal = (contract: Contract, orderType: OrderType): string | null => {
  if (!isOption(contract)) return null
  if (orderType === 'SL-M')
    return 'SL-M orders are not allowed for options. Use an SL order with a limit price.'
  return orderType === 'MARKET' && !indexAliases.has(contract.name)
    ? 'Market orders are blocked for stock options. Use a Limit order.'
    : null
}

/** False for stock options alone. */
export const acceptsMarketOrders = (contract: Contract): boolean =>
  orderTypeRefusal(contract, 'MARKET') === null

interface BestPrices {
  readonly lastPrice?: number
  readonly bid: number | null
  readonly ask: number | null
}

/** Rupees a unit that an order meets at once: the best price of the other side, else the last price; null of neither. */
export const touchPrice = (side: Side, quote: BestPrices | null): number | null =>
  ((side === 'buy' ? quote?.ask : quote?.bid) || quote?.lastPrice) ?? null

/** Type and price of an order that is to fill at once: a market order, or a limit at the touch where none is accepted. */
export const atOnce = (
  contract: Contract,
  side: Side,
  quote: BestPrices | null,
): Pick<OrderDraft, 'orderType' | 'price'> =>
  acceptsMarketOrders(contract)
    ? { orderType: 'MARKET', price: null }
    : { orderType: 'LIMIT', price: touchPrice(side, quote) }
