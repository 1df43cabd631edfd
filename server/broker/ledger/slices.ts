import type { Terms } from '../account.ts'

/** A sliced order is as many orders for the rate caps; more than these is no order by hand. */
export const SLICES_MAX = 100

type Sliced = Pick<Terms, 'freezeQuantity' | 'lotSize'>

/** The largest whole number of lots that the exchange takes at once; 0 when the order goes out whole. */
const sliceOf = (quantity: number, { freezeQuantity, lotSize }: Sliced): number =>
  freezeQuantity <= 0 || quantity <= freezeQuantity ? 0 : Math.floor(freezeQuantity / lotSize) * lotSize

/** Orders that an order is sent as. */
export const sliceCount = (quantity: number, terms: Sliced): number => {
  const slice = sliceOf(quantity, terms)
  return slice === 0 ? 1 : Math.ceil(quantity / slice)
}

/** Units of each of them; ask first how many there are. */
export const sliceQuantities = (quantity: number, terms: Sliced): readonly number[] => {
  const slice = sliceOf(quantity, terms)
  if (slice === 0) return [quantity]
  return Array.from({ length: sliceCount(quantity, terms) }, (_, place) =>
    Math.min(slice, quantity - place * slice),
  )
}
