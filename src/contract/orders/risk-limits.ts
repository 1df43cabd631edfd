import * as z from 'zod/mini'
import { ownLimits } from '../../domain/orders/own-limits.ts'
import { endpoint } from '../endpoint.ts'

const RiskLimits = z.strictObject({
  orders_per_second: z.number(),
  orders_per_minute: z.number(),
  orders_per_day: z.number(),
  /** Rupees; a larger loss stops new entries. */
  daily_loss: z.number(),
  open_positions: z.number(),
  open_orders: z.number(),
  order_value: z.number(),
  lots_per_order: z.number(),
  /** Largest distance of a limit price from the last price, percent: cash and futures, then options. */
  price_band: z.number(),
  option_price_band: z.number(),
  used: z.optional(
    z.strictObject({
      /** Rupees lost today with charges; negative is a gain. */
      daily_loss: z.number(),
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
