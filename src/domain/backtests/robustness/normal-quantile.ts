import { normalCumulative } from '../../options/normal.ts'

const DEVIATIONS_MAX = 38
const HALVINGS = 60

/** Inverse of `normalCumulative`; `share` is between 0 and 1, else RangeError. */
export const normalQuantile = (share: number): number => {
  if (!(share > 0 && share < 1)) throw new RangeError(`not a share between 0 and 1: ${share}`)
  // The lower half keeps the digits of a small share.
  if (share > 0.5) return -normalQuantile(1 - share)
  let low = -DEVIATIONS_MAX
  let high = 0
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2
    if (normalCumulative(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}
