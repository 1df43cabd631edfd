import * as z from 'zod/mini'
import { gttFailures, gttStatuses, gttWhens } from '../../domain/orders/gtt/gtt.ts'
import { endpoint } from '../endpoint.ts'
import { InstrumentKey } from '../instruments/instrument-key.ts'
import { StrategyUuid as Uuid } from '../strategies.ts'
import { Price, Product, Quantity, TransactionType } from './order-fields.ts'

const MB = 1024 * 1024

/** Rupees a unit. A limit order at `price` is sent once a trade is at `trigger_price` or beyond. */
const Trigger = z.strictObject({ when: z.enum(gttWhens), trigger_price: Price, price: Price })

const terms = {
  sym: InstrumentKey,
  transaction_type: TransactionType,
  /** `cash` for shares, `NRML` for contracts. */
  product: Product,
  quantity: Quantity,
  /** Its order only reduces the position, and is rejected where nothing is held. */
  reduce_only: z._default(z.boolean(), false),
  /** One or two: of two, below and above, one cancels the other. */
  triggers: z.array(Trigger).check(z.minLength(1), z.maxLength(2)),
}

/** Instants are market time, in milliseconds since the epoch. */
export const Gtt = z.strictObject({
  gtt_uuid: z.string(),
  ...terms,
  status: z.enum(gttStatuses),
  /** Why it was cancelled or its order rejected; empty while all is well. */
  reason: z.string(),
  /** Rupees, when it was placed; null if there was none. */
  last_price: z.nullable(z.number()),
  /** The trade that triggered it. */
  triggered: z.nullable(z.strictObject({ when: z.enum(gttWhens), price: z.number(), at: z.number() })),
  order_id: z.nullable(z.string()),
  created_at: z.number(),
  expires_at: z.number(),
  ended_at: z.nullable(z.number()),
})

export const listGtts = endpoint({
  name: 'listGtts',
  method: 'GET',
  path: '/orders/gtt',
  answerBytesMax: MB,
  reply: z.array(Gtt),
  failure: gttFailures.list,
  summary: 'Good till triggered orders that are active, and the last ones that ended; newest first.',
})

export const placeGtt = endpoint({
  name: 'placeGtt',
  method: 'POST',
  path: '/orders/gtt',
  body: z.strictObject({
    /** Chosen by the caller, so that placing again after a lost answer places nothing twice. */
    gtt_uuid: Uuid,
    ...terms,
    /** Cancelled in the same step; refused if it was triggered meanwhile. */
    replaces: z.optional(Uuid),
  }),
  reply: Gtt,
  failure: gttFailures.place,
  summary:
    'Keeps an order until a price is reached, over days: up to a year, of a contract until it expires. No margin is blocked before.',
})

export const cancelGtt = endpoint({
  name: 'cancelGtt',
  method: 'DELETE',
  path: '/orders/gtt',
  riskReducing: true,
  query: z.strictObject({ gtt_uuid: Uuid }),
  reply: Gtt,
  failure: gttFailures.cancel,
  summary: 'Cancels a GTT order that was not triggered. Once it answers, it sends no order.',
})
