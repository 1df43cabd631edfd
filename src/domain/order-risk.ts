import { formatNumber } from './format.ts'
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

/** Rupees gained when an order fills at this price and its target takes it out again, after charges of both ways. Null without a target. */
export const rewardAtTarget = (
  { side, quantity, target }: Pick<OrderDraft, 'side' | 'quantity' | 'target'>,
  price: number,
  chargesRoundTrip: number,
): number | null => {
  if (target === null) return null
  const exit = protectedPrice('target', target, side, price, quantity)
  return exit === null ? null : Math.abs(exit - price) * quantity - chargesRoundTrip
}

/** Where a limit stands against the side it would trade with, in words; null where one of them is not known. */
export const limitBesideTouch = (
  { side, price }: Pick<OrderDraft, 'side' | 'price'>,
  quote: { readonly bid: number | null; readonly ask: number | null },
): string | null => {
  const touch = side === 'buy' ? quote.ask : quote.bid
  if (price === null) return 'at market'
  if (touch === null) return null
  const name = side === 'buy' ? 'ask' : 'bid'
  const off = Math.round((price - touch) * 100) / 100
  if (off === 0) return `your limit is the ${name}`
  return `your limit is ${formatNumber(Math.abs(off))} ${off < 0 ? 'below' : 'above'} the ${name}`
}
