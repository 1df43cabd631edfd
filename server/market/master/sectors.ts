import { membersOf, membersOfTier } from './index-members.ts'
import { listedEquities, sectorLetters } from './listed-equities.ts'

/** In the order of `sectorLetters`. */
const names = [
  'Banks',
  'Financial services',
  'IT and telecom',
  'Oil and gas',
  'Automobile',
  'Consumer staples',
  'Healthcare',
  'Metals',
  'Power',
  'Capital goods',
  'Chemicals',
  'Construction',
  'Consumer discretionary',
] as const

export const OTHER_SECTOR = 'Other'

/** Percent of the NIFTY 500 that each tier has: NIFTY 50, the rest of the 100, of the 200 and of the 500. */
const tierWeights = [58, 12, 14, 16] as const

interface Place {
  readonly sector: string
  readonly weight: number | null
}

const weights: ReadonlyMap<string, number> = new Map(
  tierWeights.flatMap((ofTier, tier) =>
    (tier === 0 ? membersOf('NIFTY 50') : membersOfTier(tier)).map(
      ({ symbol, weight }) => [symbol, ofTier * weight] as const,
    ),
  ),
)

const places: ReadonlyMap<string, Place> = new Map(
  listedEquities.map(({ symbol, sector }) => [
    symbol,
    { sector: names[sector] ?? OTHER_SECTOR, weight: weights.get(symbol) ?? null },
  ]),
)

/** As of 2026; a share of an imported master may be unknown. */
export const placeOf = (symbol: string): Place => places.get(symbol) ?? { sector: OTHER_SECTOR, weight: null }

if (names.length !== sectorLetters.length) throw new RangeError('a sector has no name')
