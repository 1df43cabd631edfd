import type { Instrument, InstrumentId } from '../instruments/instrument.ts'
import type { Product, Side, Validity, Variety } from './order.ts'
import type { Protection, TrailDistance } from './order-draft.ts'

/** Rupees are rounded down to lots; percent is of the free margin, or of the position when closing it. */
export type QuantitySpec =
  | { readonly kind: 'lots'; readonly lots: number }
  | { readonly kind: 'units'; readonly units: number }
  | { readonly kind: 'rupees'; readonly rupees: number }
  | { readonly kind: 'percent'; readonly percent: number }
  /** Rupees lost from entry to stop. */
  | { readonly kind: 'risk'; readonly rupees: number }

export const priceReferences = ['last', 'bid', 'ask', 'dayHigh', 'dayLow'] as const
export type PriceReference = (typeof priceReferences)[number]

export type PriceSpec =
  | { readonly kind: 'market' }
  | { readonly kind: 'rupees'; readonly price: number }
  | {
      readonly kind: 'relative'
      readonly to: PriceReference
      readonly offset: number
      readonly unit: 'rupees' | 'ticks' | 'percent'
    }

export interface ValiditySpec {
  readonly validity: Validity
  /** Minutes, for TTL only. */
  readonly minutes: number | null
}

/** Missing parts follow from the preferences. Trigger in rupees a unit. */
export interface OrderInput {
  readonly instrument: InstrumentId
  readonly side: Side
  readonly quantity?: QuantitySpec
  readonly price?: PriceSpec
  readonly trigger?: number
  readonly stop?: Protection
  /** Alone it is the distance of the stop too. */
  readonly trail?: TrailDistance
  readonly target?: Protection
  readonly product?: Product
  readonly variety?: Variety
  readonly validity?: ValiditySpec
  readonly reduceOnly?: true
}

/** Rupees a unit; null for an empty side or an unknown price. */
export interface QuotePrices {
  readonly lastPrice: number
  readonly bid: number | null
  readonly ask: number | null
  readonly dayHigh: number | null
  readonly dayLow: number | null
}

/** Lowest and highest price of the day in rupees, on the tick; null for one that is not set. */
export interface CircuitLimits {
  readonly lower: number | null
  readonly upper: number | null
}

export interface OrderContext {
  readonly instrument: Instrument
  readonly title: string
  /** Tradable alternatives to an index: `NIFTY fut`, `NIFTY atm ce`. */
  readonly substitutes: readonly string[]
  readonly quote: QuotePrices | null
  readonly circuits?: CircuitLimits | null
  /** Rupees; null while unknown. */
  readonly freeMargin: number | null
  readonly usual: {
    readonly equityProduct: 'MIS' | 'cash'
    readonly contractProduct: 'MIS' | 'NRML'
    readonly usualLots: number
  }
}

/** A text in place of the value; with `replaces`, in place of its keyword too, or after the line. */
export type Instead = string | { readonly text: string; readonly replaces: 'argument' | 'nothing' }

export interface InputProblem {
  readonly arg:
    | 'instrument'
    | 'quantity'
    | 'price'
    | 'trigger'
    | 'stop'
    | 'trail'
    | 'target'
    | 'prices'
    | 'product'
  readonly expected: string
  /** A sentence, and perhaps a second one with the way out. */
  readonly message: string
  /** Likeliest first. */
  readonly instead?: readonly Instead[]
}

export type Resolved<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: InputProblem }

export const resolved = <Value>(value: Value): Resolved<Value> => ({ ok: true, value })

type Refusal = Omit<InputProblem, 'arg'>

export const refused = (
  arg: InputProblem['arg'],
  { expected, message, instead = [] }: Refusal,
): Resolved<never> => ({
  ok: false,
  problem: { arg, expected, message, ...(instead.length === 0 ? {} : { instead }) },
})
