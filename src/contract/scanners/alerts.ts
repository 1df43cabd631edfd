import * as z from 'zod/mini'
import { products, sides } from '../../domain/orders/order.ts'
import { UNITS_MAX } from '../../domain/orders/order-sizing.ts'
import { ALERT_LOG_PAGE, alertIntervals, alertStatuses } from '../../domain/scanners/alert.ts'
import { ALERT_LEGS_MAX, ALERT_LEGS_MIN } from '../../domain/scanners/alert-basket.ts'
import { alertQuantityBases } from '../../domain/scanners/alert-order.ts'
import { LOGIC_MAX } from '../../domain/scanners/scanner.ts'
import { endpoint } from '../endpoint.ts'
import { Price } from '../orders/order-fields.ts'
import { SegSym, StrategyUuid as Uuid } from '../strategies.ts'

const MB = 1024 * 1024

/** Proposed for each symbol that raises, or sent at once. */
const AlertOrder = z.strictObject({
  /** Null: the symbol that raised. */
  seg_sym: z.nullable(SegSym),
  side: z.enum(sides),
  product: z.enum(products),
  /** Units, lots of the instrument, or rupees, which are rounded down to lots. */
  quantity: z.strictObject({
    by: z.enum(alertQuantityBases),
    value: z.number().check(z.positive(), z.maximum(1_000_000_000)),
  }),
  /** Rupees a unit of a limit order; null at market. */
  limit_price: z.nullable(Price),
  is_reduce_only: z.boolean(),
  /** True: sent at once, ten a day at most. False: proposed, and sent by its user. */
  is_auto: z.boolean(),
})

/** Orders that are proposed together when its one symbol raises, or sent at once, bought before sold. */
const AlertBasket = z.strictObject({
  product: z.enum(products),
  legs: z
    .array(
      z.strictObject({
        seg_sym: SegSym,
        side: z.enum(sides),
        /** Units. */
        quantity: z.int().check(z.positive(), z.maximum(UNITS_MAX)),
        /** Rupees a unit of a limit order; null at market. */
        limit_price: z.nullable(Price),
      }),
    )
    .check(z.minLength(ALERT_LEGS_MIN), z.maxLength(ALERT_LEGS_MAX)),
  /** True: sent at once, ten a day at most. False: proposed, and sent by its user. */
  is_auto: z.boolean(),
})

const terms = {
  logic: z.string().check(z.minLength(1), z.maxLength(LOGIC_MAX)),
  universe: z.string().check(z.minLength(3), z.maxLength(4_000)),
  /** On `tick` the rule is of one instrument's last price alone: `close > 26000`. */
  interval: z.enum(alertIntervals),
  /** Price alerts only: keeps alerting, at most once a minute. */
  repeats: z.optional(z.boolean()),
  order: z.optional(AlertOrder),
  basket: z.optional(AlertBasket),
}

/** Instants are market time, in milliseconds since the epoch. */
export const Alert = z.strictObject({
  alert_uuid: z.string(),
  /** Null of an alert on a rule that was not saved. */
  scanner_uuid: z.nullable(z.string()),
  slug: z.nullable(z.string()),
  scanner_name: z.string(),
  ...terms,
  status: z.enum(alertStatuses),
  /** Why it cannot be judged now, or why it was stopped; empty while all is well. */
  reason: z.string(),
  started_at: z.number(),
  stopped_at: z.nullable(z.number()),
  /** Candles that closed until then were judged. */
  judged_at: z.number(),
  raised_today: z.number(),
  symbols_today: z.number(),
  /** When it raised today, and how many symbols each time. */
  times_today: z.array(z.strictObject({ at: z.number(), count: z.number() })),
  raised: z.number(),
  /** Null before the first. */
  last_raised_at: z.nullable(z.number()),
  /** Symbols raised at `last_raised_at`. */
  last_symbols: z.array(SegSym),
})

export const setAlert = endpoint({
  name: 'setAlert',
  method: 'POST',
  base: 'scan',
  path: '/api/set_alert',
  body: z.strictObject({
    /** UUID of a saved scanner; absent: the rule itself. */
    scanner_uuid: z.optional(Uuid),
    scan: z.optional(z.strictObject(terms)),
    /** Chosen by the caller, so that setting again after a lost answer starts nothing twice. */
    alert_uuid: z.optional(Uuid),
  }),
  reply: z.strictObject({ alert_uuid: z.string() }),
  failure: 'Failed to set scanner alert',
  summary:
    'Watches a rule at each candle that closes, until it is stopped; symbols for which it becomes true are told of. A price is watched on every tick, and once unless it repeats.',
})

export const changeAlert = endpoint({
  name: 'changeAlert',
  method: 'POST',
  base: 'scan',
  path: '/api/change_alert',
  /** A rule on the last price such as `close > 26100`; the instrument stays. */
  body: z.strictObject({ alert_uuid: Uuid, logic: terms.logic }),
  failure: 'Failed to change scanner alert',
  summary: 'Another level for an alert on a price, watched from now; its log stays.',
})

export const stopAlert = endpoint({
  name: 'stopAlert',
  method: 'GET',
  effect: 'changes',
  base: 'scan',
  path: '/api/stop_alert',
  query: z.strictObject({ alert_uuid: Uuid }),
  failure: 'Failed to stop scanner alerts',
  summary: 'Stops an alert; its log stays.',
})

export const listAlerts = endpoint({
  name: 'listAlerts',
  method: 'GET',
  base: 'scan',
  path: '/api/alerts',
  answerBytesMax: MB,
  reply: z.array(Alert),
  failure: 'Error Loading Scanners',
  summary: 'Alerts that run, and those stopped on the trading day; newest first.',
})

export const getAlertHistory = endpoint({
  name: 'getAlertHistory',
  method: 'GET',
  base: 'scan',
  path: '/api/get_alert_history',
  query: z.strictObject({
    alert_uuid: Uuid,
    page: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  }),
  reply: z.strictObject({
    alert: Alert,
    current_page: z.number(),
    data: z.array(
      z.strictObject({
        seg_sym: SegSym,
        /** Start of the candle at whose close the rule became true; of ticks, when it was traded. */
        bar: z.number(),
        raised_at: z.number(),
        /** Rupees: the close of that candle, or of that trade. */
        price: z.nullable(z.number()),
        values: z.array(z.strictObject({ text: z.string(), value: z.nullable(z.number()) })),
        /** Outcome of its order, in words; null of an alert without one. */
        order: z.nullable(z.string()),
      }),
    ),
    per_page: z.number(),
    total: z.number(),
    total_pages: z.number(),
  }),
  failure: 'Error getting scanner alert log',
  summary: `What an alert raised, newest first, ${ALERT_LOG_PAGE} a page unless \`limit\` says otherwise.`,
})
