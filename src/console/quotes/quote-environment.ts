import type { Environment } from '../../commands/environment.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { VisibleDepth } from '../../domain/orders/expected-fill.ts'
import { orderMarketOf } from '../../domain/orders/outcome-in-words.ts'
import type { MarketMoment } from '../../domain/quotes/quote-age.ts'
import type { QuoteBook } from '../../market/quotes/quote-book.ts'
import type { Actors } from '../actors.ts'

/** Null unless some view is watching the depth of this instrument. */
const depthOf = (
  { lineDepth, depth }: Pick<Actors, 'lineDepth' | 'depth'>,
  instrument: InstrumentId,
): VisibleDepth | null => {
  for (const actor of [lineDepth, depth]) {
    const known = actor.getSnapshot().context
    if (known.instrument === instrument && known.depth !== null) return known.depth
  }
  return null
}

interface QuotePorts {
  readonly actors: Pick<Actors, 'lineDepth' | 'depth'>
  readonly quotes: QuoteBook
  readonly lastPrice: (instrument: InstrumentId) => number | null
  readonly market: () => MarketMoment | null
}

export const quoteEnvironment = ({
  actors,
  quotes,
  lastPrice,
  market,
}: QuotePorts): Pick<Environment, 'quoteOf' | 'marketOf'> => ({
  marketOf: (segment) => {
    const moment = market()
    return moment === null ? null : orderMarketOf(segment, moment)
  },
  quoteOf: (instrument) => {
    const quote = quotes.quote(instrument)
    if (quote === null) {
      const price = lastPrice(instrument)
      return price === null
        ? null
        : { lastPrice: price, bid: null, ask: null, dayHigh: null, dayLow: null, isTrusted: false }
    }
    const { freshness, dayHigh, dayLow } = quote
    const { bid, ask } = quotes.sides(instrument) ?? quote
    return {
      lastPrice: quote.lastPrice,
      bid: bid > 0 ? bid : null,
      ask: ask > 0 ? ask : null,
      dayHigh: dayHigh > 0 ? dayHigh : null,
      dayLow: dayLow > 0 ? dayLow : null,
      isTrusted: freshness === 'live',
      depth: depthOf(actors, instrument),
    }
  },
})
