import { formatRupees } from '../../../../src/domain/format.ts'
import { instrumentTitle } from '../../../../src/domain/instruments/instrument-names.ts'
import { type Paise, toRupees } from '../../../../src/domain/money.ts'
import { isEnded } from '../../../../src/domain/orders/order.ts'
import { toIstDate } from '../../../../src/domain/time.ts'
import { CAPITAL_MAX, type Exit, positionKey } from '../../account.ts'
import type { Outcome } from '../../broker.ts'
import type { Command } from '../../ledger.ts'
import { alreadyEnded, beforeEntry, onlyCancels } from '../../rules/refusal.ts'
import { isAtExchange } from '../booked-order.ts'
import type { LedgerEvent } from '../event.ts'
import { moved, noPosition, quantityOf } from '../position-events.ts'
import { freeIn, heldFor, releaseExcess } from '../reservations.ts'
import { type UnitOfWork, write } from '../unit-of-work.ts'
import { decideModify } from './decide-modify.ts'
import { decidePlace, decideRelease } from './decide-place.ts'
import { decideReport } from './decide-report.ts'
import { type DecisionParts, done } from './decision.ts'

const decideCancel = (
  work: UnitOfWork,
  { orderId, reason, isByBroker = false }: Extract<Command, { kind: 'cancel' }>,
  { market }: DecisionParts,
): Outcome => {
  const order = work.account.orders.get(orderId)
  if (order === undefined) return { kind: 'notFound' }
  if (order.status === 'CANCEL PENDING') return done(order, true)
  if (isEnded(order.status)) return alreadyEnded(order)
  write(
    work,
    market.at,
    orderId,
    isAtExchange(order)
      ? { kind: 'order.cancelRequested', reason, ...(isByBroker ? { isByBroker } : {}) }
      : { kind: 'order.cancelled', message: reason, raw: null },
  )
  return done(work.account.orders.get(orderId) ?? null)
}

const LAPSED = 'Order lapsed at the end of the day'

const decideLapse = (
  work: UnitOfWork,
  { orderId }: Extract<Command, { kind: 'lapse' }>,
  { market }: DecisionParts,
): Outcome => {
  const order = work.account.orders.get(orderId)
  if (order === undefined) return { kind: 'notFound' }
  if (isEnded(order.status)) return done(order, true)
  write(work, market.at, orderId, { kind: 'order.cancelled', message: LAPSED, raw: null })
  return done(work.account.orders.get(orderId) ?? null)
}

const decideRoll = (
  work: UnitOfWork,
  { day, closes }: Extract<Command, { kind: 'rollDay' }>,
  { market }: DecisionParts,
): Outcome => {
  const { account } = work
  if (day <= account.day) return done(null, true)
  const held = new Set([
    ...[...account.positions.values()].map(({ terms }) => terms.id as string),
    ...account.holdings.keys(),
  ])
  const known = [...held].flatMap((id): [string, Paise][] => {
    const close = closes.get(id)
    return close === undefined ? [] : [[id, close]]
  })
  write(work, market.at, null, { kind: 'day.rolled', day, closes: known })
  return done(null)
}

const decideSettle = (
  work: UnitOfWork,
  { positionKey: key, price, why }: Extract<Command, { kind: 'settle' }>,
  { market, rules }: DecisionParts,
): Outcome => {
  const position = work.account.positions.get(key)
  if (position === undefined) return { kind: 'notFound' }
  const quantity = quantityOf(position)
  if (quantity === 0) return done(null, true)
  const endedOn = position.terms.expiry ?? toIstDate(market.at)
  const charges = rules.settlementChargesOf(position.terms, quantity, price, endedOn)
  const { terms, product } = position
  releaseExcess(work, market.at, { sym: terms.id, product, change: -quantity })
  const settled: LedgerEvent = { kind: 'position.settled', key, quantity, price, why }
  write(work, market.at, null, charges === 0 ? settled : { ...settled, charges })
  return done(null)
}

