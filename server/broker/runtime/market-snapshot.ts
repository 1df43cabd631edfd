import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { phaseAt } from '../../../src/domain/calendar/market-phase.ts'
import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../../src/domain/money.ts'
import type { Quote } from '../../../src/domain/quotes/quote.ts'
import type { EpochMs, IstDate } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import type { Clock } from '../../ports.ts'
import type { InstrumentTerms } from '../account.ts'
import { sizesOf } from '../instrument-terms.ts'
import type { MarketSnapshot } from '../rules.ts'
import { tradingDayOf } from './agenda.ts'
import { instrumentOf } from './exchange-order.ts'

export interface SnapshotParts {
  readonly live: LiveMarket
  readonly clock: Clock
  readonly calendar: Calendar
  readonly findInstrument: (id: InstrumentId) => Instrument | null
  readonly listVersion: () => string
  /** Implied volatility of an option; null when its prices give none. */
  readonly volatilityOf: (terms: InstrumentTerms, quote: Quote, forward: number, at: EpochMs) => number | null
}

const remember = <Value>(work: (terms: InstrumentTerms) => Value): ((terms: InstrumentTerms) => Value) => {
  const known = new Map<InstrumentId, Value>()
  return (terms) => {
    const found = known.get(terms.id)
    if (found !== undefined) return found
    const value = work(terms)
    known.set(terms.id, value)
    return value
  }
}

export const createMarketSnapshots = (parts: SnapshotParts) => {
  const { live, clock, calendar, findInstrument, listVersion, volatilityOf } = parts

  const instrumentFor = (terms: InstrumentTerms): Instrument =>
    findInstrument(terms.id) ?? instrumentOf(terms)

  const forwardAt = (underlying: InstrumentId, expiry: IstDate | null, at: EpochMs): number | null => {
    const forward = expiry === null ? null : live.forward(underlying, expiry, at)
    if (forward !== null) return forward
    const spot = findInstrument(underlying)
    const quote = spot && live.quote(spot, at)
    return quote ? toRupees(quote.lastPrice) : null
  }

  const makeSnapshot = (at: EpochMs): Omit<MarketSnapshot, 'wall' | 'listVersion'> => {
    const quoteOf = remember((terms) => live.quote(instrumentFor(terms), at))
    const forwards = new Map<string, number | null>()
    const forwardOf: MarketSnapshot['forwardOf'] = (terms, expiry) => {
      const underlying = terms.underlying ?? terms.id
      const key = `${underlying} ${expiry ?? ''}`
      const known = forwards.get(key)
      if (known !== undefined) return known
      const forward = forwardAt(underlying, expiry, at)
      forwards.set(key, forward)
      return forward
    }
    const day = tradingDayOf(at, calendar)
    return {
      at,
      day,
      termsInForce: (terms) => {
        const listed = findInstrument(terms.id)
        return listed === null ? terms : { ...terms, ...sizesOf(listed, day) }
      },
      phaseOf: (terms) => phaseAt(terms.sessionGroup, at, calendar),
      quoteOf,
      forwardOf,
      volatilityOf: remember((terms) => {
        const quote = quoteOf(terms)
        const forward = forwardOf(terms, terms.expiry)
        return quote === null || forward === null ? null : volatilityOf(terms, quote, forward, at)
      }),
      dailyVolatilityOf: remember((terms) => live.dailyVolatility(terms.underlying ?? terms.id, at)),
    }
  }

  let latest = makeSnapshot(0 as EpochMs)
  return (at: EpochMs): MarketSnapshot => {
    if (latest.at !== at) latest = makeSnapshot(at)
    return { ...latest, wall: clock.now(), listVersion: listVersion() }
  }
}

export type MarketAt = (at: EpochMs) => MarketSnapshot
