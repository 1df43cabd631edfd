import type { ReactNode } from 'react'
import type { PlacedPrices } from '../candle-plot.ts'

export interface PriceLine {
  readonly id: string
  readonly price: number
  /** The text repeats the colour's meaning: `Buy 75 LIMIT`. */
  readonly label: string
  readonly kind: 'buy' | 'sell' | 'position' | 'stop' | 'target' | 'gtt' | 'alert' | 'level'
  /** Beside the price, such as what a stop would lose there. */
  readonly note?: ((price: number) => ReactNode) | undefined
  readonly isMovable?: boolean
  /** The question before it is removed; absent where it cannot be. */
  readonly removal?: string
}

export interface PriceBand {
  readonly from: number
  readonly to: number
}

export interface MovedTo {
  readonly id: string
  readonly price: number
  readonly isSent: boolean
  /** `margin ₹30,790.00, charges ₹33.79`; empty until known. */
  readonly cost: string
  readonly problem: string | null
}

/** Moves lines. Nothing is sent before `send`; one line is moved at a time. */
export interface LineMovement {
  readonly moved: MovedTo | null
  readonly move: (id: string, price: number) => void
  readonly send: () => void
  readonly putBack: () => void
  readonly remove: (id: string) => void
}

export interface Placement {
  watch(listener: (prices: PlacedPrices) => void): () => void
  now(): PlacedPrices | null
}
