import {
  type Instrument,
  type InstrumentId,
  instrumentId,
  universes,
} from '../../src/domain/instruments/instrument.ts'
import type { ScanUniverse } from '../../src/domain/scanners/universe.ts'
import type { LoadedMaster } from '../market/master/instrument-master.ts'

export type ScanListing = Pick<
  LoadedMaster,
  'find' | 'nearest' | 'expiriesOf' | 'optionsOf' | 'futuresOf' | 'cashSymbols' | 'hasContracts'
>

type Listing = Pick<ScanListing, 'cashSymbols' | 'find' | 'hasContracts'>

const sharesOf = (listing: Listing, segment: 'NSE' | 'BSE'): readonly Instrument[] => {
  const shares: Instrument[] = []
  for (const [listed, symbol] of listing.cashSymbols()) {
    const share = listed === segment ? listing.find(instrumentId(segment, symbol)) : null
    if (share !== null) shares.push(share)
  }
  return shares
}

const flagged = (listing: Listing, index: (typeof universes)[number]): readonly Instrument[] => {
  const flag = universes.indexOf(index)
  const has = ({ universe }: Instrument): boolean => universe[flag] === '1'
  return sharesOf(listing, 'NSE').filter(has)
}

/** Members of today, by symbol; `listed` are those of a watchlist. */
export const membersOf = (
  universe: ScanUniverse,
  listing: Listing,
  listed: readonly InstrumentId[] | null,
): readonly InstrumentId[] => {
  switch (universe.kind) {
    case 'index':
      return flagged(listing, universe.index).map(({ id }) => id)
    case 'fno':
      return sharesOf(listing, 'NSE')
        .filter(({ tradingSymbol }) => listing.hasContracts(tradingSymbol))
        .map(({ id }) => id)
    case 'nse':
      return sharesOf(listing, 'NSE').map(({ id }) => id)
    case 'watchlist':
      return listed ?? []
    case 'instruments':
      return universe.ids
    default:
      return universe satisfies never
  }
}
