import type { Candles } from '../../src/domain/charts/candle.ts'
import type { Instrument } from '../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../src/domain/money.ts'
import type { EpochMs } from '../../src/domain/time.ts'
import type { LiveMarket } from '../market/live/live-market.ts'

export interface PriceNow {
  readonly lastPrice: number
  readonly dayChange: number
}

const percent = (now: number, before: number): number => (before > 0 ? 100 * (now / before - 1) : 0)

/** From the quote of now; without one, from the last two candles. */
export const priceOf = (
  live: LiveMarket,
  instrument: Instrument,
  { at, candles: { close } }: { readonly at: EpochMs; readonly candles: Candles },
): PriceNow => {
  const quote = live.quote(instrument, at)
  if (quote !== null) {
    const [lastPrice, before] = [toRupees(quote.lastPrice), toRupees(quote.previousClose)]
    return { lastPrice, dayChange: percent(lastPrice, before) }
  }
  const lastPrice = close.at(-1) ?? 0
  return { lastPrice, dayChange: percent(lastPrice, close.at(-2) ?? lastPrice) }
}
