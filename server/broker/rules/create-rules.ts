import { type Calendar, exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { formatRupees } from '../../../src/domain/format.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type Paise, paise, toRupees } from '../../../src/domain/money.ts'
import {
  hasPrice,
  hasTrigger,
  isEnded,
  type OrderChanges,
  type OrderStatus,
  type OrderTicket,
} from '../../../src/domain/orders/order.ts'
import { orderChargesInPaise } from '../../../src/domain/orders/order-charges.ts'
import type { Account, InstrumentTerms, Order } from '../account.ts'
import type { Funds } from '../broker.ts'
import { changedTerms, ticketOf } from '../order-terms.ts'
import type { Accepted, MarketSnapshot, Refused, Rules } from '../rules.ts'
import { availableIn, fundsIn, legFor, marginsIn, requiredFor, splitFunds, takenBy } from './funds.ts'
import { type Check, findRefusal, type Question, reducibleBy } from './question.ts'
import { alreadyEnded, beforeEntry, byRiskCheck } from './refusal.ts'
import { groupOf } from './requirement.ts'
import { cancelOnly, killSwitch, ownLimits, rate } from './risk-checks.ts'
import { createScans, type ScanOf } from './scans.ts'
import { findMisRefusal, misCutoff, session } from './session-checks.ts'
import { settlementChargesOf } from './settlement.ts'
import { fieldChecks, misAllowed, priceChecks } from './ticket-checks.ts'

const MODIFICATIONS_MAX = 25

const newOrderChecks: readonly Check[] = [
  rate,
  cancelOnly,
  killSwitch,
  ...fieldChecks,
  ...priceChecks,
  session,
  misCutoff,
  misAllowed,
  ownLimits,
]

/** The session of an AMO is checked when it is released. */
const changeChecks: readonly Check[] = [rate, cancelOnly, killSwitch, ...fieldChecks, ...priceChecks]
const liveChangeChecks: readonly Check[] = [...changeChecks, session, ownLimits]

const inFlight: ReadonlySet<OrderStatus> = new Set([
  'PUT ORDER REQ RECEIVED',
  'VALIDATION PENDING',
  'OPEN PENDING',
  'MODIFY VALIDATION PENDING',
  'MODIFY PENDING',
  'CANCEL PENDING',
])

const accepted = (blocked: Paise): Accepted => ({ kind: 'accepted', blocked })

export interface RulesAndFunds extends Rules {
  fundsOf(account: Account, market: MarketSnapshot): Funds
  /** By underlying, of positions alone; deliveries are not margined. */
  marginsOf(account: Account, market: MarketSnapshot): ReadonlyMap<InstrumentId, Paise>
  /** Paise left now, and additional paise required once these had filled. */
  weighFilled(
    account: Account,
    filled: Parameters<typeof takenBy>[1],
    market: MarketSnapshot,
  ): { readonly available: Paise; readonly required: Paise }
  scansAt(market: MarketSnapshot): ScanOf
}

export const createRules = ({
  calendar = exchangeCalendar,
}: {
  readonly calendar?: Calendar
} = {}): RulesAndFunds => {
  const scansAt = createScans(calendar)

  const weigh = (question: Question): Accepted | Refused => {
    const short = findMissingShares(question)
    if (short !== null) return short
    return weighMargin(question, scansAt(question.market))
  }

  return {
    checkOrder(account, intent, market) {
      const { ticket, placedBy } = intent
      const terms = market.termsInForce(intent.terms)
      if (intent.listVersion !== undefined && intent.listVersion !== market.listVersion)
        return listChanged(terms)
      const question: Question = {
        account,
        ticket,
        terms,
        market,
        calendar,
        quote: market.quoteOf(terms),
        phase: market.phaseOf(terms),
        isSystem: placedBy === 'system',
        isExit: ticket.quantity <= reducibleBy(account, terms, ticket),
        openQuantity: ticket.quantity,
        replaces: null,
      }
      return findRefusal(newOrderChecks, question) ?? weigh(question)
    },

    checkModify(account, order, changes, market) {
      const refused = findUnchangeable(order, changes)
      if (refused !== null) return refused
      // A modification counts as a new order, so the terms it was placed on no longer apply.
      const terms = market.termsInForce(order.terms)
      const ticket = changedTicket(order, changes)
      const openQuantity = ticket.quantity - order.filledQuantity
      const question: Question = {
        account,
        ticket,
        terms,
        market,
        calendar,
        quote: market.quoteOf(terms),
        phase: market.phaseOf(terms),
        isSystem: false,
        isExit: openQuantity <= reducibleBy(account, terms, ticket),
        openQuantity,
        replaces: order,
      }
      const isQueued = order.status === 'AMO REQ RECEIVED' || order.status === 'MODIFY AMO REQ RECEIVED'
      return findRefusal(isQueued ? changeChecks : liveChangeChecks, question) ?? weigh(question)
    },

    checkConversion(before, after, to, terms, market) {
      const late = to === 'MIS' ? findMisRefusal(terms, market, calendar) : null
      if (late !== null) return late
      const scanOf = scansAt(market)
      const [had, has] = [before, after].map((account) => availableIn(splitFunds(account, market, scanOf)))
      if (had === undefined || has === undefined || has >= 0 || has >= had) return null
      return shortOf(before, paise(had - has), had)
    },

    chargesOf({ terms, side, product, filledQuantity, filledValue }, on, isFirstSaleOfDay) {
      const { exchange, instrumentType } = terms
      return orderChargesInPaise(
        { exchange, instrumentType, product, side, filledQuantity, filledValue },
        on,
        isFirstSaleOfDay,
      )
    },

    settlementChargesOf,

    fundsOf(account, market) {
      const scanOf = scansAt(market)
      return fundsIn(account, splitFunds(account, market, scanOf), scanOf)
    },
    marginsOf: (account, market) => marginsIn(splitFunds(account, market, scansAt(market))),
    availableOf: (account, market) => availableIn(splitFunds(account, market, scansAt(market))),

    weighFilled(account, filled, market) {
      const scanOf = scansAt(market)
      const split = splitFunds(account, market, scanOf)
      return { available: availableIn(split), required: paise(takenBy(split, filled, scanOf)) }
    },

    scansAt,
  }
}

const listChanged = ({ tradingSymbol, lotSize, tickSize }: InstrumentTerms): Refused => {
  const tick = toRupees(tickSize).toFixed(2)
  const sizes =
    lotSize > 1
      ? `lot of ${tradingSymbol} is now ${lotSize}, tick ${tick}`
      : `tick of ${tradingSymbol} is now ${tick}`
  return beforeEntry(
    'INSTRUMENTS_CHANGED',
    `The instrument list has changed since the preview: ${sizes}. Check and confirm again`,
  )
}

const findUnchangeable = (order: Order, changes: OrderChanges): Refused | null => {
  if (isEnded(order.status)) return alreadyEnded(order)
  if (inFlight.has(order.status))
    return beforeEntry('IN_FLIGHT', 'Order cannot be modified as it is being processed. Try later.')
  if (order.modifications >= MODIFICATIONS_MAX)
    return beforeEntry(
      'MODIFICATIONS',
      `An order can be modified ${MODIFICATIONS_MAX} times; cancel it and place a new one.`,
    )
  const unused = findUnusedPrice(order, changes)
  if (unused !== null) return unused
  const quantity = changes.quantity ?? order.quantity
  return quantity <= order.filledQuantity
    ? beforeEntry(
        'QUANTITY_BELOW_FILLED',
        `Quantity should be above the ${order.filledQuantity} that are filled; it is ${quantity}.`,
      )
    : null
}

const findUnusedPrice = (order: Order, changes: OrderChanges): Refused | null => {
  const type = changes.orderType ?? order.orderType
  if (changes.price !== undefined && !hasPrice(type))
    return beforeEntry('INVALID_FIELD', `\`price\` is not used by ${type} orders; leave it out.`)
  return changes.triggerPrice !== undefined && !hasTrigger(type)
    ? beforeEntry('INVALID_FIELD', `\`trigger_price\` is not used by ${type} orders; leave it out.`)
    : null
}

const changedTicket = (order: Order, changes: OrderChanges): OrderTicket => ({
  ...ticketOf(order),
  ...changedTerms(order, changes),
  variety: order.variety === 'amo' && order.exchangeOrderId === null ? 'amo' : 'regular',
})

const findMissingShares = ({ account, ticket, terms, openQuantity }: Question): Refused | null => {
  if (ticket.product !== 'cash' || ticket.side !== 'sell') return null
  const available = reducibleBy(account, terms, ticket)
  return openQuantity <= available
    ? null
    : byRiskCheck(
        'HOLDINGS',
        `Insufficient holdings. Available quantity is ${available}.`,
        `RMS:Rule: Check holdings including BTST for entity account-${account.owner} across exchange across segment across product`,
      )
}

const weighMargin = (question: Question, scanOf: ScanOf): Accepted | Refused => {
  const { account, ticket, terms, market, isSystem, isExit, openQuantity } = question
  if (isSystem && isExit) return accepted(paise(0))
  const split = splitFunds(account, market, scanOf, ticket.clientOrderId)
  const leg = legFor(terms, { ...ticket, quantity: openQuantity }, market)
  const required = requiredFor(split, groupOf(terms, ticket.product), leg, scanOf)
  const available = availableIn(split)
  return required === 0 || required <= available ? accepted(required) : shortOf(account, required, available)
}

const shortOf = (account: Account, required: Paise, available: Paise): Refused => {
  const [needs, has] = [toRupees(required), toRupees(available)]
  return byRiskCheck(
    'MARGIN',
    `Insufficient funds. Required margin is ${formatRupees(needs)} but available margin is ${formatRupees(has)}. Check the orderbook for open orders.`,
    `RMS:Margin Exceeds,Required:${needs.toFixed(2)}, Available:${has.toFixed(2)} for entity account-${account.owner} across exchange across segment across product`,
  )
}
