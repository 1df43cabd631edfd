import type { Instrument } from '../../../src/domain/instrument.ts'
import { type Paise, toRupees } from '../../../src/domain/money.ts'
import { isBelievableStep } from '../../../src/domain/price-step.ts'
import type { Print } from '../../../src/domain/quote.ts'
import { epochMs } from '../../../src/domain/time.ts'
import type { LiveMarket } from './live-market.ts'

/** How far back what is believed is sought; the price that stood then is the first. */
const LOOK_BACK_MS = 60_000

/**
 * Whether a price is believed that was printed at an instant: it follows the one believed before it, or another tick
 * agrees that was as far off. A stop that fired at one wrong tick cannot be taken back; one that waits for the next is
 * a moment late.
 */
export const isBelievedPrint = (
  market: Pick<LiveMarket, 'prints' | 'quote'>,
  instrument: Instrument,
  { at, price }: Pick<Print, 'at' | 'price'>,
): boolean => {
  const isStep = (from: Paise, to: Paise): boolean =>
    isBelievableStep(instrument.segment, toRupees(from), toRupees(to))
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
  // The match of an auction is no print of the tape.
  return answer ?? (believed === null || isStep(believed, price))
}
