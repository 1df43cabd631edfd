/** Relative to the current weekly of NIFTY. */
export const spreadFactor = (option: {
  readonly root: string
  readonly isIndex: boolean
  readonly daysLeft: number
  /** Standard deviations to expiry; positive is out of the money. */
  readonly outOfMoney: number
}): number => {
  const { root, isIndex, daysLeft, outOfMoney } = option
  const isMain = root === 'NIFTY' || root === 'SENSEX'
  // Delta is about 0.85 at one standard deviation in the money.
  const deep = outOfMoney < -1.04 ? 3 : 1
  const base = () => {
    if (daysLeft > LONG_DATED_DAYS) return 20
    if (isMain) return daysLeft <= WEEK_DAYS ? 1 : 2
    if (isIndex) return 3
    return Math.abs(outOfMoney) < 0.6 ? 6 : 12
  }
  return base() * deep
}

const LONG_DATED_DAYS = 95
const WEEK_DAYS = 7

/** Rupees between bid and ask, before rounding to ticks. */
export const optionSpread = (premium: number, factor: number): number => (0.05 + 0.0015 * premium) * factor
