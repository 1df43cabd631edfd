import type { Paise } from '../../../src/domain/money.ts'
import type { Side } from '../../../src/domain/orders/order.ts'
import { inLots } from './lots.ts'
import { crosses } from './standing-order.ts'

export interface Offer {
  readonly price: Paise
  readonly quantity: number
}

/** Self-trade prevention: nothing beyond its price is taken; at its price only what is ahead of it. */
export interface OwnOpposite {
  readonly limit: Paise
  readonly isFirst: boolean
}

export interface BookWalk {
  readonly side: Side
  readonly limit: Paise
  readonly quantity: number
  readonly lotSize: number
  readonly own: OwnOpposite | null
}

const meetsOwn = (side: Side, price: Paise, own: OwnOpposite): boolean =>
  price === own.limit ? own.isFirst : crosses(side, price, own.limit)

export const walkBook = (
  offers: readonly Offer[],
  { side, limit, quantity, lotSize, own }: BookWalk,
): readonly Offer[] => {
  const takes: Offer[] = []
  let left = quantity
  for (const offer of offers) {
    if (left === 0 || !crosses(side, limit, offer.price)) break
    if (own !== null && meetsOwn(side, offer.price, own)) break
    const taken = offer.quantity >= left ? left : inLots(offer.quantity, lotSize)
    if (taken > 0) takes.push({ price: offer.price, quantity: taken })
    left -= taken
  }
  return takes
}
