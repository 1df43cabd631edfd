import type { Segment } from '../../domain/instruments/instrument.ts'
import { isPlausibleMove } from '../../domain/quotes/price-step.ts'

/** Rupees, epoch ms, and units traded by then. */
interface Tick {
  readonly price: number
  readonly timestamp: number
  readonly volume: number
}

/** Implausible prices that wait for another tick to confirm them, one per row of the quote book. */
export interface UnconfirmedPrices {
  find(row: number): number | null
  hold(row: number, tick: Tick): void
  /** True for another tick that agrees with the waiting one. */
  isConfirmedBy(row: number, segment: Segment, tick: Tick): boolean
  drop(row: number): void
  dropAll(): void
}

export const createUnconfirmedPrices = (rows: number): UnconfirmedPrices => {
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
      // A record is repeated with the same price when only bid or ask has moved.
      const isAnother = timestamp > (timestamps[row] ?? 0) || volume !== volumes[row]
      return isAnother && isPlausibleMove(segment, held, price)
    },
    drop(row) {
      prices[row] = 0
    },
    dropAll() {
      prices.fill(0)
    },
  }
}
