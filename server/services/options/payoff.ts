import type * as z from 'zod/mini'
import type { PayoffGraph, payoffGraph } from '../../../src/contract/options.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
import { type Instrument, parseInstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../../src/domain/money.ts'
import type { Greeks } from '../../../src/domain/options/black-76.ts'
import { type Leg, legGreeks, sumGreeks } from '../../../src/domain/options/leg-value.ts'
import { readPayoff } from '../../../src/domain/options/payoff.ts'
import { percentOf, pricedOf } from '../../../src/domain/options/priced-leg.ts'
import { RISK_FREE_RATE } from '../../../src/domain/options/rate.ts'
import { expiryInstant } from '../../../src/domain/options/years-to-expiry.ts'
import type { Quote } from '../../../src/domain/quotes/quote.ts'
import type { EpochMs, IstDate } from '../../../src/domain/time.ts'
import { underlyingOf } from '../../broker/instrument-terms.ts'
import { createEventLoopYield } from '../../market/yield-to-event-loop.ts'
import { Refusal } from '../../refusal.ts'
import { markOf, type OptionListing, type OptionPorts, rounded, roundedOrNull, spotOf } from './chain-view.ts'
import { createLegPricing, type Expiring } from './leg-pricing.ts'

type Request = FromWire<z.output<typeof payoffGraph.body>>
type Graph = FromWire<z.output<typeof PayoffGraph>>
type Asked = Request['legs'][number]

const FAILURE = 'Error fetching payoff graph'

const refuse = (issue: string): Refusal => new Refusal('MALFORMED', FAILURE, { issues: [issue] })

interface Known {
  readonly asked: Asked
  readonly instrument: Instrument
  readonly entry: number
  readonly mark: number
}

/** Legs without a price enter where a market order would fill now. */
export const createPayoff = ({ loadListing, live, clock, calendar }: OptionPorts) => {
  const pricing = createLegPricing({ live, calendar })

  const knowLeg = (listing: OptionListing, asked: Asked, index: number, at: EpochMs): Known => {
    const field = `body.legs.${index}.sym`
    const parsed = parseInstrumentId(asked.sym)
    const instrument = parsed === null ? null : listing.find(parsed.id)
    if (instrument === null) {
      const near = listing.nearest(parsed?.tradingSymbol ?? asked.sym)
      throw refuse(
        `${field}: ${asked.sym} is not listed${near.length === 0 ? '' : `; nearest: ${near.join(', ')}`}`,
      )
    }
    if (instrument.segment === 'INDICES')
      throw refuse(`${field}: ${asked.sym} is an index and cannot be traded`)
    if (instrument.expiry !== null && expiryInstant(instrument.expiry, calendar) <= at)
      throw refuse(`${field}: ${asked.sym} has expired`)
    const quote = live.quote(instrument, at)
    const entry = asked.price ?? (quote === null ? null : marketPriceOf(quote, asked.transactionType))
    if (entry === null) throw refuse(`${field}: ${asked.sym} has no price yet; give one`)
    return { asked, instrument, entry, mark: (quote === null ? null : markOf(quote)) ?? entry }
  }

  const findUnderlying = (listing: OptionListing, known: readonly Known[]): Instrument => {
    const ids = known.map(({ instrument }) => underlyingOf(instrument) ?? instrument.id)
    const [first] = ids
    const other = ids.find((id) => id !== first)
    if (other !== undefined)
      throw refuse(`body.legs: the legs are of ${first} and of ${other}; give those of one`)
    if (known.every(({ instrument }) => instrument.expiry === null))
      throw refuse('body.legs: at least one leg must be an option or a future')
    const underlying = first === undefined ? null : listing.find(first)
    if (underlying === null) throw refuse(`body.legs: ${first}, of which the legs are, is not listed`)
    return underlying
  }

  return async ({ legs: asked, horizonDays, ivShift }: Request): Promise<Graph> => {
    const listing = await loadListing()
    const at = clock.now()
    const breathe = createEventLoopYield()
    const known = asked.map((leg, index) => knowLeg(listing, leg, index, at))
    const underlying = findUnderlying(listing, known)
    const spot = spotOf(live, underlying, at)
    if (spot === null) throw new Refusal('NOT_FOUND', `No price for ${underlying.id} yet`)
    const expiries = [...new Set(known.flatMap(({ instrument }) => instrument.expiry ?? []))].sort()
    const expiring = new Map<IstDate, Expiring>()
    for (const expiry of expiries)
      expiring.set(expiry, await pricing.readExpiry(listing, underlying, expiry, { spot, at, breathe }))
    const [expiry] = expiries
    const nearest = expiry === undefined ? undefined : expiring.get(expiry)
    if (expiry === undefined || nearest === undefined)
      throw new Error('a payoff was asked for legs without expiry')
    const legs = known.map(({ instrument, ...leg }): Leg => {
      const quantity = leg.asked.transactionType === 'BUY' ? leg.asked.quantity : -leg.asked.quantity
      const { expiry: ends } = instrument
      return pricing.legOf(listing, underlying, instrument, {
        held: { quantity, entry: leg.entry, mark: leg.mark },
        expiring: ends === null ? undefined : expiring.get(ends),
        at,
      })
    })
    const payoff = readPayoff(
      { legs, spot, rate: RISK_FREE_RATE, volatility: nearest.volatility },
      {
        horizonYears: horizonDays === undefined ? null : horizonDays / 365,
        volatilityShift: (ivShift ?? 0) / 100,
      },
    )
    const greeks = legs.map((leg) => legGreeks(leg, RISK_FREE_RATE))
    return {
      underlying: underlying.id,
      spot,
      forward: rounded(nearest.forward, 4),
      expiry,
      hasLaterLegs: payoff.hasLaterLegs,
      prices: payoff.prices.map((price) => rounded(price, 4)),
      atExpiry: inPaise(payoff.atExpiry),
      today: inPaise(payoff.today),
      atHorizon: payoff.atHorizon === null ? null : inPaise(payoff.atHorizon),
      breakevens: payoff.breakevens.map((price) => rounded(price, 4)),
      expectedMove: roundedOrNull(payoff.expectedMove, 2),
      maxProfit: roundedOrNull(payoff.maxProfit.value, 2),
      maxLoss: roundedOrNull(payoff.maxLoss.value, 2),
      maxProfitNote: payoff.maxProfit.note,
      maxLossNote: payoff.maxLoss.note,
      pop: roundedOrNull(payoff.probabilityOfProfit === null ? null : payoff.probabilityOfProfit * 100, 2),
      netPremium: rounded(payoff.netPremium, 2),
      pnlNow: rounded(payoff.pnlNow, 2),
      greeks: toWireGreeks(sumGreeks(greeks)),
      legs: known.map(({ asked: { sym, transactionType, quantity }, entry }, index) => {
        const leg = legs[index]
        const volatility = leg?.kind === 'option' ? leg.volatility : null
        return {
          sym,
          transactionType,
          quantity,
          price: entry,
          iv: roundedOrNull(volatility === null ? null : volatility * 100, 4),
          greeks: toWireGreeks(greeks[index] ?? null),
        }
      }),
      ...{ model: modelOf(known, legs, nearest.volatility), asOf: at },
    }
  }
}

const modelOf = (
  known: readonly Known[],
  legs: readonly Leg[],
  volatility: number | null,
): Graph['model'] => ({
  rate: RISK_FREE_RATE,
  iv: percentOf(volatility),
  legs: legs.map((leg, index) => ({ sym: known[index]?.asked.sym ?? '', ...pricedOf(leg) })),
})

/** Rupees per unit; the last price on an empty side. */
const marketPriceOf = ({ bid, ask, lastPrice }: Quote, side: 'BUY' | 'SELL'): number =>
  toRupees((side === 'BUY' ? ask : bid) ?? lastPrice)

const inPaise = (rupees: readonly number[]): number[] => rupees.map((value) => rounded(value, 2))

const toWireGreeks = (greeks: Greeks | null): Graph['greeks'] => ({
  delta: roundedOrNull(greeks?.delta ?? null, 4),
  gamma: roundedOrNull(greeks?.gamma ?? null, 6),
  theta: roundedOrNull(greeks?.theta ?? null, 2),
  vega: roundedOrNull(greeks?.vega ?? null, 2),
  rho: roundedOrNull(greeks?.rho ?? null, 4),
})
