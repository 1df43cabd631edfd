import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { type Paise, toRupees } from '../../../src/domain/money.ts'
import { isPlausibleMove } from '../../../src/domain/quotes/price-step.ts'
import type { Print } from '../../../src/domain/quotes/quote.ts'
import { epochMs } from '../../../src/domain/time.ts'
import type { LiveMarket } from './live-market.ts'

/** Starts from the price at the beginning of this span. */
const LOOK_BACK_MS = 60_000

/** A jump needs a second tick: a stop fired at one wrong tick cannot be undone, waiting costs a moment. */
export const isPlausiblePrint = (
  market: Pick<LiveMarket, 'prints' | 'quote'>,
  instrument: Instrument,
  { at, price }: Pick<Print, 'at' | 'price'>,
): boolean => {
  const isStep = (from: Paise, to: Paise): boolean =>
    isPlausibleMove(instrument.segment, toRupees(from), toRupees(to))
  const since = epochMs(at - LOOK_BACK_MS)
  let lastPlausible: Paise | null = market.quote(instrument, since)?.lastPrice ?? null
  let held: Paise | null = null
  let answer: boolean | null = null
  for (const print of market.prints(instrument, since, at)) {
    const isPlausible: boolean =
      lastPlausible === null ||
      isStep(lastPlausible, print.price) ||
      (held !== null && isStep(held, print.price))
    if (isPlausible) lastPlausible = print.price
    held = isPlausible ? null : print.price
    if (print.at === at && print.price === price) answer = isPlausible
  }
  // An auction's match price is not on the tape.
  return answer ?? (lastPlausible === null || isStep(lastPlausible, price))
}
