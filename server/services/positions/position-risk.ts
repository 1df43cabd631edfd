import type * as z from 'zod/mini'
import type { getPositionRisk, PricedLeg } from '../../../src/contract/positions/position-risk.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
import {
  type Instrument,
  type InstrumentId,
  instrumentId,
} from '../../../src/domain/instruments/instrument.ts'
import { atmStrikeOf } from '../../../src/domain/options/chain.ts'
import type { Leg } from '../../../src/domain/options/leg-value.ts'
import { RISK_FREE_RATE } from '../../../src/domain/options/rate.ts'
import { expiryInstant } from '../../../src/domain/options/years-to-expiry.ts'
import type { Product } from '../../../src/domain/orders/order.ts'
import { betaOf, type Closes } from '../../../src/domain/positions/beta.ts'
import { positionOf } from '../../../src/domain/positions/position.ts'
import { addDays, type EpochMs, type IstDate, toIstDate } from '../../../src/domain/time.ts'
import type { Account } from '../../broker/account.ts'
import { underlyingOf } from '../../broker/instrument-terms.ts'
import { createLruCache } from '../../market/simulated/lru-cache.ts'
import { createEventLoopYield } from '../../market/yield-to-event-loop.ts'
import { Refusal } from '../../refusal.ts'
import { markOf, type OptionListing, type OptionPorts, seriesOf, spotOf } from '../options/chain-view.ts'
import { createLegPricing, type Expiring } from '../options/leg-pricing.ts'

export interface HeldPosition {
  readonly sym: InstrumentId
  readonly product: Product
  /** Signed units, never 0. */
  readonly quantity: number
  /** Rupees: the average price. */
  readonly entry: number
}

export const heldPositionsOf = (account: Account): readonly HeldPosition[] =>
  [...account.positions.values()].flatMap((sums) => {
    const { quantity, averagePrice } = positionOf(sums, sums.previousClose)
    return quantity === 0
      ? []
      : [{ sym: sums.terms.id, product: sums.product, quantity, entry: averagePrice / 100 }]
  })

type Reply = FromWire<z.output<typeof getPositionRisk.reply>>
type Group = Reply['groups'][number]
type WireLeg = FromWire<z.output<typeof PricedLeg>>

export interface RiskPorts extends OptionPorts {
  /** Days that have closed; null when there are none. */
  readonly readDays: (key: InstrumentId, from: IstDate, to: IstDate) => Promise<Closes | null>
}

const BETA_TO = instrumentId('INDICES', 'NIFTY 50')
/** Calendar days, some 60 sessions. */
const BETA_DAYS = 90
const BETAS_KEPT = 2048

const percentOrNull = (share: number | null): number | null => (share === null ? null : share * 100)

const toWireLeg = (sym: InstrumentId, leg: Leg): WireLeg => {
  const { kind, quantity, entry, mark } = leg
  const option = leg.kind === 'option' ? leg : null
  return {
    ...{ sym, kind, quantity, entry, mark },
    years: leg.kind === 'share' ? null : leg.years,
    forward: leg.kind === 'share' ? null : leg.forward,
    type: option?.type ?? null,
    strike: option?.strike ?? null,
    iv: percentOrNull(option?.volatility ?? null),
  }
}

interface Listed {
  readonly instrument: Instrument
  readonly position: HeldPosition
}

