import * as z from 'zod/mini'
import { products } from '../domain/order.ts'
import { endpoint } from './endpoint.ts'
import { InstrumentKey } from './instrument-key.ts'
import { ClientKey } from './order-fields.ts'

export const protectionKinds = ['price', 'percent', 'points', 'rupees'] as const

/** A price, or a distance from the average fill: percent of it, points a unit, rupees of the whole. */
const Protection = z.strictObject({
  kind: z.enum(protectionKinds),
  value: z.number().check(z.positive(), z.maximum(1_000_000_000)),
})
const BracketId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))

/** `waiting`: its order has not filled. `watching`: guards a position. Then `exiting`, and one of the ends. */
export const bracketStatuses = ['waiting', 'watching', 'exiting', 'done', 'cancelled', 'failed'] as const

export const Bracket = z.strictObject({
  bracket_id: z.string(),
  /** The order it waits for; null when it guards a position that was there. */
  client_order_id: z.nullable(z.string()),
  sym: z.string(),
  product: z.string(),
  /** Signed units it guards; 0 while it waits. */
  quantity: z.number(),
  stop: z.nullable(Protection),
  target: z.nullable(Protection),
  /** Rupees a unit, once the average is known. */
  stop_price: z.nullable(z.number()),
  target_price: z.nullable(z.number()),
  status: z.enum(bracketStatuses),
  /** Why it ended, in words. */
  message: z.nullable(z.string()),
  exit_order_id: z.nullable(z.string()),
  /** Market time, milliseconds since the epoch. */
  made_at: z.number(),
})

export const getBrackets = endpoint({
  name: 'getBrackets',
  method: 'GET',
  path: '/orders/brackets',
  reply: z.array(Bracket),
  failure: 'Error loading stops and targets',
  summary: 'Stops and targets of the day, the newest first. The server watches them: no page need be open.',
})

/** Made before its order is sent, so that no order stands without it; forgotten when no such order comes in a minute. */
export const createBracket = endpoint({
  name: 'createBracket',
  method: 'POST',
  path: '/orders/brackets',
  body: z.strictObject({
    /** Of the order that is about to be placed; or, without it, of an open position. */
    client_order_id: z.optional(ClientKey),
    sym: InstrumentKey,
    product: z.enum(products),
    stop: z.optional(Protection),
    target: z.optional(Protection),
  }),
  reply: Bracket,
  failure: 'Error setting stop and target',
  summary: 'A stop, a target or both for an order about to be placed or a position: one ends the other.',
})

export const changeBracket = endpoint({
  name: 'changeBracket',
  method: 'POST',
  path: '/orders/brackets/change',
  body: z.strictObject({
    bracket_id: BracketId,
    /** Absent: as it is. Null: none any more. */
    stop: z.optional(z.nullable(Protection)),
    target: z.optional(z.nullable(Protection)),
  }),
  reply: Bracket,
  failure: 'Error setting stop and target',
  summary: 'Moves a stop or a target.',
})

export const cancelBracket = endpoint({
  name: 'cancelBracket',
  method: 'DELETE',
  path: '/orders/brackets',
  query: z.strictObject({ bracket_id: BracketId }),
  reply: Bracket,
  failure: 'Error setting stop and target',
  summary: 'Takes stop and target away. The position stays.',
})
