import type { Paise } from '../../../src/domain/money.ts'
import type { Level } from '../../../src/domain/quotes/quote.ts'

const HALF_LIFE_MS = 3_000
const HALVINGS_MAX = 20
export const FORGOTTEN_AFTER_MS = HALF_LIFE_MS * HALVINGS_MAX
/** More prices than one book has levels; the oldest are dropped. */
const PRICES_MAX = 128
/** Share of a day's standard deviation that trading a whole day's volume would move the price. */
const IMPACT = 0.6

interface Taken {
  readonly quantity: number
  readonly at: number
}

/** Linear between halvings, so that every machine computes the same. */
export const stillMissing = (quantity: number, age: number): number => {
  const halvings = Math.floor(age / HALF_LIFE_MS)
  if (halvings >= HALVINGS_MAX) return 0
  const part = (age - halvings * HALF_LIFE_MS) / HALF_LIFE_MS
  return Math.floor((quantity / 2 ** halvings) * (1 - part / 2))
}

export interface ConsumedLiquidity {
  take(price: Paise, quantity: number, at: number): void
  /** Levels less what our orders took, which refills; those too near to recent fills are withdrawn. */
  remaining(levels: readonly Level[], at: number, impact: () => Impact): readonly Level[]
}

export interface Impact {
  /** Standard deviation of the day's return, as a fraction. */
  readonly dailyVolatility: number
  readonly averageDailyVolume: number
  readonly tick: number
}

export const createConsumedLiquidity = (): ConsumedLiquidity => {
  const taken = new Map<Paise, Taken>()
  let consumed: Taken = { quantity: 0, at: 0 }
  return {
    take: (price, quantity, at) => {
      const before = taken.get(price)
      taken.delete(price)
      taken.set(price, {
        quantity: quantity + (before ? stillMissing(before.quantity, at - before.at) : 0),
        at,
      })
      consumed = { quantity: quantity + stillMissing(consumed.quantity, at - consumed.at), at }
      for (const [oldest, { at: takenAt }] of taken) {
        if (taken.size <= PRICES_MAX && at - takenAt < FORGOTTEN_AFTER_MS) break
        taken.delete(oldest)
      }
    },
    remaining: (levels, at, impact) => {
      const best = levels[0]?.price
      if (taken.size === 0 || best === undefined) return levels
      const { dailyVolatility, averageDailyVolume, tick } = impact()
      const volume = stillMissing(consumed.quantity, at - consumed.at)
      // Temporary impact 0.6 · σ · √(v / ADV), in whole ticks from the best price.
      const distance =
        averageDailyVolume > 0
          ? Math.floor((IMPACT * dailyVolatility * Math.sqrt(volume / averageDailyVolume) * best) / tick) *
            tick
          : 0
      return levels.flatMap((level) => {
        if (Math.abs(level.price - best) < distance) return []
        const gone = taken.get(level.price)
        const quantity = level.quantity - (gone ? stillMissing(gone.quantity, at - gone.at) : 0)
        return quantity > 0 ? [{ ...level, quantity }] : []
      })
    },
  }
}
