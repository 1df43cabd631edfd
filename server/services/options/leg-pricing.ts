import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { atmStrikeOf, type ChainTerms, strikeVolatility } from '../../../src/domain/options/chain.ts'
import type { Leg } from '../../../src/domain/options/leg-value.ts'
import { yearsToExpiry } from '../../../src/domain/options/years-to-expiry.ts'
import type { EpochMs, IstDate } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import { Refusal } from '../../refusal.ts'
import {
  type Contract,
  chainTerms,
  contractAt,
  forwardOf,
  type OptionListing,
  readRows,
  rowsNear,
  seriesOf,
} from './chain-view.ts'

export interface Expiring {
  readonly terms: ChainTerms
  readonly forward: number
  /** At the money, per year, as a fraction. */
  readonly volatility: number | null
}

interface Spot {
  readonly spot: number
  readonly at: EpochMs
  readonly breathe: () => Promise<void>
}

interface Held {
  readonly quantity: number
  readonly entry: number
  readonly mark: number
}

/** Values legs by Black (1976) on the forward of their own expiry, at the volatility of their strike. */
export const createLegPricing = ({
  live,
  calendar,
}: {
  readonly live: LiveMarket
  readonly calendar: Calendar
}) => {
  const volatilityOf = (
    listing: OptionListing,
    underlying: Instrument,
    instrument: Instrument & { readonly expiry: IstDate },
    { terms, forward, at }: Expiring & { readonly at: EpochMs },
  ): number | null => {
    const row = listing
      .optionsOf(underlying.id, instrument.expiry)
      .find(({ ce, pe }) => ce?.id === instrument.id || pe?.id === instrument.id)
    if (row === undefined) return null
    const side = (of: Instrument | null): Contract | null => contractAt(live, of, at)
    return strikeVolatility({ strike: row.strike, ce: side(row.ce), pe: side(row.pe) }, forward, terms)
  }

  return {
    async readExpiry(
      listing: OptionListing,
      underlying: Instrument,
      expiry: IstDate,
      { spot, at, breathe }: Spot,
    ): Promise<Expiring> {
      const series = seriesOf(listing, underlying, expiry, [])
      const terms = chainTerms(series, at, calendar)
      const rows = await readRows(live, rowsNear(series.options, spot), at, breathe)
      const forward =
        forwardOf(live, series, rows, { spot, terms, at })?.forward ?? live.forward(underlying.id, expiry, at)
      if (forward === null) throw new Refusal('NOT_FOUND', `No prices for ${underlying.id} ${expiry} yet`)
      const atm = atmStrikeOf(
        rows.map(({ strike }) => strike),
        forward,
      )
      const row = rows.find(({ strike }) => strike === atm)
      return { terms, forward, volatility: row === undefined ? null : strikeVolatility(row, forward, terms) }
    },

    /** `expiring` is that of the instrument's expiry, absent for a share. */
    legOf(
      listing: OptionListing,
      underlying: Instrument,
      instrument: Instrument,
      {
        held,
        expiring,
        at,
      }: { readonly held: Held; readonly expiring?: Expiring | undefined; readonly at: EpochMs },
    ): Leg {
      const { expiry, instrumentType: type, strike } = instrument
      if (expiry === null || expiring === undefined || type === 'EQ') return { kind: 'share', ...held }
      const dated = { ...held, years: yearsToExpiry(expiry, at, calendar), forward: expiring.forward }
      if (type === 'FUT') return { kind: 'future', ...dated, forward: held.mark }
      const volatility = volatilityOf(listing, underlying, { ...instrument, expiry }, { ...expiring, at })
      return { kind: 'option', ...dated, type, strike, volatility }
    },
  }
}
