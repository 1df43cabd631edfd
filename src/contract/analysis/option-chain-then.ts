import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { failures } from '../failures.ts'
import { IstDay } from '../ist-day.ts'
import { ChainKey, ChainSide, OptionChain } from '../options.ts'

const SideThen = z.pick(ChainSide, {
  ...{ sym: true, last_price: true, close_price: true, volume: true, oi: true, oi_change: true },
  ...{ iv: true, delta: true },
})

export const getOptionChainThen = endpoint({
  name: 'getOptionChainThen',
  method: 'GET',
  base: 'options',
  path: '/option-chain-then',
  query: z.strictObject({
    key: ChainKey,
    day: IstDay,
    /** Market time: `11:42`, or `11:42:05`. */
    at: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'expected a time such as 11:42')),
  }),
  reply: z.strictObject({
    ...z.pick(OptionChain, {
      ...{ underlying: true, expiry: true, expiries: true, lot_size: true, spot: true },
      ...{ forward: true, forward_from: true, atm_strike: true, atm_iv: true, straddle: true },
    }).shape,
    at: z.number(),
    /** Around the money then. */
    strikes: z.array(
      z.strictObject({ strike: z.number(), ce: z.nullable(SideThen), pe: z.nullable(SideThen) }),
    ),
  }),
  failure: failures.optionChainThen,
  summary: 'The option chain as it was at an instant of a past day, strikes around the money.',
})
