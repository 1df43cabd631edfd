import * as z from 'zod/mini'
import { ownLimits } from '../domain/own-limits.ts'
import { endpoint } from './endpoint.ts'
import { ClientKey } from './order-fields.ts'

const Swept = z.strictObject({
  /** Orders that were cancelled or placed, and what could not be done, in words. */
  order_ids: z.array(z.string()),
  leftovers: z.array(
    z.strictObject({ sym: z.string(), order_id: z.nullable(z.string()), reason: z.string() }),
  ),
})

/** With one exit for each position; one that was refused at once has its reason. */
const Exited = z.extend(Swept, {
  exits: z._default(
    z.array(
      z.strictObject({
        sym: z.string(),
        product: z.string(),
        /** Units, of all slices together. */
        quantity: z.number(),
        /** Of the first slice of a sliced order. */
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
  reply: Swept,
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
  /** Market time, milliseconds since the epoch. */
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
  body: z.strictObject({ is_on: z.boolean(), exit_positions: z._default(z.boolean(), true) }),
  reply: z.extend(KillSwitch, Exited.shape),
  failure: 'Error setting the kill switch',
  summary: 'Stops new orders, cancels open ones and exits positions; or arms trading again.',
})

const RiskLimits = z.strictObject({
  orders_per_second: z.number(),
  orders_per_minute: z.number(),
  orders_per_day: z.number(),
  /** Rupees; a day that lost more stops new entries. */
  daily_loss: z.number(),
  open_positions: z.number(),
  open_orders: z.number(),
  order_value: z.number(),
  lots_per_order: z.number(),
  /** Percent from the last price that a limit price may lie away, for cash and futures and for options. */
  price_band: z.number(),
  option_price_band: z.number(),
  /** How much of them is used now. */
  used: z.optional(
    z.strictObject({
      /** Rupees lost today, charges included; below 0 is a gain. */
      daily_loss: z.number(),
      /** Those on order are among them. */
      open_positions: z.number(),
      open_orders: z.number(),
      orders_today: z.number(),
    }),
  ),
})

export const getRiskLimits = endpoint({
  name: 'getRiskLimits',
  method: 'GET',
  path: '/orders/risk_limits',
  reply: RiskLimits,
  failure: 'Error loading risk limits',
  summary: 'The limits an order is checked against when it is accepted, and how much of them is used.',
})

const { dailyLoss, openPositions, openOrders, orderValue, lotsPerOrder, priceBand, optionPriceBand } =
  ownLimits

type Bounds = { readonly min: number; readonly max: number }
const amount = ({ max }: Bounds) => z.number().check(z.positive(), z.maximum(max))
const count = ({ min, max }: Bounds) => z.int().check(z.minimum(min), z.maximum(max))

export const setRiskLimits = endpoint({
  name: 'setRiskLimits',
  method: 'PUT',
  path: '/orders/risk_limits',
  body: z.partial(
    z.strictObject({
      daily_loss: amount(dailyLoss),
      open_positions: count(openPositions),
      open_orders: count(openOrders),
      order_value: amount(orderValue),
      lots_per_order: count(lotsPerOrder),
      price_band: amount(priceBand),
      option_price_band: amount(optionPriceBand),
    }),
  ),
  reply: RiskLimits,
  failure: 'Error saving risk limits',
  summary: 'Changes the limits that are the user’s to set, at once; written to the audit log.',
})
