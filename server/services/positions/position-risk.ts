import type * as z from 'zod/mini'
import type { getPositionRisk, PricedLeg } from '../../../src/contract/positions/position-risk.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import {
  type Instrument,
  type InstrumentId,
  instrumentId,
} from '../../../src/domain/instruments/instrument.ts'
import { atmStrikeOf } from '../../../src/domain/options/chain.ts'
import { percentOf, pricedOf } from '../../../src/domain/options/priced-leg.ts'
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

export interface HeldPositions {
  readonly positions: readonly HeldPosition[]
  readonly margins: readonly (readonly [InstrumentId, number])[]
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
  readonly readDays: (key: InstrumentId, from: IstDate, to: IstDate) => Promise<Closes | null>
}

const BETA_TO = instrumentId('INDICES', 'NIFTY 50')
const BETA_DAYS = 90
const BETAS_KEPT = 2048

interface Listed {
  readonly instrument: Instrument
  readonly position: HeldPosition
}

const createBetas = (readDays: RiskPorts['readDays']) => {
  const known = createLruCache<string, { readonly beta: number | null }>(BETAS_KEPT)
  return async (underlying: InstrumentId, today: IstDate): Promise<number | null> => {
    if (underlying === BETA_TO) return 1
    const key = `${underlying} ${today}`
    const kept = known.peek(key)
    if (kept !== null) return kept.beta
    const [from, to] = [addDays(today, -BETA_DAYS), addDays(today, -1)]
    const [own, index] = await Promise.all([readDays(underlying, from, to), readDays(BETA_TO, from, to)])
    const beta = own === null || index === null ? null : betaOf(own, index)
    return known.get(key, () => ({ beta })).beta
  }
}

interface Subject {
  readonly listing: OptionListing
  readonly underlying: Instrument
  readonly spot: number
  readonly at: EpochMs
}

const createPricer = (
  { live, calendar }: Pick<OptionPorts, 'live' | 'calendar'>,
  { listing, underlying, spot, at }: Subject,
) => {
  const pricing = createLegPricing({ live, calendar })
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
  return {
    /** Entered at the price now where `entry` is null; null without a price. */
    async price(instrument: Instrument, quantity: number, entry: number | null): Promise<WireLeg | null> {
      const quote = live.quote(instrument, at)
      const mark = quote === null ? null : markOf(quote)
      if (mark === null) return null
      const held = { quantity, entry: entry ?? mark, mark }
      const of = await expiringOf(instrument)
      const leg = pricing.legOf(listing, underlying, instrument, { held, expiring: of, at })
      return { sym: instrument.id, ...pricedOf(leg) }
    },
    nearest: (): (Expiring & { readonly expiry: IstDate }) | null => {
      const [expiry] = [...expiring.keys()].sort()
      const first = expiry === undefined ? undefined : expiring.get(expiry)
      return expiry === undefined || first === undefined ? null : { ...first, expiry }
    },
  }
}

/** The nearest future, and both options next to the price, of the nearest expiry unless `expiry` says which. */
const hedgeContracts = (
  { listing, underlying, spot, at }: Subject,
  expiry: IstDate | null,
  calendar: Calendar,
): readonly Instrument[] => {
  const isAlive = (day: IstDate): boolean => expiryInstant(day, calendar) > at
  const future = listing
    .futuresOf(underlying.id)
    .filter(({ expiry: day }) => day !== null && isAlive(day))
    .sort((one, other) => (one.expiry ?? '').localeCompare(other.expiry ?? ''))[0]
  const days = listing.expiriesOf(underlying.id).filter(isAlive)
  const day = days.find((listed) => listed === expiry) ?? days[0]
  const options = day === undefined ? [] : seriesOf(listing, underlying, day, days).options
  const strikes = options.map(({ strike }) => strike)
  const strike = atmStrikeOf(strikes, spot)
  const atm = options.find((row) => row.strike === strike)
  return [future, atm?.ce, atm?.pe].filter((one): one is Instrument => one !== undefined && one !== null)
}

interface Groups {
  readonly held: ReadonlyMap<InstrumentId, readonly Listed[]>
  readonly unlisted: readonly InstrumentId[]
}

const groupsOf = (
  positions: readonly HeldPosition[],
  listing: OptionListing,
  isEnded: (instrument: Instrument) => boolean,
): Groups => {
  const held = new Map<InstrumentId, Listed[]>()
  const unlisted: InstrumentId[] = []
  for (const position of positions) {
    const instrument = listing.find(position.sym)
    if (instrument === null || isEnded(instrument)) unlisted.push(position.sym)
    else {
      const underlying = underlyingOf(instrument) ?? instrument.id
      held.set(underlying, [...(held.get(underlying) ?? []), { instrument, position }])
    }
  }
  return { held, unlisted }
}

export const createPositionRisk = ({ loadListing, live, clock, calendar, readDays }: RiskPorts) => {
  const betaTo = createBetas(readDays)

  const readGroup = async (subject: Subject, held: readonly Listed[], unpriced: string[]) => {
    const { underlying, spot, at } = subject
    const pricer = createPricer({ live, calendar }, subject)
    const legs: Group['legs'] = []
    for (const { instrument, position } of held) {
      const leg = await pricer.price(instrument, position.quantity, position.entry)
      if (leg === null) unpriced.push(instrument.id)
      else legs.push({ ...leg, product: position.product })
    }
    if (legs.length === 0) return null
    const nearest = pricer.nearest()
    const expiry = nearest?.expiry ?? null
    const hedges: WireLeg[] = []
    for (const instrument of hedgeContracts(subject, expiry, calendar)) {
      const leg = await pricer.price(instrument, Math.max(1, instrument.lotSize), null)
      if (leg !== null) hedges.push(leg)
    }
    const beta = await betaTo(underlying.id, toIstDate(at))
    const iv = percentOf(nearest?.volatility ?? null)
    return { underlying: underlying.id, ...{ spot, beta, iv, expiry, legs, hedges } }
  }

  return async ({ positions, margins }: HeldPositions): Promise<Reply> => {
    const marginOf = new Map(margins)
    const listing = await loadListing()
    const at = clock.now()
    const isEnded = ({ expiry }: Instrument) => expiry !== null && expiryInstant(expiry, calendar) <= at
    const { held, unlisted } = groupsOf(positions, listing, isEnded)
    const groups: Group[] = []
    const unpriced: string[] = [...unlisted]
    for (const [id, listed] of held) {
      const symbols = listed.map(({ instrument }) => instrument.id)
      const underlying = listing.find(id)
      const spot = underlying === null ? null : spotOf(live, underlying, at)
      if (underlying === null || spot === null) {
        unpriced.push(...symbols)
        continue
      }
      try {
        const group = await readGroup({ listing, underlying, spot, at }, listed, unpriced)
        if (group !== null) groups.push({ ...group, margin: marginOf.get(id) ?? null })
      } catch (error) {
        // No forward of an expiry is known yet; the other underlyings have theirs.
        if (!(error instanceof Refusal)) throw error
        unpriced.push(...symbols.filter((symbol) => !unpriced.includes(symbol)))
      }
    }
    return { groups, rate: RISK_FREE_RATE, unpriced, asOf: at }
  }
}
