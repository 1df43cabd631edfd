import type { WireCode } from '../../../src/contract/error-codes.ts'
import { formatRupees } from '../../../src/domain/format.ts'
import { type Paise, toRupees } from '../../../src/domain/money.ts'
import type { ClientOrderId } from '../../../src/domain/orders/order.ts'
import { collarOf } from '../../../src/domain/orders/price-band.ts'
import { toIstClock } from '../../../src/domain/time.ts'
import { type Account, positionKey } from '../account.ts'
import { dayPnlOf } from './day-pnl.ts'
import { worstPriceOf } from './order-price.ts'
import {
  type Check,
  findRefusal,
  isContract,
  isOption,
  netQuantityOf,
  openOrdersBut,
  pendingOf,
  type Question,
} from './question.ts'
import { beforeEntry, onlyCancels } from './refusal.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60_000
const QUOTE_AGE_MAX_MS = 5000

const inRupees = (amount: number): string => formatRupees(toRupees(amount as Paise))

/** The console turns this word into a link to the limits screen. */
const refuseByOwnLimit = (code: WireCode, message: string) =>
  beforeEntry(code, `${message} \`limits\` changes it.`)

/** Orders, changes and cancels count together; cancels and exits are never refused. */
export const rate: Check = ({ account, market, isSystem, isExit }) => {
  if (isSystem || isExit) return null
  const { ordersPerSecond, ordersPerMinute, ordersPerDay } = account.limits
  let [inSecond, inMinute] = [0, 0]
  for (const at of account.recentOrders) {
    if (at > market.wall - MINUTE_MS) inMinute++
    if (at > market.wall - SECOND_MS) inSecond++
  }
  if (inSecond >= ordersPerSecond) return tooMany(ordersPerSecond, 'second', inSecond)
  if (inMinute >= ordersPerMinute) return tooMany(ordersPerMinute, 'minute', inMinute)
  if (account.ordersToday >= ordersPerDay) return tooMany(ordersPerDay, 'day', account.ordersToday)
  return null
}

const tooMany = (limit: number, span: string, count: number) =>
  beforeEntry(
    'RATE_LIMIT',
    `Maximum allowed order requests exceeded. The limit is ${limit} a ${span}, orders, changes and cancels together; this is request ${count + 1}. Cancels and exits are allowed.`,
  )

export const cancelOnly: Check = ({ account }) =>
  account.cancelOnly === null ? null : onlyCancels(account.cancelOnly)

export const killSwitch: Check = ({ account, isSystem }) =>
  account.killSwitch === null || isSystem
    ? null
    : beforeEntry(
        'KILL_SWITCH',
        `The kill switch has been on since ${toIstClock(account.killSwitch.since)} (${account.killSwitch.reason}). Rearm trading to place orders.`,
      )

const priceBand: Check = ({ account, ticket, terms, quote }) => {
  const { price, triggerPrice } = ticket
  const reference = triggerPrice ?? quote?.lastPrice ?? null
  if (price === null || reference === null) return null
  const percent = isOption(terms) ? account.limits.optionPriceBand : account.limits.priceBand
  const { lower, upper } = collarOf(reference, percent, terms.tickSize)
  if (price >= lower && price <= upper) return null
  const from = triggerPrice === null ? 'last' : 'trigger'
  const away = ((Math.abs(price - reference) / reference) * 100).toFixed(2)
  return refuseByOwnLimit(
    'PRICE_BAND',
    `${isOption(terms) ? 'Option price band' : 'Price band'}: your limit is ${percent}% from the ${from} price of ${toRupees(reference).toFixed(2)}; ${toRupees(price).toFixed(2)} is ${away}% away.`,
  )
}

const orderValue: Check = ({ account, ticket, terms, quote, openQuantity }) => {
  const price = worstPriceOf(terms, ticket, quote)
  if (price === null) return null
  const value = price * openQuantity
  const limit = account.limits.orderValue
  return value <= limit
    ? null
    : refuseByOwnLimit(
        'ORDER_VALUE',
        `Order value: your limit is ${inRupees(limit)}; this order is worth ${inRupees(value)}.`,
      )
}

const lots: Check = ({ account, terms, openQuantity }) => {
  if (!isContract(terms)) return null
  const count = openQuantity / terms.lotSize
  const limit = account.limits.lotsPerOrder
  return count <= limit
    ? null
    : refuseByOwnLimit('LOTS_PER_ORDER', `Lots per order: your limit is ${limit}; this order has ${count}.`)
}

const openOrders: Check = ({ account, ticket, replaces }) => {
  if (replaces !== null) return null
  const open = openOrdersBut(account, ticket.clientOrderId).length
  const limit = account.limits.openOrders
  return open < limit
    ? null
    : refuseByOwnLimit('OPEN_ORDERS', `Open orders: your limit is ${limit}; ${open} are open.`)
}

/** An open order to sell shares adds no position. */
export const positionsInUse = (account: Account, besides: ClientOrderId): ReadonlySet<string> => {
  const keys = new Set<string>()
  for (const [key, sums] of account.positions) if (netQuantityOf(sums) !== 0) keys.add(key)
  for (const order of openOrdersBut(account, besides)) {
    if (order.product !== 'cash' || order.side === 'buy') keys.add(positionKey(order.terms.id, order.product))
  }
  return keys
}

const openPositions: Check = ({ account, ticket, terms }) => {
  const keys = positionsInUse(account, ticket.clientOrderId)
  const limit = account.limits.openPositions
  if (keys.size < limit || keys.has(positionKey(terms.id, ticket.product))) return null
  return refuseByOwnLimit(
    'OPEN_POSITIONS',
    `Open positions: your limit is ${limit}; ${keys.size} are open or on order. Exits are allowed.`,
  )
}

const dailyLoss: Check = ({ account, market }) => {
  const loss = -dayPnlOf(account, market)
  const limit = account.limits.dailyLoss
  return loss < limit
    ? null
    : refuseByOwnLimit(
        'DAILY_LOSS',
        `Day loss: your limit is ${inRupees(limit)}; today's loss with charges is ${inRupees(loss)}. Exits are allowed.`,
      )
}

/** A book is a current price however old the last trade is; at a circuit it has one side. */
const staleQuote: Check = ({ market, quote, phase, ticket }) => {
  if (quote === null || phase !== 'continuous' || ticket.variety === 'amo') return null
  const age = market.at - quote.at
  if (age <= QUOTE_AGE_MAX_MS || quote.bid !== null || quote.ask !== null) return null
  return beforeEntry(
    'STALE_QUOTE',
    `Stale quote: the limit is ${QUOTE_AGE_MAX_MS / 1000} s; the last price is ${Math.floor(age / 1000)} s old. Exits are allowed.`,
  )
}

const noPrice: Check = ({ ticket, terms, quote }) =>
  worstPriceOf(terms, ticket, quote) === null
    ? beforeEntry('NO_PRICE', 'No price for this instrument yet. Place a limit order.')
    : null

const entryChecks: readonly Check[] = [staleQuote, orderValue, lots, openOrders, openPositions, dailyLoss]

const checksOf = ({ isExit, replaces, openQuantity }: Question): readonly Check[] => {
  if (isExit) return []
  return replaces !== null && openQuantity <= pendingOf(replaces) ? [orderValue] : entryChecks
}

export const ownLimits: Check = (question) => {
  if (question.isSystem) return noPrice(question)
  return findRefusal([noPrice, priceBand, ...checksOf(question)], question)
}
