import type * as z from 'zod/mini'
import type { getTermStructure } from '../../../src/contract/options.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
import { createEventLoopYield } from '../../market/yield-to-event-loop.ts'
import { Refusal } from '../../refusal.ts'
import {
  chainTerms,
  findSeries,
  forwardOf,
  type OptionPorts,
  readRows,
  rounded,
  rowsNear,
  seriesOf,
  spotOf,
} from './chain-view.ts'
import { atTheMoney } from './option-chain.ts'

type TermStructure = FromWire<z.output<typeof getTermStructure.reply>>

export const createTermStructure =
  ({ loadListing, live, clock, calendar }: OptionPorts) =>
  async (key: string): Promise<TermStructure> => {
    const listing = await loadListing()
    const at = clock.now()
    const breathe = createEventLoopYield()
    const { underlying, expiries } = findSeries(listing, key, { at, calendar })
    const spot = spotOf(live, underlying, at)
    if (spot === null) throw new Refusal('NOT_FOUND', `No prices for ${underlying.id} yet`)
    const found: TermStructure['expiries'] = []
    for (const expiry of expiries) {
      const series = seriesOf(listing, underlying, expiry, expiries)
      const terms = chainTerms(series, at, calendar)
      const rows = await readRows(live, rowsNear(series.options, spot), at, breathe)
      const forward = forwardOf(live, series, rows, { spot, terms, at })?.forward ?? null
      if (forward === null) continue
      const { straddleIv: _, ...figures } = atTheMoney(rows, forward, terms)
      const daysToExpiry = rounded(terms.years * 365, 5)
      found.push({ expiry, daysToExpiry, forward: rounded(forward, 4), ...figures })
    }
    return { underlying: underlying.id, spot, asOf: at, expiries: found }
  }
