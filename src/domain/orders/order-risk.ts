import { formatNumber } from '../format.ts'
import type { OrderDraft } from './order-draft.ts'
import { protectedPrice } from './order-prices.ts'

/** Rupees lost if filled at `price` and closed by the stop, after both charges. Null without a stop price. */
export const riskToStop = (
  { side, quantity, stop }: Pick<OrderDraft, 'side' | 'quantity' | 'stop'>,
  price: number,
  chargesRoundTrip: number,
): number | null => {
  if (stop === null) return null
  const exit = protectedPrice('stop', stop, side, price, quantity)
  return exit === null ? null : Math.abs(price - exit) * quantity + chargesRoundTrip
}

/** Rupees gained if the target closes it, after charges of both orders. Null without a target. */
export const rewardAtTarget = (
  { side, quantity, target }: Pick<OrderDraft, 'side' | 'quantity' | 'target'>,
  price: number,
  chargesRoundTrip: number,
): number | null => {
  if (target === null) return null
  const exit = protectedPrice('target', target, side, price, quantity)
  return exit === null ? null : Math.abs(exit - price) * quantity - chargesRoundTrip
}

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
