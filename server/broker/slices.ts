import type { InstrumentTerms } from './account.ts'

/** A sliced order counts as so many for the rate caps; more is no order by hand. */
export const SLICES_MAX = 100

type Sliced = Pick<InstrumentTerms, 'freezeQuantity' | 'lotSize'>

const sliceOf = (quantity: number, { freezeQuantity, lotSize }: Sliced): number =>
  freezeQuantity <= 0 || quantity <= freezeQuantity ? 0 : Math.floor(freezeQuantity / lotSize) * lotSize

export const sliceCount = (quantity: number, terms: Sliced): number => {
  const slice = sliceOf(quantity, terms)
  return slice === 0 ? 1 : Math.ceil(quantity / slice)
}

/** Units of each slice; the caller bounds `sliceCount` first. */
export const sliceQuantities = (quantity: number, terms: Sliced): readonly number[] => {
  const slice = sliceOf(quantity, terms)
  if (slice === 0) return [quantity]
  return Array.from({ length: sliceCount(quantity, terms) }, (_, index) =>
    Math.min(slice, quantity - index * slice),
  )
}
