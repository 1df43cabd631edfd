import type { Segment } from '../domain/instrument.ts'
import { isBelievableStep } from '../domain/price-step.ts'

/** A price in rupees, when it was made and how much was traded by then. */
interface Tick {
  readonly price: number
  readonly timestamp: number
  readonly volume: number
}

/** Prices too far off to be believed of one tick alone, one for each row of the quote book. */
export interface HeldPrices {
  /** Rupees; null where none waits. */
  find(row: number): number | null
  hold(row: number, tick: Tick): void
  /** Whether this is another tick than the one that waits, and agrees with it. */
  isConfirmedBy(row: number, segment: Segment, tick: Tick): boolean
  drop(row: number): void
  dropAll(): void
}

export const createHeldPrices = (rows: number): HeldPrices => {
  /** 0 where none waits. */
  const prices = new Float64Array(rows)
  const timestamps = new Float64Array(rows)
  const volumes = new Float64Array(rows)
  return {
    find: (row) => prices[row] || null,
    hold(row, { price, timestamp, volume }) {
      prices[row] = price
      timestamps[row] = timestamp
      volumes[row] = volume
    },
    isConfirmedBy(row, segment, { price, timestamp, volume }) {
      const held = prices[row] || null
      if (held === null) return false
      // A record comes again, its price unchanged, when only bid or ask have moved.
      const isAnother = timestamp > (timestamps[row] ?? 0) || volume !== volumes[row]
      return isAnother && isBelievableStep(segment, held, price)
    },
    drop(row) {
      prices[row] = 0
    },
    dropAll() {
      prices.fill(0)
    },
  }
}
