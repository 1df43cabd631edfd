import type { Simulated } from './character.ts'
import type { Spread } from './leaves.ts'
import { hashText } from './random.ts'

const BASIS_POINT = 0.0001

/** Between best bid and ask of a share by its size, as a share of the price. */
export const spreadOfShare = ({ tier, name, kind }: Simulated): Spread => {
  if (kind !== 'share') return { kind: 'share', share: 0 }
  const points = [2, 4, 6, 8][tier] ?? 20 + (hashText(`spread ${name}`) % 41)
  return { kind: 'share', share: points * BASIS_POINT }
}

export const spreadOfFuture = (isIndex: boolean): Spread => ({
  kind: 'share',
  share: (isIndex ? 0.75 : 4.5) * BASIS_POINT,
})

const LONG_DATED_DAYS = 95
const WEEK_DAYS = 7

/** How much wider an option is quoted than the current weekly of NIFTY. */
export const spreadOfOption = (option: {
  readonly root: string
  readonly isIndex: boolean
  readonly daysLeft: number
  /** Distance to the money in standard deviations to expiry; positive is out of the money. */
  readonly outOfMoney: number
}): Spread => {
  const { root, isIndex, daysLeft, outOfMoney } = option
  const isMain = root === 'NIFTY' || root === 'SENSEX'
  // More than about 0.85 of delta lies beyond one standard deviation in the money.
  const deep = outOfMoney < -1.04 ? 3 : 1
  const base = () => {
    if (daysLeft > LONG_DATED_DAYS) return 20
    if (isMain) return daysLeft <= WEEK_DAYS ? 1 : 2
    if (isIndex) return 3
    return Math.abs(outOfMoney) < 0.6 ? 6 : 12
  }
  return { kind: 'option', factor: base() * deep }
}
