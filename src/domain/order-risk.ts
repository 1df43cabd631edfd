import type { OrderDraft } from './order-draft.ts'
import { protectedPrice } from './order-prices.ts'

/**
 * Rupees lost when an order fills at this price and its stop takes it out again, charges of both ways included. Null
 * without a stop or where the stop lies at no price.
 */
export const riskToStop = (
  { side, quantity, stop }: Pick<OrderDraft, 'side' | 'quantity' | 'stop'>,
  price: number,
  chargesRoundTrip: number,
): number | null => {
  if (stop === null) return null
  const exit = protectedPrice('stop', stop, side, price, quantity)
  return exit === null ? null : Math.abs(price - exit) * quantity + chargesRoundTrip
}
