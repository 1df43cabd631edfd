import { findOffTick } from '../../../src/domain/instruments/tick.ts'
import { type Paise, toRupees } from '../../../src/domain/money.ts'
import { largestOrder } from '../../../src/domain/orders/freeze.ts'
import {
  hasPrice,
  hasTrigger,
  orderTypes,
  products,
  sides,
  validities,
  varieties,
} from '../../../src/domain/orders/order.ts'
import { orderTypeRefusal } from '../../../src/domain/orders/order-types.ts'
import { toIstDate } from '../../../src/domain/time.ts'
import { circuitsInForce } from './order-price.ts'
import { type Check, isContract, type Question, reducibleBy } from './question.ts'
import { beforeEntry } from './refusal.ts'

const TTL_MINUTES_MAX = 1440
/** Smallest disclosed quantity, as a share of the quantity. */
const DISCLOSED_MIN = 0.1
const PROTECTION_MAX = 100
/** Trade-to-trade series, and series that are no shares: neither can be closed intraday. */
const DELIVERED_SERIES = /-(BE|BZ|BT|SM|ST|SZ|GB|GS|IV|RR|N\d|Y\d|Z\d)$/

const invalid = (name: string) => beforeEntry('INVALID_FIELD', `Invalid \`${name}\`.`)

const isOneOf = (known: readonly string[], value: string): boolean => known.includes(value)

const words: Check = ({ ticket }) => {
  if (!isOneOf(sides, ticket.side)) return invalid('transaction_type')
  if (!isOneOf(orderTypes, ticket.orderType)) return invalid('order_type')
  if (!isOneOf(products, ticket.product)) return invalid('product')
  if (!isOneOf(varieties, ticket.variety)) return invalid('variety')
  return isOneOf(validities, ticket.validity) ? null : invalid('validity')
}

const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value > 0

const notANumber = (name: string, what: string, value: unknown) =>
  beforeEntry('INVALID_FIELD', `\`${name}\` must be ${what}; it is ${String(value)}.`)

const numbers: Check = ({ ticket }) => {
  const { quantity, price, triggerPrice, disclosedQuantity, marketProtection } = ticket
  if (!isAmount(quantity)) return notANumber('quantity', 'a whole number above 0', quantity)
  if (price !== null && !isAmount(price)) return notANumber('price', 'a whole number of paise above 0', price)
  if (triggerPrice !== null && !isAmount(triggerPrice))
    return notANumber('trigger_price', 'a whole number of paise above 0', triggerPrice)
  if (!Number.isSafeInteger(disclosedQuantity) || disclosedQuantity < 0)
    return notANumber('disclosed_quantity', 'a whole number from 0', disclosedQuantity)
  if (!Number.isFinite(marketProtection))
    return notANumber('market_protection', 'a percentage', marketProtection)
  return Number.isSafeInteger(quantity * Math.max(price ?? 1, triggerPrice ?? 1))
    ? null
    : beforeEntry('INVALID_FIELD', 'Order value is too large.')
}

const priceFields: Check = ({ ticket }) => {
  const { orderType, price, triggerPrice } = ticket
  if (hasPrice(orderType) && price === null)
    return beforeEntry('INVALID_FIELD', `\`price\` is required for ${orderType} orders.`)
  if (!hasPrice(orderType) && price !== null)
    return beforeEntry('INVALID_FIELD', `\`price\` is not used by ${orderType} orders; leave it out.`)
  if (hasTrigger(orderType) && triggerPrice === null)
    return beforeEntry('INVALID_FIELD', `\`trigger_price\` is required for ${orderType} orders.`)
  if (!hasTrigger(orderType) && triggerPrice !== null)
    return beforeEntry('INVALID_FIELD', `\`trigger_price\` is not used by ${orderType} orders; leave it out.`)
  return null
}

const validity: Check = ({ ticket }) => {
  const { validityTtl } = ticket
  if (ticket.validity !== 'TTL')
    return validityTtl === null
      ? null
      : beforeEntry('INVALID_FIELD', '`validity_ttl` is only for TTL orders.')
  if (validityTtl === null)
    return beforeEntry('INVALID_FIELD', '`validity_ttl`, in minutes, is required for TTL orders.')
  return Number.isSafeInteger(validityTtl) && validityTtl >= 1 && validityTtl <= TTL_MINUTES_MAX
    ? null
    : notANumber('validity_ttl', `from 1 to ${TTL_MINUTES_MAX} minutes`, validityTtl)
}

const tradable: Check = ({ terms, market }) => {
  if (terms.segment === 'INDICES')
    return beforeEntry('NOT_TRADABLE', 'An index cannot be traded; trade its futures or options.')
  if (terms.expiry !== null && (terms.expiry < market.day || terms.expiry < toIstDate(market.at)))
    return beforeEntry(
      'UNKNOWN_INSTRUMENT',
      'The instrument you are placing an order for has either expired or does not exist.',
    )
  return null
}

const product: Check = ({ ticket, terms }) => {
  const isCash = terms.exchange === 'NSE' || terms.exchange === 'BSE'
  if (ticket.product === 'cash' && !isCash)
    return beforeEntry('PRODUCT', 'CNC is not allowed for this segment; use NRML or MIS.')
  if (ticket.product === 'NRML' && isCash)
    return beforeEntry('PRODUCT', 'NRML is not allowed for this segment; use CNC or MIS.')
  return null
}

