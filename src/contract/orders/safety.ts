import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ClientKey, Product } from './order-fields.ts'

const BulkResult = z.strictObject({
  order_ids: z.array(z.string()),
  leftovers: z.array(
    z.strictObject({ sym: z.string(), order_id: z.nullable(z.string()), reason: z.string() }),
  ),
})

/** One exit per position; `reason` is set where it was refused at once. */
const Exited = z.extend(BulkResult, {
  exits: z._default(
    z.array(
      z.strictObject({
        sym: z.string(),
        product: Product,
        quantity: z.number(),
        order_id: z.nullable(z.string()),
        reason: z.nullable(z.string()),
      }),
    ),
    [],
  ),
})

export const cancelAllOrders = endpoint({
  name: 'cancelAllOrders',
  method: 'POST',
  path: '/orders/cancel_all',
  riskReducing: true,
  reply: BulkResult,
  failure: 'Error canceling order',
  summary: 'Cancels every open order.',
})

export const exitAllPositions = endpoint({
  name: 'exitAllPositions',
  method: 'POST',
  path: '/orders/exit_all',
  riskReducing: true,
  body: z.strictObject({ client_order_id: ClientKey }),
  reply: Exited,
  failure: 'Error placing order',
  summary:
    'Cancels open orders, then exits every position by market orders with protection, short ones first.',
})

const KillSwitch = z.strictObject({
  is_on: z.boolean(),
  /** Market time, ms since the epoch. */
  since: z.nullable(z.number()),
  reason: z.nullable(z.string()),
})

export const getKillSwitch = endpoint({
  name: 'getKillSwitch',
  method: 'GET',
  path: '/orders/kill_switch',
  riskReducing: true,
  reply: KillSwitch,
  failure: 'Error loading the kill switch',
  summary: 'Whether new orders are stopped.',
})

export const setKillSwitch = endpoint({
  name: 'setKillSwitch',
  method: 'POST',
  path: '/orders/kill_switch',
  riskReducing: true,
  // Switching it off enables trading.
  servedToOutdatedPage: { ifBody: { is_on: true } },
  body: z.strictObject({ is_on: z.boolean(), exit_positions: z._default(z.boolean(), true) }),
  reply: z.extend(KillSwitch, Exited.shape),
  failure: 'Error setting the kill switch',
  summary: 'Stops new orders, cancels open ones and exits positions; or rearms trading.',
})