/** Runs beside the order path, which says what is held. */
export const createPositionRisk = ({ loadListing, live, clock, calendar, readDays }: RiskPorts) => {
  const pricing = createLegPricing({ live, calendar })
  const betas = createLruCache<string, Promise<number | null>>(BETAS_KEPT)

  const findBeta = async (underlying: InstrumentId, today: IstDate): Promise<number | null> => {
    if (underlying === BETA_TO) return 1
    const [from, to] = [addDays(today, -BETA_DAYS), addDays(today, -1)]
    const [own, index] = await Promise.all([readDays(underlying, from, to), readDays(BETA_TO, from, to)])
    return own === null || index === null ? null : betaOf(own, index)
  }

  const betaTo = (underlying: InstrumentId, today: IstDate): Promise<number | null> =>
    betas.get(`${underlying} ${today}`, () => findBeta(underlying, today))

  const markAt = (instrument: Instrument, at: EpochMs): number | null => {
    const quote = live.quote(instrument, at)
    return quote === null ? null : markOf(quote)
  }

  const readGroup = async (
    listing: OptionListing,
    underlying: Instrument,
    spot: number,
    held: readonly Listed[],
    at: EpochMs,
  ): Promise<{ readonly group: Group | null; readonly unpriced: readonly string[] }> => {
    const breathe = createEventLoopYield()
    const expiring = new Map<IstDate, Expiring>()
    const expiringOf = async ({ expiry }: Instrument): Promise<Expiring | undefined> => {
      if (expiry === null) return undefined
      const known = expiring.get(expiry)
      if (known !== undefined) return known
      const read = await pricing.readExpiry(listing, underlying, expiry, { spot, at, breathe })
      expiring.set(expiry, read)
      return read
    }
    const priced = async (instrument: Instrument, quantity: number, entry: number | null) => {
      const mark = markAt(instrument, at)
      if (mark === null) return null
      const leg = { quantity, entry: entry ?? mark, mark }
      const of = await expiringOf(instrument)
      return toWireLeg(
        instrument.id,
        pricing.legOf(listing, underlying, instrument, { held: leg, expiring: of, at }),
      )
    }
    const legs: Group['legs'] = []
    const unpriced: string[] = []
    for (const { instrument, position } of held) {
      const leg = await priced(instrument, position.quantity, position.entry)
      if (leg === null) unpriced.push(instrument.id)
      else legs.push({ ...leg, product: position.product })
    }
    if (legs.length === 0) return { group: null, unpriced }
    const [expiry = null] = [...expiring.keys()].sort()
    const hedges: WireLeg[] = []
    for (const instrument of hedgeContracts(listing, underlying, expiry, spot, at)) {
      const leg = await priced(instrument, Math.max(1, instrument.lotSize), null)
      if (leg !== null) hedges.push(leg)
    }
    const nearest = expiry === null ? undefined : expiring.get(expiry)
    return {
      group: {
        underlying: underlying.id,
        spot,
        beta: await betaTo(underlying.id, toIstDate(at)),
        iv: percentOrNull(nearest?.volatility ?? null),
        ...{ expiry, legs, hedges },
      },
      unpriced,
    }
  }

  /** The nearest future, and both options next to the price, of the nearest expiry unless `expiry` says which. */
  const hedgeContracts = (
    listing: OptionListing,
    underlying: Instrument,
    expiry: IstDate | null,
    spot: number,
    at: EpochMs,
  ): readonly Instrument[] => {
    const isAlive = (day: IstDate): boolean => expiryInstant(day, calendar) > at
    const future = listing
      .futuresOf(underlying.id)
      .filter(({ expiry: day }) => day !== null && isAlive(day))
      .sort((one, other) => (one.expiry ?? '').localeCompare(other.expiry ?? ''))[0]
    const days = listing.expiriesOf(underlying.id).filter(isAlive)
    const day = days.find((listed) => listed === expiry) ?? days[0]
    const options = day === undefined ? [] : seriesOf(listing, underlying, day, days).options
    const strike = atmStrikeOf(
      options.map((row) => row.strike),
      spot,
    )
    const atm = options.find((row) => row.strike === strike)
    return [future, atm?.ce, atm?.pe].filter((one): one is Instrument => one !== undefined && one !== null)
  }

  return async (positions: readonly HeldPosition[]): Promise<Reply> => {
    const listing = await loadListing()
    const at = clock.now()
    const held = new Map<InstrumentId, Listed[]>()
    const unpriced: string[] = []
    for (const position of positions) {
      const instrument = listing.find(position.sym)
      const ended = instrument?.expiry != null && expiryInstant(instrument.expiry, calendar) <= at
      if (instrument === null || ended) {
        unpriced.push(position.sym)
        continue
      }
      const underlying = underlyingOf(instrument) ?? instrument.id
      held.set(underlying, [...(held.get(underlying) ?? []), { instrument, position }])
    }
    const groups: Group[] = []
    for (const [id, listed] of held) {
      const underlying = listing.find(id)
      const spot = underlying === null ? null : spotOf(live, underlying, at)
      if (underlying === null || spot === null) {
        unpriced.push(...listed.map(({ instrument }) => instrument.id))
        continue
      }
      try {
        const read = await readGroup(listing, underlying, spot, listed, at)
        if (read.group !== null) groups.push(read.group)
        unpriced.push(...read.unpriced)
      } catch (error) {
        // No forward of an expiry is known yet; the other underlyings have theirs.
        if (!(error instanceof Refusal)) throw error
        unpriced.push(...listed.map(({ instrument }) => instrument.id))
      }
    }
    return { groups, rate: RISK_FREE_RATE, unpriced, asOf: at }
  }
}
