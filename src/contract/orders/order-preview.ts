import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { InstrumentKey } from '../instruments/instrument-key.ts'
import {
  InstrumentsVersion,
  pricedFields,
  ReduceOnly,
  TransactionType,
  validityFields,
} from './order-fields.ts'

export const PREVIEWED_MAX = 20

const PreviewedOrder = z.strictObject({ ...pricedFields, ...validityFields, reduce_only: ReduceOnly })

const Refusal = z.strictObject({ code: z.string(), message: z.string() })

export const OrderOutlook = z.strictObject({
  sym: z.string(),
  transaction_type: TransactionType,
  quantity: z.number(),
  /** Rupees a unit: its own price, else that of a market order now; null without any. */
  price: z.nullable(z.number()),
  lot_size: z.number(),
  freeze_quantity: z.number(),
  /** Lowest and highest price accepted today, in rupees; null where there is none, and before the session. */
  lower_circuit: z.nullable(z.number()),
  upper_circuit: z.nullable(z.number()),
  /** Units of each slice; empty if there would be too many. */
  slices: z.array(z.number()),
  /** Rupees blocked by this order without any others, so too much for an exit; see `margin`. */
  margin: z.number(),
  /** Rupees: of this order, and with an exit at the same price. */
  charges: z.number(),
  charges_round_trip: z.number(),
  break_even_points: z.number(),
  /** Signed units of instrument and product, as if the orders before it had filled. */
  position_before: z.number(),
  position_after: z.number(),
  /** Delta of all open positions on the underlying, in its units, by the margin model; null for a share. */
  delta: z.nullable(z.strictObject({ before: z.number(), after: z.number() })),
  refusal: z.nullable(Refusal),
})

export const HEDGES_MAX = 12

/** Only for a single order that margin does not cover. */
const InsteadOfOrder = z.strictObject({
  /** The most units in whole lots, below those asked for; 0 for not even one lot. */
  quantity: z.number(),
  /** Bought first, it makes the order affordable. `price` is its ask; `required` rupees for both, premium included. */
  hedge: z.nullable(z.strictObject({ sym: z.string(), price: z.number(), required: z.number() })),
})

/** Checked in sequence, each as if those before it had been accepted; for margin, as if all had filled. */
export const previewOrders = endpoint({
  name: 'previewOrders',
  method: 'POST',
  path: '/orders/preview',
  effect: 'reads',
  budget: 'previews',
  body: z.strictObject({
    orders: z.array(PreviewedOrder).check(z.minLength(1), z.maxLength(PREVIEWED_MAX)),
    instruments_version: z.optional(InstrumentsVersion),
    /** Options that may hedge a single sold one; the first that makes it affordable is answered. */
    hedges: z.optional(z.array(InstrumentKey).check(z.maxLength(HEDGES_MAX))),
  }),
  reply: z.strictObject({
    orders: z.array(OrderOutlook),
    instead: z.nullable(InsteadOfOrder),
    /** Rupees for all orders together, open positions included; below 0 frees margin. */
    margin: z.strictObject({
      required: z.number(),
      /** Sum without any hedge. */
      alone: z.number(),
      hedge_benefit: z.number(),
      available: z.number(),
      /** After charges too. */
      remaining: z.number(),
      is_estimate: z.boolean(),
    }),
    charges: z.number(),
    as_of: z.number(),
    /** Source of lots, ticks and freeze quantities; to be sent with the orders. */
    instruments_version: z.string(),
  }),
  failure: 'Error loading order charges',
  summary: 'Margin, charges, resulting positions and possible rejections of orders. Nothing is placed.',
})
