import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { type Paise, toRupees } from '../../../src/domain/money.ts'
import { isPlausibleMove } from '../../../src/domain/quotes/price-step.ts'
import type { Print } from '../../../src/domain/quotes/quote.ts'
import { epochMs } from '../../../src/domain/time.ts'
import type { LiveMarket } from './live-market.ts'

/** Starts from the price at the beginning of this span. */
const LOOK_BACK_MS = 60_000

/** A jump needs a second tick: a stop fired at one wrong tick cannot be undone, waiting costs a moment. */
export const isBelievedPrint = (
  market: Pick<LiveMarket, 'prints' | 'quote'>,
  instrument: Instrument,
  { at, price }: Pick<Print, 'at' | 'price'>,
): boolean => {
  const isStep = (from: Paise, to: Paise): boolean =>
    isPlausibleMove(instrument.segment, toRupees(from), toRupees(to))
  const since = epochMs(at - LOOK_BACK_MS)
  let believed: Paise | null = market.quote(instrument, since)?.lastPrice ?? null
  let held: Paise | null = null
  let answer: boolean | null = null
  for (const print of market.prints(instrument, since, at)) {
    const isBelieved: boolean =
      believed === null || isStep(believed, print.price) || (held !== null && isStep(held, print.price))
    if (isBelieved) believed = print.price
    held = isBelieved ? null : print.price
    if (print.at === at && print.price === price) answer = isBelieved
  }
  // An auction's match price is not on the tape.
  return answer ?? (believed === null || isStep(believed, price))
}
