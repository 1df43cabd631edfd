/** Closes since the listing: strikes once listed stay listed. */
export interface CloseRange {
  readonly low: number
  readonly high: number
}

/** Within `wing` steps of the money at any close; ascending, at least one step. */
export const listStrikes = ({ low, high }: CloseRange, step: number, wing: number): readonly number[] => {
  const first = Math.max(1, Math.round(low / step) - wing)
  const last = Math.max(first, Math.round(high / step) + wing)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}
