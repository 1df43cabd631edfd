import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { InstrumentKey } from './instruments/instrument-key.ts'
import { Quantity, TransactionType } from './orders/order-fields.ts'
import { PricedLeg } from './positions/position-risk.ts'

/** Underlying, with the expiry unless it is the nearest: `INDICES_NIFTY 50:2026-12-01`. */
export const ChainKey = z.string().check(z.minLength(3), z.maxLength(72))
const Number_ = z.nullable(z.number())

export const ChainSide = z.strictObject({
  sym: z.string(),
  instrument_token: z.number(),
  last_price: z.number(),
  close_price: z.number(),
  bid: Number_,
  ask: Number_,
  bid_quantity: z.number(),
  ask_quantity: z.number(),
  volume: z.number(),
  oi: z.number(),
  oi_change: z.number(),
  build_up: z.nullable(z.enum(['long build-up', 'short build-up', 'short covering', 'long unwinding'])),
  /** Percent a year; null, as are the greeks, where no volatility explains the price. */
  iv: Number_,
  delta: Number_,
  gamma: Number_,
  /** Rupees per calendar day. */
  theta: Number_,
  /** Rupees per volatility point. */
  vega: Number_,
  rho: Number_,
})

export const OptionChain = z.strictObject({
  key: z.string(),
  underlying: z.string(),
  expiry: z.string(),
  expiries: z.array(z.string()),
  lot_size: z.number(),
  spot: z.number(),
  /** From the listed future of the same expiry, or from put-call parity near the money. */
  forward: z.number(),
  forward_from: z.enum(['future', 'parity']),
  atm_strike: z.number(),
  atm_iv: Number_,
  straddle: Number_,
  straddle_iv: Number_,
  expected_move: Number_,
  max_pain: Number_,
  pcr: Number_,
  volume_pcr: Number_,
  as_of: z.number(),
  days_to_expiry: z.number(),
  strikes: z.array(
    z.strictObject({ strike: z.number(), ce: z.nullable(ChainSide), pe: z.nullable(ChainSide) }),
  ),
})

export const getOptionChain = endpoint({
  name: 'getOptionChain',
  method: 'GET',
  base: 'options',
  path: '/option-chain',
  answerBytesMax: 1024 * 1024,
  query: z.strictObject({ key: ChainKey }),
  reply: OptionChain,
  failure: 'Error loading option chain',
  summary: 'Every strike of one expiry with prices, open interest, volatility and greeks.',
})

export const PAYOFF_LEGS_MAX = 20

const PayoffLeg = z.strictObject({
  sym: InstrumentKey,
  transaction_type: TransactionType,
  /** Units, not lots. */
  quantity: Quantity,
  /** Rupees a unit; absent: buys at the ask, sells at the bid. */
  price: z.optional(z.number().check(z.minimum(0), z.maximum(10_000_000))),
})

const Greeks = z.strictObject({
  delta: Number_,
  gamma: Number_,
  theta: Number_,
  vega: Number_,
  rho: Number_,
})

export const PayoffGraph = z.strictObject({
  underlying: z.string(),
  spot: z.number(),
  forward: z.number(),
  expiry: z.string(),
  has_later_legs: z.boolean(),
  /** Ascending and even around the spot: 2.5 expected moves, wider if strikes or break-evens need it. */
  prices: z.array(z.number()),
  at_expiry: z.array(z.number()),
  today: z.array(z.number()),
  at_horizon: z.nullable(z.array(z.number())),
  breakevens: z.array(z.number()),
  /** Rupees, one standard deviation of the underlying until `expiry`; null if no price implies it. */
  expected_move: Number_,
  /** Rupees, a loss below 0; null is unlimited. */
  max_profit: Number_,
  max_loss: Number_,
  max_profit_note: z.string(),
  max_loss_note: z.string(),
  /** Percent, by the model. */
  pop: Number_,
  net_premium: z.number(),
  pnl_now: z.number(),
  greeks: Greeks,
  legs: z.array(
    z.strictObject({
      sym: z.string(),
      transaction_type: z.string(),
      quantity: z.number(),
      price: z.number(),
      iv: Number_,
      greeks: Greeks,
    }),
  ),
  /** Draws the payoff of another day or volatility without a further call. */
  model: z.strictObject({
    /** Share a year, of which prices are discounted. */
    rate: z.number(),
    /** Percent a year, at the money of `expiry`. */
    iv: Number_,
    legs: z.array(PricedLeg),
  }),
  as_of: z.number(),
})

