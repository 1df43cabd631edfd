import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { QuoteBook } from '../../market/quotes/quote-book.ts'
import type { Actors } from '../actors.ts'

export const lastPriceOf =
  (actors: Pick<Actors, 'prices'>, quotes: QuoteBook) =>
  (instrument: InstrumentId): number | null =>
    quotes.lastPrice(instrument) ??
    actors.prices.getSnapshot().context.rows.find(({ key }) => key === instrument)?.lastPrice ??
    null
