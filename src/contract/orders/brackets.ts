import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { InstrumentKey } from '../instruments/instrument-key.ts'
import { ClientKey, Product } from './order-fields.ts'

export const protectionKinds = ['price', 'percent', 'points', 'rupees'] as const

/** A price, or a distance from the average fill: percent, points a unit, or rupees of the whole position. */
const protectionFields = {
  kind: z.enum(protectionKinds),
  value: z.number().check(z.positive(), z.maximum(1_000_000_000)),
}
const Target = z.strictObject(protectionFields)
export const trailKinds = ['percent', 'points'] as const
/** `trail`: distance from the best price, in points or percent; `kind` and `value` are where the stop begins. */
const Stop = z.strictObject({
  ...protectionFields,
  trail: z.optional(z.strictObject({ kind: z.enum(trailKinds), value: protectionFields.value })),
})
const BracketId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))

export const bracketStatuses = ['waiting', 'watching', 'exiting', 'done', 'cancelled', 'failed'] as const

export const Bracket = z.strictObject({
  bracket_id: z.string(),
  client_order_id: z.nullable(z.string()),
  sym: z.string(),
  product: Product,
  /** Signed units; 0 while waiting. */
  quantity: z.number(),
  stop: z.nullable(Stop),
  target: z.nullable(Target),
  /** Rupees a unit; null until the average is known. That of a trailing stop is where it is now. */
  stop_price: z.nullable(z.number()),
  target_price: z.nullable(z.number()),
  status: z.enum(bracketStatuses),
  message: z.nullable(z.string()),
  exit_order_id: z.nullable(z.string()),
  /** Market time, ms since the epoch. */
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

/** Created before its order, so that no order is unprotected; dropped if no order follows within a minute. */
export const createBracket = endpoint({
  name: 'createBracket',
  method: 'POST',
  path: '/orders/brackets',
  body: z.strictObject({
    client_order_id: z.optional(ClientKey),
    sym: InstrumentKey,
    product: Product,
    stop: z.optional(Stop),
    target: z.optional(Target),
  }),
  reply: Bracket,
  failure: 'Error setting stop and target',
  summary:
    'Sets a stop, a target or both for an order about to be placed or for a position; one cancels the other.',
})

export const changeBracket = endpoint({
  name: 'changeBracket',
  method: 'POST',
  path: '/orders/brackets/change',
  body: z.strictObject({
    bracket_id: BracketId,
    /** Absent: unchanged. Null: removed. */
    stop: z.optional(z.nullable(Stop)),
    target: z.optional(z.nullable(Target)),
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
  summary: 'Removes stop and target. The position stays.',
})
