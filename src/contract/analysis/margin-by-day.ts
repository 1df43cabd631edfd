import * as z from 'zod/mini'
import { dashboardBooks } from '../../domain/analysis/dashboard-address.ts'
import { endpoint } from '../endpoint.ts'
import { failures } from '../failures.ts'
import { IstDay } from '../ist-day.ts'

export const MARGIN_DAYS_MAX = 66

export const getMarginByDay = endpoint({
  name: 'marginByDay',
  method: 'GET',
  path: '/margin-by-day',
  query: z.strictObject({ book: z.enum(dashboardBooks), from: IstDay, to: IstDay }),
  reply: z.strictObject({
    days: z.array(
      z.strictObject({
        day: z.string(),
        /** Rupees at the day's highest: positions and open orders. */
        used: z.number(),
        /** Rupees used and free at that instant; null on a day that used nothing. */
        total: z.nullable(z.number()),
        at: z.nullable(z.number()),
      }),
    ),
    /** False if the period has more days. */
    is_whole: z.boolean(),
    as_of: z.number(),
  }),
  failure: failures.marginByDay,
  summary: `Highest margin used on each trading day of a period, the last ${MARGIN_DAYS_MAX} at most: at every change of the account, priced at the start of its minute, and each half hour.`,
})
