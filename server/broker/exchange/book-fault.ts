import type { Paise } from '../../../src/domain/money.ts'
import type { Book, Level } from '../../../src/domain/quotes/quote.ts'

const BOOK_AGE_MAX_MS = 5_000

export interface Circuits {
  readonly lowerCircuit: Paise | null
  readonly upperCircuit: Paise | null
}

const isSound = (levels: readonly Level[], direction: 1 | -1): boolean =>
  levels.every(
    ({ price, quantity }, index) =>
      Number.isSafeInteger(price) &&
      price > 0 &&
      Number.isSafeInteger(quantity) &&
      quantity > 0 &&
      (index === 0 || (price - (levels[index - 1]?.price ?? 0)) * direction > 0),
  )

/** Null when orders may fill. A side may be empty at a circuit limit, or one tick above zero. */
export const findBookFault = (
  { at: shownAt, bids, asks }: Book,
  at: number,
  { lowerCircuit, upperCircuit }: Circuits,
  tick: number,
): string | null => {
  if (bids.length + asks.length === 0) return 'the book is empty'
  if (at - shownAt > BOOK_AGE_MAX_MS) return `the book is ${Math.floor((at - shownAt) / 1000)} s old`
  if (!isSound(bids, -1) || !isSound(asks, 1)) return 'the book has an invalid price or quantity'
  const [bid, ask] = [bids[0]?.price, asks[0]?.price]
  if (bid !== undefined && ask !== undefined && bid >= ask) return 'the book is crossed'
  const [low, high] = [lowerCircuit ?? 0, upperCircuit ?? Number.POSITIVE_INFINITY]
  for (const best of [bid, ask]) {
    if (best !== undefined && (best < low || best > high)) return 'the book is outside the limits of the day'
  }
  if (ask === undefined && bid !== undefined && bid + tick <= high) return 'the book has no sellers'
  if (bid === undefined && ask !== undefined && ask - tick >= Math.max(low, tick))
    return 'the book has no buyers'
  return null
}
