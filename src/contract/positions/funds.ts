import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

export const getFunds = endpoint({
  name: 'getFunds',
  method: 'GET',
  path: '/orders/funds',
  reply: z.strictObject({
    opening_balance: z.number(),
    /** Opening balance plus settled gains, losses and charges of the day. */
    cash: z.number(),
    available: z.number(),
    used_margin: z.number(),
    span: z.number(),
    exposure: z.number(),
    option_premium: z.number(),
    delivery: z.number(),
    m2m_realised: z.number(),
    m2m_unrealised: z.number(),
    charges_today: z.number(),
    /** True because SPAN is approximated. */
    is_estimate: z.boolean(),
  }),
  failure: 'Error loading funds',
  summary: 'Cash, blocked margin and what is left of it.',
})