export const payoffGraph = endpoint({
  name: 'payoffGraph',
  method: 'POST',
  base: 'options',
  path: '/payoff-graph',
  effect: 'reads',
  body: z.strictObject({
    legs: z.array(PayoffLeg).check(z.minLength(1), z.maxLength(PAYOFF_LEGS_MAX)),
    horizon_days: z.optional(z.number().check(z.minimum(0), z.maximum(3650))),
    /** Volatility points added to every leg. */
    iv_shift: z.optional(z.number().check(z.minimum(-100), z.maximum(100))),
  }),
  reply: PayoffGraph,
  failure: 'Error fetching payoff graph',
  summary: 'P&L of a set of legs over prices of the underlying, at expiry and today.',
})

/** Today in steps of five minutes, oldest first. */
const history = <Fields extends Record<string, z.ZodMiniType>>(fields: Fields) =>
  z.array(z.strictObject({ at: z.number(), ...fields }))

export const getPcr = endpoint({
  name: 'getPcr',
  method: 'GET',
  path: '/pcr',
  query: z.strictObject({ key: ChainKey }),
  reply: z.strictObject({
    key: z.string(),
    expiry: z.string(),
    /** Null when call open interest is 0. */
    pcr: Number_,
    volume_pcr: Number_,
    put_oi: z.number(),
    call_oi: z.number(),
    as_of: z.number(),
    history: history({ pcr: Number_, spot: z.number() }),
  }),
  failure: 'Error Loading PCR',
  summary: 'Put open interest over call open interest, through the day.',
})

export const getAdvanceDecline = endpoint({
  name: 'getAdvanceDecline',
  method: 'GET',
  path: '/advance-decline-ratio',
  query: z.strictObject({ key: ChainKey }),
  reply: z.strictObject({
    key: z.string(),
    advances: z.number(),
    declines: z.number(),
    unchanged: z.number(),
    ratio: Number_,
    as_of: z.number(),
    history: history({ advances: z.number(), declines: z.number(), ratio: Number_ }),
  }),
  failure: 'Error Loading Advance Decline Ratio',
  summary: 'Members of an index above and below their close of yesterday, through the day.',
})

export const getAtmIvStraddle = endpoint({
  name: 'getAtmIvStraddle',
  method: 'GET',
  path: '/atm-iv-straddle',
  query: z.strictObject({ key: ChainKey }),
  reply: z.strictObject({
    key: z.string(),
    expiry: z.string(),
    atm_strike: z.number(),
    straddle: z.number(),
    /** Percent a year. */
    iv: Number_,
    as_of: z.number(),
    history: history({ atm_strike: z.number(), straddle: z.number(), iv: Number_, spot: z.number() }),
  }),
  failure: 'Error Loading ATM IV Straddle',
  summary: 'The straddle at the money and the volatility it implies, through the day.',
})

export const getTermStructure = endpoint({
  name: 'getTermStructure',
  method: 'GET',
  base: 'options',
  path: '/term-structure',
  query: z.strictObject({ key: ChainKey }),
  reply: z.strictObject({
    underlying: z.string(),
    spot: z.number(),
    as_of: z.number(),
    /** Ascending; one without prices is left out. */
    expiries: z.array(
      z.strictObject({
        expiry: z.string(),
        days_to_expiry: z.number(),
        forward: z.number(),
        atm_strike: z.number(),
        /** Percent a year. */
        atm_iv: Number_,
        straddle: Number_,
        expected_move: Number_,
      }),
    ),
  }),
  failure: 'Error loading term structure',
  summary: 'Forward, straddle and volatility at the money of every expiry of an underlying.',
})

/** As written in an address. */
const StrikeText = z.string().check(z.regex(/^\d{1,7}(\.\d{1,2})?$/))

export const getCombinedPremium = endpoint({
  name: 'getCombinedPremium',
  method: 'GET',
  base: 'options',
  path: '/combined-premium',
  query: z.strictObject({ key: ChainKey, call: StrikeText, put: StrikeText }),
  reply: z.strictObject({
    key: z.string(),
    expiry: z.string(),
    call: z.number(),
    put: z.number(),
    /** Rupees: both at their close of yesterday; null if one has none. */
    yesterday: Number_,
    as_of: z.number(),
    history: history({ call: z.number(), put: z.number(), spot: z.number() }),
  }),
  failure: 'Error loading combined premium',
  summary: 'Prices of a call and a put of one expiry, by their strikes, through the day.',
})
