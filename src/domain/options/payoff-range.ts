/** Rupees of the underlying. */
export interface RangeFacts {
  readonly spot: number
  /** One standard deviation until the first leg ends; null when no price tells it. */
  readonly expectedMove: number | null
  readonly strikes: readonly number[]
  readonly breakevens: readonly number[]
}

const MOVES = 2.5
/** Room beyond the farthest strike or break-even, as a share of its distance. */
const MARGIN = 0.2
/** Least reach, of the spot: minutes before expiry nothing is expected to move. */
const LEAST_SHARE = 0.005
/** Of a future alone, where no option tells the volatility. */
const USUAL_SHARE = 0.05
/** A break-even farther than so many times the reach of the rest is left outside. */
const FAR = 2
/** The curve is not drawn nearer to a price of nothing. */
const PRICE_SHARE_MIN = 0.01

/**
 * Prices between which a payoff is drawn, evenly about the spot: two and a half expected moves, or the farthest strike
 * or break-even with a margin where that is more. A break-even far beyond both, such as that of shares bought long ago,
 * does not count, for everything else would become a needle.
 */
export const payoffRange = ({
  spot,
  expectedMove,
  strikes,
  breakevens,
}: RangeFacts): readonly [number, number] => {
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
