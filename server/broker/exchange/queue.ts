import type { Level } from '../../../src/domain/quotes/quote.ts'
import { crosses, type StandingOrder } from './standing-order.ts'

/** Share of a level's shrinkage without prints that was ahead of the order. */
const CANCELLED_BEFORE_US = 0.3

/** Quantity displayed at its price: 0 at a price without a level, null beyond the last level shown. */
const shownAt = ({ side, limit }: StandingOrder, levels: readonly Level[]): number | null => {
  const price = limit ?? 0
  const level = levels.find((shown) => shown.price === price)
  if (level) return level.quantity
  const last = levels.at(-1)
  return last === undefined || crosses(side, price, last.price) ? 0 : null
}

/** Joins behind the displayed quantity; beyond the levels shown, the last one's is the estimate. */
const join = (order: StandingOrder, levels: readonly Level[]): void => {
  const shown = shownAt(order, levels)
  order.ahead = shown ?? levels.at(-1)?.quantity ?? 0
  order.joinedBehind = order.ahead
  order.displayed = shown
  order.printed = 0
}

export const lookAtQueue = (order: StandingOrder, levels: readonly Level[]): void => {
  if (order.ahead === null) {
    join(order, levels)
    return
  }
  const shown = shownAt(order, levels)
  if (shown === null) return
  if (order.displayed === null) {
    join(order, levels)
    return
  }
  const left = order.displayed - order.printed - shown
  if (left > 0) order.ahead = Math.max(0, order.ahead - Math.floor(CANCELLED_BEFORE_US * left))
  order.displayed = shown
  order.printed = 0
}

export const passPrint = (order: StandingOrder, quantity: number): number => {
  const cleared = Math.min(order.ahead ?? 0, quantity)
  order.ahead = (order.ahead ?? 0) - cleared
  order.printed += quantity
  return quantity - cleared
}
