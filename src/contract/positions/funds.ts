import * as z from 'zod/mini'
import { dashboardBooks } from '../../domain/analysis/dashboard-address.ts'
import { endpoint } from '../endpoint.ts'

const Book = z.enum(dashboardBooks)
/** Rupees that one act moves at most: ten crore. */
const CAPITAL_MOVED_MAX = 100_000_000
const PAID_IN_MAX = 100 * CAPITAL_MOVED_MAX

export const getFunds = endpoint({
  name: 'getFunds',
  method: 'GET',
  path: '/orders/funds',
  /** Without a book, the broker book. */
  query: z.strictObject({ book: z.optional(Book) }),
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
    /** Capital, with what was added and less what was withdrawn. */
    paid_in: z.number(),
    /** True because SPAN is approximated. */
    is_estimate: z.boolean(),
  }),
  failure: 'Error loading funds',
  summary: 'Cash, blocked margin and what is left of it.',
})

export const moveCapital = endpoint({
  name: 'moveCapital',
  method: 'POST',
  path: '/orders/capital',
  body: z.strictObject({
    book: Book,
    /** Whole rupees of virtual money; below 0 is withdrawn. */
    amount: z.int().check(
      z.minimum(-CAPITAL_MOVED_MAX),
      z.maximum(CAPITAL_MOVED_MAX),
      z.refine((amount) => amount !== 0, 'expected an amount other than 0'),
    ),
    /** As last read from the funds: refused if it has changed, so that asking again moves nothing twice. */
    paid_in: z.number().check(z.minimum(-PAID_IN_MAX), z.maximum(PAID_IN_MAX)),
  }),
  reply: z.strictObject({ paid_in: z.number() }),
  failure: 'Error moving capital',
  summary: 'Adds virtual capital to a book, or withdraws it.',
})
