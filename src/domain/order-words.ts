import type { Instrument, InstrumentId } from './instrument.ts'
import type { Product, Side, Validity, Variety } from './order.ts'
import type { Protection } from './order-draft.ts'

/** How many, as one says it. Rupees are rounded down to lots; percent is of the free margin, or of the position when leaving it. */
export type QuantityAsk =
  | { readonly kind: 'lots'; readonly lots: number }
  | { readonly kind: 'units'; readonly units: number }
  | { readonly kind: 'rupees'; readonly rupees: number }
  | { readonly kind: 'percent'; readonly percent: number }
  /** So many that the way from entry to stop costs this much. */
  | { readonly kind: 'risk'; readonly rupees: number }

export const priceReferences = ['last', 'bid', 'ask', 'dayHigh', 'dayLow'] as const
export type PriceReference = (typeof priceReferences)[number]

/** At what price, as one says it. The offset is signed. */
export type PriceAsk =
  | { readonly kind: 'market' }
  | { readonly kind: 'rupees'; readonly price: number }
  | {
      readonly kind: 'relative'
      readonly to: PriceReference
      readonly offset: number
      readonly unit: 'rupees' | 'ticks' | 'percent'
    }

export interface ValidityAsk {
  readonly validity: Validity
  /** Minutes, of TTL alone. */
  readonly minutes: number | null
}

/** An order as one says it: what is not said follows from the preferences. Trigger in rupees a unit. */
export interface OrderAsk {
  readonly instrument: InstrumentId
  readonly side: Side
  readonly quantity?: QuantityAsk
  readonly price?: PriceAsk
  readonly trigger?: number
  readonly stop?: Protection
  readonly target?: Protection
  readonly product?: Product
  readonly variety?: Variety
  readonly validity?: ValidityAsk
  readonly reduceOnly?: true
}

/** Prices in rupees a unit; null where nobody stands on that side or nothing is known. */
export interface PriceFacts {
  readonly lastPrice: number
  readonly bid: number | null
  readonly ask: number | null
  readonly dayHigh: number | null
  readonly dayLow: number | null
}

/** What an ask is resolved against. */
export interface OrderFacts {
  readonly instrument: Instrument
  /** Its own name in messages. */
  readonly title: string
  /** What one could trade instead where it is an index: `NIFTY fut`, `NIFTY atm ce`. */
  readonly substitutes: readonly string[]
  /** Null while no price is known. */
  readonly quote: PriceFacts | null
  /** Rupees; null while it is not known. */
  readonly freeMargin: number | null
  readonly usual: {
    readonly equityProduct: 'MIS' | 'cash'
    readonly contractProduct: 'MIS' | 'NRML'
    readonly usualLots: number
  }
}

/** The argument that cannot be meant, and what could stand there instead. */
export interface AskProblem {
  readonly arg: 'instrument' | 'quantity' | 'price' | 'trigger' | 'stop' | 'target' | 'product'
  readonly expected: string
  /** What one would type for it, likeliest first. */
  readonly instead?: readonly string[]
}

export type Resolved<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: AskProblem }

export const resolved = <Value>(value: Value): Resolved<Value> => ({ ok: true, value })

export const refused = (
  arg: AskProblem['arg'],
  expected: string,
  instead: readonly string[] = [],
): Resolved<never> => ({
  ok: false,
  problem: { arg, expected, ...(instead.length === 0 ? {} : { instead }) },
})