/** A remainder left by a lot size increase can be exited, also together with whole lots. */
const leavesWholeLots = ({ account, ticket, terms, isExit, openQuantity }: Question): boolean =>
  isExit && (reducibleBy(account, terms, ticket) - openQuantity) % terms.lotSize === 0

const lots: Check = (question) => {
  const { ticket, terms } = question
  if (ticket.quantity % terms.lotSize === 0 || leavesWholeLots(question)) return null
  return beforeEntry('LOT_SIZE', `Quantity should be in multiples of ${terms.lotSize}.`)
}

const freeze: Check = ({ ticket, terms }) => {
  if (ticket.autoslice || ticket.quantity <= largestOrder(terms)) return null
  const what = isContract(terms) ? 'contract' : 'instrument'
  return beforeEntry(
    'FREEZE_LIMIT',
    `Quantity exceeds the freeze limit of ${terms.freezeQuantity} for this ${what}. Use an iceberg order or slice the order.`,
  )
}

const tick: Check = ({ ticket, terms }) => {
  const tickSize = toRupees(terms.tickSize)
  for (const [what, price] of [
    ['Price', ticket.price],
    ['Trigger price', ticket.triggerPrice],
  ] as const) {
    const offTick = price === null ? null : findOffTick(toRupees(price), tickSize)
    if (offTick !== null) return beforeEntry('TICK_SIZE', `${what} ${offTick}`)
  }
  return null
}

const circuit: Check = ({ ticket, quote, market }) => {
  const { lowerCircuit, upperCircuit } = circuitsInForce(quote, market)
  for (const [what, price] of [
    ['order', ticket.price],
    ['trigger', ticket.triggerPrice],
  ] as const) {
    if (price === null) continue
    if (upperCircuit !== null && price > upperCircuit)
      return beyondCircuit(what, 'higher', 'upper', upperCircuit)
    if (lowerCircuit !== null && price < lowerCircuit)
      return beyondCircuit(what, 'lower', 'lower', lowerCircuit)
  }
  return null
}

const beyondCircuit = (what: string, than: string, which: string, limit: Paise) =>
  beforeEntry(
    'CIRCUIT_LIMIT',
    `Your ${what} price is ${than} than the current ${which} circuit limit of ${toRupees(limit).toFixed(2)}. Place an order within the daily range.`,
  )

const trigger: Check = ({ ticket, quote, replaces }) => {
  const { side, price, triggerPrice } = ticket
  if (triggerPrice === null) return null
  // The trigger of a triggered order is behind the market, and may stay there.
  const isKept = replaces !== null && replaces.triggerPrice === triggerPrice
  if (quote !== null && !isKept) {
    if (side === 'buy' && triggerPrice <= quote.lastPrice)
      return beforeEntry(
        'TRIGGER_PRICE',
        'Trigger price for stoploss buy orders should be above the last traded price',
      )
    if (side === 'sell' && triggerPrice >= quote.lastPrice)
      return beforeEntry(
        'TRIGGER_PRICE',
        'Trigger price for stoploss sell orders should be lower than the last traded price',
      )
  }
  if (price === null) return null
  if (side === 'buy' && price < triggerPrice)
    return beforeEntry(
      'TRIGGER_PRICE',
      'Limit price for stoploss buy orders should not be below the trigger price',
    )
  return side === 'sell' && price > triggerPrice
    ? beforeEntry(
        'TRIGGER_PRICE',
        'Limit price for stoploss sell orders should not be above the trigger price',
      )
    : null
}

const protection: Check = ({ ticket }) => {
  const { orderType, marketProtection } = ticket
  if (hasPrice(orderType)) return null
  if (marketProtection === 0)
    return beforeEntry(
      'MARKET_PROTECTION',
      'Market orders without market protection are not allowed via API. Please set market protection or use a Limit order.',
    )
  return marketProtection === -1 || (marketProtection > 0 && marketProtection <= PROTECTION_MAX)
    ? null
    : notANumber('market_protection', '-1 (automatic) or above 0 up to 100 percent', marketProtection)
}

const disclosed: Check = ({ ticket, terms }) => {
  const { disclosedQuantity, quantity } = ticket
  if (disclosedQuantity === 0) return null
  if (isContract(terms))
    return beforeEntry('DISCLOSED_QUANTITY', 'Disclosed quantity is allowed only for equity.')
  return disclosedQuantity <= quantity && disclosedQuantity >= quantity * DISCLOSED_MIN
    ? null
    : beforeEntry(
        'DISCLOSED_QUANTITY',
        `Disclosed quantity should be between 10% of the quantity and all of it: ${Math.ceil(quantity * DISCLOSED_MIN)} to ${quantity}.`,
      )
}

const acceptedOrderType: Check = ({ ticket, terms, isSystem }) => {
  if (isSystem && ticket.orderType === 'MARKET') return null
  const refusal = orderTypeRefusal(terms, ticket.orderType)
  return refusal === null ? null : beforeEntry('ORDER_TYPE', refusal)
}

export const fieldChecks: readonly Check[] = [words, numbers, priceFields, validity, tradable, product]

export const priceChecks: readonly Check[] = [
  lots,
  freeze,
  tick,
  circuit,
  trigger,
  protection,
  disclosed,
  acceptedOrderType,
]

export const misAllowed: Check = ({ ticket, terms }) =>
  ticket.product === 'MIS' && terms.instrumentType === 'EQ' && DELIVERED_SERIES.test(terms.tradingSymbol)
    ? beforeEntry('MIS_NOT_ALLOWED', 'MIS is not allowed for this instrument.')
    : null
