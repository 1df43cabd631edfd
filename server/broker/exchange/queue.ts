import type { Level } from '../../../src/domain/quote.ts'
import { crosses, type StandingOrder } from './standing-order.ts'

/** Of a level that shrinks without prints, this share stood before us. */
const CANCELLED_BEFORE_US = 0.3

/** What is shown at the order's price; 0 where it improves on what is shown, null beyond the last level shown. */
const shownAt = ({ side, limit }: StandingOrder, levels: readonly Level[]): number | null => {
  const price = limit ?? 0
  const level = levels.find((shown) => shown.price === price)
  if (level) return level.quantity
  const last = levels.at(-1)
  return last === undefined || crosses(side, price, last.price) ? 0 : null
}

/** Stands at the end of what its price shows. Out of sight the last level shown is the best guess. */
const join = (order: StandingOrder, levels: readonly Level[]): void => {
  const shown = shownAt(order, levels)
  order.ahead = shown ?? levels.at(-1)?.quantity ?? 0
  order.joinedBehind = order.ahead
  order.displayed = shown
  order.printed = 0
}

/** Looks at the order's own side of the book: joins the queue, or moves up by what left it. */
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

/** A print at the order's price clears what stands before it; answers what of the print is left for the order. */
export const passPrint = (order: StandingOrder, quantity: number): number => {
  const cleared = Math.min(order.ahead ?? 0, quantity)
  order.ahead = (order.ahead ?? 0) - cleared
  order.printed += quantity
  return quantity - cleared
}
