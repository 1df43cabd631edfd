import * as z from 'zod/mini'
import { optionTypes } from '../../domain/options/black-76.ts'
import { endpoint } from '../endpoint.ts'
import { Product } from '../orders/order-fields.ts'

const Number_ = z.nullable(z.number())

/** Enough to value a leg at any price and time by Black (1976). */
const priced = {
  sym: z.string(),
  kind: z.enum(['share', 'future', 'option']),
  /** Signed units. */
  quantity: z.number(),
  /** Rupees a unit: the average price, and the price now. */
  entry: z.number(),
  mark: z.number(),
  /** Until its expiry; null for shares, as is the forward of that expiry in rupees. */
  years: Number_,
  forward: Number_,
  type: z.nullable(z.enum(optionTypes)),
  strike: Number_,
  /** Percent a year; null where no volatility explains the price. */
  iv: Number_,
} as const

export const PricedLeg = z.strictObject(priced)

export const PositionRisk = z.strictObject({
  groups: z.array(
    z.strictObject({
      underlying: z.string(),
      spot: z.number(),
      /** Beta to NIFTY 50 by daily returns of the last sessions; null with too few. */
      beta: Number_,
      /** Percent a year, at the money of the nearest expiry. */
      iv: Number_,
      /** Rupees blocked for its open positions; null where they need none, or the broker does not say. */
      margin: Number_,
      /** The nearest expiry among the legs; null when all are shares. */
      expiry: z.nullable(z.string()),
      legs: z.array(z.strictObject({ ...priced, product: Product })),
      /** One lot each of the nearest future and of the options at the money, bought now. */
      hedges: z.array(PricedLeg),
    }),
  ),
  /** Share a year, of which prices are discounted. */
  rate: z.number(),
  /** Positions without a price or an underlying, which no group has. */
  unpriced: z.array(z.string()),
  as_of: z.number(),
})

export const getPositionRisk = endpoint({
  name: 'getPositionRisk',
  method: 'GET',
  path: '/orders/positions/risk',
  reply: PositionRisk,
  failure: 'Error loading the greeks',
  summary: 'Open positions by underlying, with what their greeks and payoff follow from.',
})
