import type { Instrument } from '../../../src/domain/instrument.ts'
import { fromRupees, type Paise } from '../../../src/domain/money.ts'
import type { Side } from '../../../src/domain/order.ts'
import type { Book, Level, Quote } from '../../../src/domain/quote.ts'
import { type EpochMs, epochMs } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import { findBookFault } from './book-fault.ts'
import { createTakenLevels } from './taken-levels.ts'

const LEVELS = 20
/** The mean range of a day without drift is 1.6 standard deviations (Parkinson 1980). */
const RANGE_IN_DEVIATIONS = 1.6

/** What may be traded against at one instant. */
export interface Sight {
  readonly at: EpochMs
  readonly fault: string | null
  readonly book: Book
  readonly quote: Quote | null
}

export interface Sights {
  at(at: number): Sight
  /** What the other side still offers an order of `side`: inside the limits of the day, without what was taken. */
  offers(side: Side, sight: Sight): readonly Level[]
  take(side: Side, price: Paise, quantity: number, at: number): void
}

/** A contract's own day is what it has moved so far: its underlying's deviation says nothing of its premium. */
const volatilityOf = (market: LiveMarket, instrument: Instrument, { at, quote }: Sight): number => {
  if (instrument.instrumentType === 'EQ') return market.dailyVolatility(instrument.id, at)
  return quote === null ? 0 : (quote.dayHigh - quote.dayLow) / quote.lastPrice / RANGE_IN_DEVIATIONS
}

/** The book of one instrument as its orders see it, kept for one instant. */
export const createSights = (market: LiveMarket, instrument: Instrument): Sights => {
  const taken = { buy: createTakenLevels(), sell: createTakenLevels() }
  const tick = fromRupees(instrument.tickSize)
  let kept: Sight | null = null
  return {
    at: (instant) => {
      if (kept?.at === instant) return kept
      const at = epochMs(instant)
      const book = market.book(instrument, at, LEVELS)
      const quote = market.quote(instrument, at)
      const circuits = quote ?? { lowerCircuit: null, upperCircuit: null }
      kept = { at, book, quote, fault: findBookFault(book, at, circuits, tick) }
      return kept
    },
    offers: (side, sight) => {
      const { book, quote, at } = sight
      const [low, high] = [quote?.lowerCircuit ?? 0, quote?.upperCircuit ?? Number.POSITIVE_INFINITY]
      const shown = (side === 'buy' ? book.asks : book.bids).filter(
        ({ price }) => price >= low && price <= high,
      )
      return taken[side].remaining(shown, at, () => ({
        dailyVolatility: volatilityOf(market, instrument, sight),
        averageDailyVolume: market.averageDailyVolume(instrument),
        tick,
      }))
    },
    take: (side, price, quantity, at) => taken[side].take(price, quantity, at),
  }
}
