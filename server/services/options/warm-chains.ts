import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { whenIdle } from '../../market/when-idle.ts'
import { contractAt, findSeries, type OptionListing, type OptionPorts, spotOf } from './chain-view.ts'

/** Up to 0.5 s of work each; an imported list may lack some. */
const WARMED = ['INDICES_NIFTY 50', 'INDICES_NIFTY BANK', 'INDICES_SENSEX'] as const
const STRIKES_AT_ONCE = 4
const PAUSE_MS = 20

const seriesOfWarmed = (listing: OptionListing, { clock, calendar }: OptionPorts) =>
  WARMED.filter((key) => listing.expiriesOf(key as InstrumentId).length > 0).map((key) =>
    findSeries(listing, key, { at: clock.now(), calendar }),
  )

/** Only the indices: their contracts, 30 MB together, are made when an order names them. */
export const warmUnderlyings = async (ports: OptionPorts, isStopped: () => boolean): Promise<void> => {
  for (const { underlying } of seriesOfWarmed(await ports.loadListing(), ports)) {
    await whenIdle(PAUSE_MS, isStopped)
    if (isStopped()) return
    spotOf(ports.live, underlying, ports.clock.now())
  }
}

export const warmChains = async (ports: OptionPorts, isStopped: () => boolean): Promise<void> => {
  const { live, clock } = ports
  for (const { underlying, options } of seriesOfWarmed(await ports.loadListing(), ports)) {
    await whenIdle(PAUSE_MS, isStopped)
    spotOf(live, underlying, clock.now())
    for (let from = 0; from < options.length && !isStopped(); from += STRIKES_AT_ONCE) {
      await whenIdle(PAUSE_MS, isStopped)
      for (const { ce, pe } of options.slice(from, from + STRIKES_AT_ONCE)) {
        contractAt(live, ce, clock.now())
        contractAt(live, pe, clock.now())
      }
    }
  }
}
