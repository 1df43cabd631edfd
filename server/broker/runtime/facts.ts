import type { Calendar } from '../../../src/domain/calendar.ts'
import type { Instrument, InstrumentId } from '../../../src/domain/instrument.ts'
import { phaseAt } from '../../../src/domain/market-phase.ts'
import { toRupees } from '../../../src/domain/money.ts'
import type { Quote } from '../../../src/domain/quote.ts'
import type { EpochMs, IstDate } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import type { Clock } from '../../ports.ts'
import type { Terms } from '../account.ts'
import type { Facts } from '../rules.ts'
import { sizesOf } from '../terms.ts'
import { tradingDayOf } from './agenda.ts'
import { instrumentOf } from './exchange-order.ts'

export interface FactParts {
  readonly live: LiveMarket
  readonly clock: Clock
  readonly calendar: Calendar
  readonly findInstrument: (id: InstrumentId) => Instrument | null
  /** Of the list that `findInstrument` looks into. */
  readonly listVersion: () => string
  /** Of an option from its prices; null when they say nothing. */
  readonly volatilityOf: (terms: Terms, quote: Quote, forward: number, at: EpochMs) => number | null
}

/** What is asked of one instant is worked out once, however many decisions fall into it. */
const remember = <Value>(work: (terms: Terms) => Value): ((terms: Terms) => Value) => {
  const known = new Map<InstrumentId, Value>()
  return (terms) => {
    const found = known.get(terms.id)
    if (found !== undefined) return found
    const value = work(terms)
    known.set(terms.id, value)
    return value
  }
}

/** The market as decisions see it. The last instant is kept. */
export const createFacts = (parts: FactParts) => {
  const { live, clock, calendar, findInstrument, listVersion, volatilityOf } = parts

  const instrumentFor = (terms: Terms): Instrument => findInstrument(terms.id) ?? instrumentOf(terms)

  const forwardAt = (underlying: InstrumentId, expiry: IstDate | null, at: EpochMs): number | null => {
    const forward = expiry === null ? null : live.forward(underlying, expiry, at)
    if (forward !== null) return forward
    const spot = findInstrument(underlying)
    const quote = spot && live.quote(spot, at)
    return quote ? toRupees(quote.lastPrice) : null
  }

  const makeFacts = (at: EpochMs): Omit<Facts, 'wall' | 'listVersion'> => {
    const quoteOf = remember((terms) => live.quote(instrumentFor(terms), at))
    const forwards = new Map<string, number | null>()
    const forwardOf: Facts['forwardOf'] = (terms, expiry) => {
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

  let latest = makeFacts(0 as EpochMs)
  return (at: EpochMs): Facts => {
    if (latest.at !== at) latest = makeFacts(at)
    return { ...latest, wall: clock.now(), listVersion: listVersion() }
  }
}

export type FactsAt = (at: EpochMs) => Facts
