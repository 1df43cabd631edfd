import type { Side } from './order.ts'

export interface DepthLevel {
  readonly price: number
  readonly quantity: number
}

export interface VisibleDepth {
  readonly bids: readonly DepthLevel[]
  readonly asks: readonly DepthLevel[]
}

/** Rupees a unit, a lower bound: units beyond the last level count at its price. Null for an empty side. */
export const marketImpact = (
  { side, quantity }: { readonly side: Side; readonly quantity: number },
  depth: VisibleDepth,
): number | null => {
  const levels = side === 'buy' ? depth.asks : depth.bids
  const [best] = levels
  const last = levels.at(-1)
  if (best === undefined || last === undefined || quantity <= 0) return null
  let left = quantity
  let value = 0
  for (const level of levels) {
    const taken = Math.min(left, level.quantity)
    value += taken * level.price
    left -= taken
  }
  return Math.abs((value + left * last.price) / quantity - best.price)
}
