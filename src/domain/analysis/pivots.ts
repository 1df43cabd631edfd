export interface Pivot {
  readonly name: 'S2' | 'S1' | 'P' | 'R1' | 'R2'
  readonly price: number
}

/** Classic pivots of the day before, lowest first. */
export const classicPivots = ({
  high,
  low,
  close,
}: {
  readonly high: number
  readonly low: number
  readonly close: number
}): readonly Pivot[] => {
  const middle = (high + low + close) / 3
  return [
    { name: 'S2', price: middle - (high - low) },
    { name: 'S1', price: 2 * middle - high },
    { name: 'P', price: middle },
    { name: 'R1', price: 2 * middle - low },
    { name: 'R2', price: middle + (high - low) },
  ]
}

/** The pivots that a price lies between, with its distance from each; null beyond the outermost. */
export const betweenPivots = (
  pivots: readonly Pivot[],
  price: number,
): Readonly<Record<'below' | 'above', { readonly name: string; readonly distance: number } | null>> => {
  const below = pivots.findLast((pivot) => pivot.price <= price)
  const above = pivots.find((pivot) => pivot.price > price)
  return {
    below: below === undefined ? null : { name: below.name, distance: price - below.price },
    above: above === undefined ? null : { name: above.name, distance: above.price - price },
  }
}
