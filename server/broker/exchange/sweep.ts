import type { Paise } from '../../../src/domain/money.ts'
import type { Side } from '../../../src/domain/order.ts'
import { inLots } from './lots.ts'
import { crosses } from './standing-order.ts'

export interface Offer {
  readonly price: Paise
  readonly quantity: number
}

/** An order of the same owner on the other side: nothing at its price or beyond may be taken, unless others stand before it. */
export interface OwnOpposite {
  readonly limit: Paise
  readonly isFirst: boolean
}

export interface Sweep {
  readonly side: Side
  readonly limit: Paise
  readonly quantity: number
  readonly lotSize: number
  readonly own: OwnOpposite | null
}

const meetsOwn = (side: Side, price: Paise, own: OwnOpposite): boolean =>
  price === own.limit ? own.isFirst : crosses(side, price, own.limit)

/** What an order takes of the other side, best first, level by level at each level's price, in whole lots. */
export const planSweep = (
  offers: readonly Offer[],
  { side, limit, quantity, lotSize, own }: Sweep,
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
