import {
  type Instrument,
  type InstrumentId,
  instrumentId,
  universes,
} from '../../src/domain/instruments/instrument.ts'
import { printUniverse, type ScanUniverse } from '../../src/domain/scanners/universe.ts'
import type { LoadedMaster } from '../market/master/instrument-master.ts'

export type ScanListing = Pick<
  LoadedMaster,
  'find' | 'nearest' | 'expiriesOf' | 'optionsOf' | 'futuresOf' | 'cashSymbols' | 'hasContracts'
>

type Listing = Pick<ScanListing, 'cashSymbols' | 'find' | 'hasContracts'>

const sharesOf = (listing: Listing): readonly Instrument[] => {
  const shares: Instrument[] = []
  for (const [segment, symbol] of listing.cashSymbols()) {
    const share = segment === 'NSE' ? listing.find(instrumentId(segment, symbol)) : null
    if (share !== null) shares.push(share)
  }
  return shares
}

const flagged = (listing: Listing, index: (typeof universes)[number]): readonly InstrumentId[] => {
  const flag = universes.indexOf(index)
  return sharesOf(listing)
    .filter(({ universe }) => universe[flag] === '1')
    .map(({ id }) => id)
}

/** Members of today; `listed` are those of a watchlist. */
const membersOf = (
  universe: ScanUniverse,
  listing: Listing,
  listed: readonly InstrumentId[] | null,
): readonly InstrumentId[] => {
  switch (universe.kind) {
    case 'index':
      return flagged(listing, universe.index)
    case 'fno':
      return sharesOf(listing)
        .filter(({ tradingSymbol }) => listing.hasContracts(tradingSymbol))
        .map(({ id }) => id)
    case 'nse':
      return sharesOf(listing).map(({ id }) => id)
    case 'watchlist':
      return listed ?? []
    case 'instruments':
      return universe.ids
    default:
      return universe satisfies never
  }
}

export type MembersOf = typeof membersOf

/** Finding the members of an index reads the whole list of instruments, so they are found once for each list. */
export const createMembers = (
  inReadingOrder: (ids: readonly InstrumentId[]) => readonly InstrumentId[],
): MembersOf => {
  const known = new WeakMap<Listing, Map<string, readonly InstrumentId[]>>()
  return (universe, listing, listed) => {
    const isOwn = universe.kind === 'watchlist' || universe.kind === 'instruments'
    if (isOwn) return inReadingOrder(membersOf(universe, listing, listed))
    const ofListing = known.get(listing) ?? new Map<string, readonly InstrumentId[]>()
    known.set(listing, ofListing)
    const key = printUniverse(universe)
    const ids = ofListing.get(key) ?? inReadingOrder(membersOf(universe, listing, null))
    ofListing.set(key, ids)
    return ids
  }
}
