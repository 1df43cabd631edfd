import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { fromRupees, type Paise } from '../../../src/domain/money.ts'
import type { Side } from '../../../src/domain/orders/order.ts'
import type { Book, Level, Quote } from '../../../src/domain/quotes/quote.ts'
import { type EpochMs, epochMs } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import { findBookFault } from './book-fault.ts'
import { createConsumedLiquidity } from './consumed-liquidity.ts'

const LEVELS = 20
/** The mean range of a day without drift is 1.6 standard deviations (Parkinson 1980). */
const RANGE_IN_DEVIATIONS = 1.6

export interface BookSnapshot {
  readonly at: EpochMs
  readonly fault: string | null
  readonly book: Book
  readonly quote: Quote | null
}

export interface BookSnapshots {
  at(at: number): BookSnapshot
  offers(side: Side, snapshot: BookSnapshot): readonly Level[]
  take(side: Side, price: Paise, quantity: number, at: number): void
}

/** A contract's own range so far: its underlying's deviation says nothing of its premium. */
const volatilityOf = (market: LiveMarket, instrument: Instrument, { at, quote }: BookSnapshot): number => {
  if (instrument.instrumentType === 'EQ') return market.dailyVolatility(instrument.id, at)
  return quote === null ? 0 : (quote.dayHigh - quote.dayLow) / quote.lastPrice / RANGE_IN_DEVIATIONS
}

export const createBookSnapshots = (market: LiveMarket, instrument: Instrument): BookSnapshots => {
  const taken = { buy: createConsumedLiquidity(), sell: createConsumedLiquidity() }
  const tick = fromRupees(instrument.tickSize)
  let kept: BookSnapshot | null = null
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
    offers: (side, snapshot) => {
      const { book, quote, at } = snapshot
      const [low, high] = [quote?.lowerCircuit ?? 0, quote?.upperCircuit ?? Number.POSITIVE_INFINITY]
      const shown = (side === 'buy' ? book.asks : book.bids).filter(
        ({ price }) => price >= low && price <= high,
      )
      return taken[side].remaining(shown, at, () => ({
        dailyVolatility: volatilityOf(market, instrument, snapshot),
        averageDailyVolume: market.averageDailyVolume(instrument),
        tick,
      }))
    },
    take: (side, price, quantity, at) => taken[side].take(price, quantity, at),
  }
}
