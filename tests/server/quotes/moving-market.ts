import type { LiveMarket } from '../../../server/market/live/live-market.ts'
import { clockFrom } from '../../../server/market/market-clock.ts'
import type { Clock } from '../../../server/ports.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import {
  type Instrument,
  type InstrumentId,
  parseInstrumentId,
} from '../../../src/domain/instruments/instrument.ts'
import { fromRupees } from '../../../src/domain/money.ts'
import type { Quote } from '../../../src/domain/quotes/quote.ts'

/** A share of NSE or an index, by its id. */
export const listed = (id: InstrumentId): Instrument => {
  const parts = parseInstrumentId(id)
  if (parts === null) throw new Error(`${id} names no segment`)
  return {
    id,
    instrumentToken: 1,
    exchangeToken: 1,
    tradingSymbol: parts.tradingSymbol,
    name: parts.tradingSymbol,
    lastPrice: 0,
    expiry: null,
    strike: 0,
    tickSize: 0.05,
    lotSize: 1,
    instrumentType: 'EQ',
    segment: parts.segment,
    exchange: 'NSE',
    universe: '000000',
  }
}

/** A market in which nothing moves but what a test moves. */
export const createMovingMarket = (clock: Clock) => {
  const quotes = new Map<InstrumentId, Quote>()
  const broken = new Set<InstrumentId>()
  const silent = new Set<InstrumentId>()

  const trade = (id: InstrumentId, rupees: number, quantity = 1): void => {
    const price = fromRupees(rupees)
    const before = quotes.get(id)
    quotes.set(id, {
      instrument: id,
      at: clock.now(),
      lastPrice: price,
      lastQuantity: quantity,
      dayOpen: before?.dayOpen ?? price,
      dayHigh: price,
      dayLow: price,
      previousClose: before?.previousClose ?? price,
      minuteOpen: price,
      minuteHigh: price,
      minuteLow: price,
      volume: (before?.volume ?? 0) + quantity,
      openInterest: 0,
      previousOpenInterest: 0,
      lowerCircuit: null,
      upperCircuit: null,
      bid: null,
      ask: null,
    })
  }

  const live: LiveMarket = {
    quote: (instrument) => {
      if (broken.has(instrument.id)) throw new Error('this source is broken')
      return quotes.get(instrument.id) ?? null
    },
    book: (_, at) => ({ at, bids: [], asks: [] }),
    prints: () => [],
    auctionPrice: () => null,
    settlementPrice: () => null,
    forward: () => null,
    dailyVolatility: () => 0,
    averageDailyVolume: () => 0,
  }

  return {
    live,
    trade,
    /** From now on the source throws for this instrument. */
    breakOff: (id: InstrumentId): void => {
      broken.add(id)
    },
    marketClock: clockFrom(
      { mode: { kind: 'real' }, wall: clock.now(), market: clock.now() },
      { clock, calendar: exchangeCalendar },
    ),
    /** All that trade are listed, and whatever was added without a trade. */
    findInstruments: async (ids: readonly InstrumentId[]): Promise<readonly (Instrument | null)[]> =>
      ids.map((id) => (quotes.has(id) || broken.has(id) || silent.has(id) ? listed(id) : null)),
    list: (id: InstrumentId): void => {
      silent.add(id)
    },
  }
}
