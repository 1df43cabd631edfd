import * as z from 'zod/mini'
import { dashboardBooks } from '../domain/analysis/dashboard-address.ts'
import { endpoint } from './endpoint.ts'
import { SegSym } from './strategies.ts'

const MB = 1024 * 1024

/** Rupees or units; null while daily candles load, and where there are none. */
const OfDays = z.nullable(z.number())

export const getMarketMap = endpoint({
  name: 'marketMap',
  method: 'GET',
  base: 'scan',
  path: '/market-map',
  answerBytesMax: MB,
  query: z.strictObject({
    /** `NIFTY500`, `fno`, `nse`, `watchlist Tech`, or `NSE_INFY,NSE_TCS`. */
    universe: z.string().check(z.minLength(3), z.maxLength(4_000)),
  }),
  reply: z.strictObject({
    members: z.array(
      z.strictObject({
        seg_sym: SegSym,
        sector: z.string(),
        /** Percent of the NIFTY 500 by free float, roughly; null for a share outside it. */
        weight: z.nullable(z.number()),
        last_price: z.number(),
        prev_close: z.number(),
        volume: z.number(),
        /** Units a day over the last 20 days. */
        average_volume: OfDays,
        /** Over the last 250 days and today. */
        year_high: OfDays,
        year_low: OfDays,
        /** Units of the near future; null without one. */
        oi: z.nullable(z.number()),
        prev_oi: z.nullable(z.number()),
      }),
    ),
    unpriced: z.number(),
    /** Members whose days are still being read: ask again. */
    loading: z.number(),
    as_of: z.number(),
  }),
  failure: 'Error loading market map',
  summary: 'Price, volume and range of the year of each share of a universe, with its sector and its weight.',
})

const ChargesByKind = z.strictObject({
  brokerage: z.number(),
  stt: z.number(),
  transaction: z.number(),
  gst: z.number(),
  stamp: z.number(),
  sebi: z.number(),
  dp: z.number(),
  fees: z.number(),
})

export const getAccountHistory = endpoint({
  name: 'accountHistory',
  method: 'GET',
  path: '/account-history',
  answerBytesMax: 4 * MB,
  query: z.strictObject({ book: z.enum(dashboardBooks) }),
  reply: z.strictObject({
    /** Rupees at the start, and the NIFTY 50 at the close before; null before the account is opened. */
    opening: z.nullable(
      z.strictObject({ day: z.string(), equity: z.number(), nifty: z.nullable(z.number()) }),
    ),
    /** Trading days since, oldest first; the last is in progress until it has been rolled over. */
    days: z.array(
      z.strictObject({
        day: z.string(),
        /** Rupees, before charges. */
        gross: z.number(),
        charges: z.number(),
        /** Cash and what is held, at the close. */
        equity: z.number(),
        /** Cash alone. */
        cash: z.number(),
        /** Capital that was added, or withdrawn where it is below 0. */
        capital: z.number(),
        /** Close of the NIFTY 50; null where it has none. */
        nifty: z.nullable(z.number()),
        by_kind: ChargesByKind,
      }),
    ),
    /** Round trips that are closed, in that sequence. */
    trips: z.array(
      z.strictObject({
        id: z.number(),
        sym: z.string(),
        is_long: z.boolean(),
        /** `algo_uuid` of the strategy; empty by hand. */
        by: z.string(),
        opened_at: z.number(),
        closed_at: z.number(),
        quantity: z.number(),
        pnl: z.number(),
        charges: z.number(),
      }),
    ),
    as_of: z.number(),
  }),
  failure: 'Error loading the account history',
  summary: 'P&L and charges of each day, and the round trips, from the ledger.',
})
