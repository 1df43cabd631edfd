import * as z from 'zod/mini'
import { orderTypes, products, validities, varieties } from '../domain/order.ts'
import { endpoint } from './endpoint.ts'
import { InstrumentKey } from './instrument-key.ts'
import {
  DisclosedQuantity,
  InstrumentsVersion,
  Quantity,
  TransactionType,
  ValidityMinutes,
} from './order-fields.ts'

export const PREVIEWED_MAX = 20

const PreviewedOrder = z.strictObject({
  sym: InstrumentKey,
  transaction_type: TransactionType,
  order_type: z.enum(orderTypes),
  product: z.enum(products),
  variety: z._default(z.enum(varieties), 'regular'),
  quantity: Quantity,
  price: z.optional(z.number().check(z.positive(), z.maximum(10_000_000))),
  trigger_price: z.optional(z.number().check(z.positive(), z.maximum(10_000_000))),
  validity: z._default(z.enum(validities), 'DAY'),
  validity_ttl: z.optional(ValidityMinutes),
  disclosed_quantity: z._default(DisclosedQuantity, 0),
  reduce_only: z._default(z.boolean(), false),
})

const Refusal = z.strictObject({ code: z.string(), message: z.string() })

export const OrderOutlook = z.strictObject({
  sym: z.string(),
  transaction_type: z.string(),
  quantity: z.number(),
  /** Rupees a unit it is reckoned at: its own price, else what a market order would get now. Null without any. */
  price: z.nullable(z.number()),
  lot_size: z.number(),
  freeze_quantity: z.number(),
  /** Units of each order that is sent; more than one beyond the freeze quantity, none when they would be too many. */
  slices: z.array(z.number()),
  /** Rupees this order would block if there were nothing else: of an exit more than it takes, see `margin`. */
  margin: z.number(),
  /** Rupees: of this order, and of leaving again at the same price. */
  charges: z.number(),
  charges_round_trip: z.number(),
  /** Points a unit has to move for the round trip to pay for itself. */
  break_even_points: z.number(),
  /** Signed units of this instrument and product, as if the orders before it had filled. */
  position_before: z.number(),
  position_after: z.number(),
  /** What would refuse it now, by the very rules that decide when it is placed; null when nothing would. */
  refusal: z.nullable(Refusal),
})

/** Orders are looked at one after the other, each as if those before it had been accepted. */
export const previewOrders = endpoint({
  name: 'previewOrders',
  method: 'POST',
  path: '/orders/preview',
  effect: 'reads',
  body: z.strictObject({
    orders: z.array(PreviewedOrder).check(z.minLength(1), z.maxLength(PREVIEWED_MAX)),
    /** The list they were made of; each is refused with `INSTRUMENTS_CHANGED` when it is another one by now. */
    instruments_version: z.optional(InstrumentsVersion),
  }),
  reply: z.strictObject({
    orders: z.array(OrderOutlook),
    /**
     * Rupees for all together, open positions included: below zero when they set free more than they take. `alone` is
     * the sum without any hedge; `remaining` is what is left after charges too.
     */
    margin: z.strictObject({
      required: z.number(),
      alone: z.number(),
      hedge_benefit: z.number(),
      available: z.number(),
      remaining: z.number(),
      is_estimate: z.boolean(),
    }),
    charges: z.number(),
    as_of: z.number(),
    /** The list of instruments that lots, ticks and freeze quantities come from: to be named when they are placed. */
    instruments_version: z.string(),
  }),
  failure: 'Error loading order charges',
  summary: 'What orders would need, cost and change, and what would refuse them. Nothing is placed.',
})