const decideConvert = (
  work: UnitOfWork,
  { positionKey: key, side, quantity, to, isOvernight }: Extract<Command, { kind: 'convert' }>,
  { market, rules }: DecisionParts,
): Outcome => {
  const { account } = work
  const from = account.positions.get(key)
  if (from === undefined) return { kind: 'notFound' }
  if (account.cancelOnly !== null) return onlyCancels(account.cancelOnly)
  const isShare = from.terms.exchange === 'NSE' || from.terms.exchange === 'BSE'
  if (from.product === to || to === (isShare ? 'NRML' : 'cash') || (to === 'cash' && side === 'sell'))
    return beforeEntry(
      'CONVERT_PRODUCT',
      `A ${side} position in ${from.product} cannot be converted to ${to}.`,
    )
  const target = account.positions.get(positionKey(from.terms.id, to)) ?? noPosition(from.terms, to)
  if (moved(from, target, { side, quantity, isOvernight }) === null)
    return beforeEntry(
      'CONVERT_QUANTITY',
      `Cannot convert ${quantity} units of ${instrumentTitle(from.terms)}: the open quantity is ${quantityOf(from)}.`,
    )
  const exit: Exit = { sym: from.terms.id, product: from.product, side: side === 'buy' ? 'sell' : 'buy' }
  const free = freeIn(account, exit)
  if (quantity > free)
    return beforeEntry(
      'UNITS_ON_ORDER',
      `${free} of ${heldFor(account, exit)} units of ${instrumentTitle(from.terms)} can be converted; open orders to ${exit.side} hold the rest. Cancel them first.`,
    )
  const sign = side === 'buy' ? 1 : -1
  releaseExcess(work, market.at, { sym: from.terms.id, product: to, change: sign * quantity })
  write(work, market.at, null, { kind: 'position.converted', key, to, side, quantity, isOvernight })
  // A refused unit of work is dropped whole.
  return rules.checkConversion(account, work.account, to, from.terms, market) ?? done(null)
}

/** Whole rupees are moved. */
const RUPEE = 100

const inWords = (amount: Paise): string => formatRupees(toRupees(amount), 0)

const decideCapital = (
  work: UnitOfWork,
  { amount, paidIn }: Extract<Command, { kind: 'moveCapital' }>,
  { market, rules }: DecisionParts,
): Outcome => {
  const { account } = work
  if (account.cancelOnly !== null) return onlyCancels(account.cancelOnly)
  if (account.paidIn !== paidIn)
    return beforeEntry('CAPITAL_CHANGED', 'Capital has changed since. Check the balance and try again')
  const most = Math.max(
    0,
    Math.floor(Math.min(rules.availableOf(account, market), account.cash) / RUPEE) * RUPEE,
  )
  if (-amount > most)
    return beforeEntry(
      'CAPITAL_IN_USE',
      `${inWords(most as Paise)} can be withdrawn; the rest is used by positions and open orders`,
    )
  if (paidIn + amount > CAPITAL_MAX)
    return beforeEntry('CAPITAL_LIMIT', `At most ${inWords(CAPITAL_MAX)} can be paid in`)
  write(work, market.at, null, { kind: 'capital.moved', amount })
  return done(null)
}

export const decide = (work: UnitOfWork, command: Command, parts: DecisionParts): Outcome => {
  switch (command.kind) {
    case 'place':
      return decidePlace(work, command, parts)
    case 'modify':
      return decideModify(work, command, parts)
    case 'cancel':
      return decideCancel(work, command, parts)
    case 'report':
      return decideReport(work, command.report, parts)
    case 'releaseAmo':
      return decideRelease(work, command.orderId, parts)
    case 'lapse':
      return decideLapse(work, command, parts)
    case 'rollDay':
      return decideRoll(work, command, parts)
    case 'settle':
      return decideSettle(work, command, parts)
    case 'convert':
      return decideConvert(work, command, parts)
    case 'moveCapital':
      return decideCapital(work, command, parts)
    case 'setLimits':
      // Merged inside the decision, so that two concurrent changes are both kept.
      write(work, parts.market.at, null, {
        kind: 'limits.set',
        limits: { ...work.account.limits, ...command.limits },
      })
      return done(null)
    case 'setKillSwitch':
      if (command.reason === null && work.account.killSwitch === null) return done(null, true)
      write(work, parts.market.at, null, { kind: 'killSwitch.set', reason: command.reason })
      return done(null)
    default:
      return command satisfies never
  }
}
