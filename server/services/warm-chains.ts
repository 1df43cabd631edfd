import type { InstrumentId } from '../../src/domain/instrument.ts'
import { untilQuiet } from '../market/quiet.ts'
import { contractAt, findSeries, type OptionPorts, spotOf } from './chain-view.ts'

/** The chains that are looked at first, each up to half a second of work. */
const WARMED = ['INDICES_NIFTY 50', 'INDICES_NIFTY BANK', 'INDICES_SENSEX'] as const
/** Strikes made between two pauses. */
const STRIKES_AT_ONCE = 4
const PAUSE_MS = 20

/** Makes the session of every strike of the near expiries, so that the first look at a chain comes at once. */
export const warmChains = async (
  { loadListing, live, clock, calendar }: OptionPorts,
  isStopped: () => boolean,
): Promise<void> => {
  const listing = await loadListing()
  for (const key of WARMED) {
    // An imported list need not have it.
    if (listing.expiriesOf(key as InstrumentId).length === 0) continue
    const { underlying, options } = findSeries(listing, key, { at: clock.now(), calendar })
    await untilQuiet(PAUSE_MS, isStopped)
    spotOf(live, underlying, clock.now())
    for (let from = 0; from < options.length && !isStopped(); from += STRIKES_AT_ONCE) {
      await untilQuiet(PAUSE_MS, isStopped)
      for (const { ce, pe } of options.slice(from, from + STRIKES_AT_ONCE)) {
        contractAt(live, ce, clock.now())
        contractAt(live, pe, clock.now())
      }
    }
  }
}
