import type { InstrumentId } from '../instruments/instrument.ts'

/** Prices in rupees; quantities in units. */
export interface MapMember {
  readonly segSym: InstrumentId
  readonly sector: string
  /** Percent of the NIFTY 500; null for a share outside it. */
  readonly weight: number | null
  readonly lastPrice: number
  readonly prevClose: number
  readonly volume: number
  readonly averageVolume: number | null
  readonly yearHigh: number | null
  readonly yearLow: number | null
  readonly oi: number | null
  readonly prevOi: number | null
}

export const percentOf = (now: number, before: number): number | null =>
  before > 0 ? 100 * (now / before - 1) : null

/** Shares outside the NIFTY 500 are drawn as small as its smallest. */
const SMALLEST_WEIGHT = 0.02

export const weightOf = ({ weight }: Pick<MapMember, 'weight'>): number =>
  Math.max(SMALLEST_WEIGHT, weight ?? 0)

export const weighed = (members: readonly MapMember[]): number =>
  members.reduce((sum, { weight }) => sum + (weight ?? 0), 0)

interface IndexMove {
  readonly change: number | null
  /** Weight of all members of the index. */
  readonly total: number
  /** The index at the close before. */
  readonly close: number
}

/** Points that a member's change in percent adds to its index; null without a weight. */
export const pointsOf = (
  { weight }: Pick<MapMember, 'weight'>,
  { change, total, close }: IndexMove,
): number | null =>
  weight === null || change === null || total <= 0 ? null : (weight / total) * (change / 100) * close

export interface Sector {
  readonly name: string
  readonly weight: number
  readonly members: readonly MapMember[]
}

/** Heaviest first. */
export const sectorsOf = (members: readonly MapMember[]): readonly Sector[] => {
  const bySector = new Map<string, MapMember[]>()
  for (const member of members) {
    const own = bySector.get(member.sector)
    if (own === undefined) bySector.set(member.sector, [member])
    else own.push(member)
  }
  return [...bySector]
    .map(([name, own]) => ({
      name,
      weight: own.reduce((sum, member) => sum + weightOf(member), 0),
      members: own.toSorted((one, other) => weightOf(other) - weightOf(one)),
    }))
    .sort((one, other) => other.weight - one.weight)
}

export type ChangeOf = (member: MapMember) => number | null

/** Mean of the members' changes in percent, by weight; null without any. */
export const sectorChange = (members: readonly MapMember[], changeOf: ChangeOf): number | null => {
  let [sum, weights] = [0, 0]
  for (const member of members) {
    const change = changeOf(member)
    if (change === null) continue
    sum += weightOf(member) * change
    weights += weightOf(member)
  }
  return weights === 0 ? null : sum / weights
}

export interface Breadth {
  readonly advances: number
  readonly declines: number
  readonly unchanged: number
}

export const breadthOf = (members: readonly MapMember[], changeOf: ChangeOf): Breadth => {
  const changes = members.map(changeOf)
  return {
    advances: changes.filter((change) => change !== null && change > 0).length,
    declines: changes.filter((change) => change !== null && change < 0).length,
    unchanged: changes.filter((change) => change === 0).length,
  }
}

export const moverKinds = ['price', 'volume', 'oi', 'year'] as const
export type MoverKind = (typeof moverKinds)[number]

export const moverKindNames: Readonly<Record<MoverKind, string>> = {
  price: 'Price',
  volume: 'Volume',
  oi: 'OI',
  year: '52-week',
}

export const volumeMultiple = ({ volume, averageVolume }: MapMember): number | null =>
  averageVolume === null || averageVolume <= 0 ? null : volume / averageVolume

export const oiChange = ({ oi, prevOi }: MapMember): number | null =>
  oi === null || prevOi === null ? null : percentOf(oi, prevOi)

/** Percent below the high of the year, and above its low. */
export const fromYearHigh = ({ lastPrice, yearHigh }: MapMember, price: number = lastPrice): number | null =>
  yearHigh === null ? null : percentOf(price, yearHigh)
export const fromYearLow = ({ lastPrice, yearLow }: MapMember, price: number = lastPrice): number | null =>
  yearLow === null ? null : percentOf(price, yearLow)

export interface Movers {
  readonly first: readonly MapMember[]
  readonly second: readonly MapMember[]
}

const best = (
  members: readonly MapMember[],
  figureOf: ChangeOf,
  { most, isAscending = false }: { readonly most: number; readonly isAscending?: boolean },
): readonly MapMember[] =>
  members
    .flatMap((member) => {
      const figure = figureOf(member)
      return figure === null ? [] : [{ member, figure }]
    })
    .sort((one, other) => (isAscending ? one.figure - other.figure : other.figure - one.figure))
    .slice(0, most)
    .map(({ member }) => member)

/**
 * Two lists: gainers and losers; the most traded for their average among those up and those down; open interest added
 * and cut; nearest to the high and to the low of the year.
 */
export const moversOf = (
  members: readonly MapMember[],
  kind: MoverKind,
  { changeOf, most }: { readonly changeOf: ChangeOf; readonly most: number },
): Movers => {
  const up = members.filter((member) => (changeOf(member) ?? 0) > 0)
  const down = members.filter((member) => (changeOf(member) ?? 0) < 0)
  switch (kind) {
    case 'price':
      return {
        first: best(up, changeOf, { most }),
        second: best(down, changeOf, { most, isAscending: true }),
      }
    case 'volume':
      return { first: best(up, volumeMultiple, { most }), second: best(down, volumeMultiple, { most }) }
    case 'oi':
      return {
        first: best(members, oiChange, { most }),
        second: best(members, oiChange, { most, isAscending: true }),
      }
    case 'year':
      return {
        first: best(members, fromYearHigh, { most }),
        second: best(members, fromYearLow, { most, isAscending: true }),
      }
    default:
      return kind satisfies never
  }
}
