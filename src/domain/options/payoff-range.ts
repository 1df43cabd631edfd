/** Rupees of the underlying. */
export interface RangeInput {
  readonly spot: number
  readonly expectedMove: number | null
  readonly strikes: readonly number[]
  readonly breakevens: readonly number[]
}

const MOVES = 2.5
/** Room beyond the farthest strike or break-even, as a share of its distance. */
const MARGIN = 0.2
/** Share of the spot: minutes before expiry almost no move is expected. */
const LEAST_SHARE = 0.005
/** For futures only, where no option implies a volatility. */
const USUAL_SHARE = 0.05
const FAR = 2
const PRICE_SHARE_MIN = 0.01

/** Symmetric about the spot. Far break-evens, as of shares bought long ago, would flatten the chart. */
export const payoffRange = ({
  spot,
  expectedMove,
  strikes,
  breakevens,
}: RangeInput): readonly [number, number] => {
  const distances = (prices: readonly number[]) =>
    prices.map((price) => Math.abs(price - spot) * (1 + MARGIN))
  const near = Math.max(
    MOVES * (expectedMove ?? (strikes.length === 0 ? spot * USUAL_SHARE : 0)),
    spot * LEAST_SHARE,
    ...distances(strikes),
  )
  const reach = Math.max(near, ...distances(breakevens).filter((distance) => distance <= FAR * near))
  return [Math.max(spot * PRICE_SHARE_MIN, spot - reach), spot + reach]
}
