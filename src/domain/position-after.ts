/** Signed units and rupees a unit. */
interface HeldPosition {
  readonly quantity: number
  readonly averagePrice: number
}

/**
 * Rupees a unit that a position costs after a fill of so many signed units: the mean of what adds to it, the same where a
 * part is left, the fill's own price where it turns. Null where nothing is left.
 */
export const averageAfter = (
  { quantity, averagePrice }: HeldPosition,
  filled: number,
  price: number,
): number | null => {
  const after = quantity + filled
  if (after === 0) return null
  if (quantity === 0 || Math.sign(after) !== Math.sign(quantity)) return price
  return Math.sign(filled) === Math.sign(quantity)
    ? (quantity * averagePrice + filled * price) / after
    : averagePrice
}
