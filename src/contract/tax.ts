import * as z from 'zod/mini'
import { dashboardBooks } from '../domain/analysis/dashboard-address.ts'
import { taxClasses } from '../domain/analysis/tax/tax-lots.ts'
import { endpoint } from './endpoint.ts'

const MB = 1024 * 1024
const Class = z.enum(taxClasses)

export const getTaxReport = endpoint({
  name: 'taxReport',
  method: 'GET',
  path: '/tax-report',
  answerBytesMax: 8 * MB,
  query: z.strictObject({
    book: z.enum(dashboardBooks),
    /** First calendar year of the financial year: `2026` is FY 2026-27. */
    year: z.string().check(z.regex(/^20\d{2}$/, 'expected a year such as 2026')),
  }),
  reply: z.strictObject({
    classes: z.array(
      z.strictObject({
        of: Class,
        trades: z.number(),
        /** Gains and losses without their signs; null of capital gains. */
        turnover: z.nullable(z.number()),
        gross: z.number(),
        /** Deductible in this class. */
        charges: z.number(),
        /** STT on capital gains. */
        not_allowed: z.number(),
        net: z.number(),
      }),
    ),
    periods: z.array(z.strictObject({ from: z.string(), to: z.string(), net: z.number() })),
    trades: z.array(
      z.strictObject({
        sym: z.string(),
        of: Class,
        quantity: z.number(),
        bought_at: z.number(),
        sold_at: z.number(),
        /** Value, not price. */
        bought: z.number(),
        sold: z.number(),
        charges: z.number(),
        stt: z.number(),
      }),
    ),
    /** Sold without having been bought: what they cost is not known. */
    unmatched: z.array(z.strictObject({ sym: z.string(), at: z.number(), quantity: z.number() })),
    /** Charged for orders that never filled, of all years: in no class. */
    stray_fees: z.number(),
    first_year: z.number(),
  }),
  failure: 'Error loading the tax report',
  summary: 'Realised amounts and turnover of a financial year by class, with the trades. No tax is computed.',
})
