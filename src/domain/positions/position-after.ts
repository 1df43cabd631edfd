/** Signed units and rupees a unit. */
interface HeldPosition {
  readonly quantity: number
  readonly averagePrice: number
}

/** Rupees a unit: mean after adding, unchanged after reducing, `price` after reversing. Null when flat. */
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
