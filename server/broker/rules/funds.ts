import { addMargins, type MarginParts, marginOf, noMargin } from '../../../src/domain/margin.ts'
import { fromRupees, type Paise, paise } from '../../../src/domain/money.ts'
import type { ClientOrderId } from '../../../src/domain/order.ts'
import { orderChargesInPaise } from '../../../src/domain/order-charges.ts'
import type { PositionFigures } from '../../../src/domain/position.ts'
import type { Account, Order, PositionSums, Terms } from '../account.ts'
import type { Facts } from '../rules.ts'
import { figuresOf } from './day-pnl.ts'
import { type PricedAs, worstPriceOf } from './order-price.ts'
import { isContract, isOption, openOrdersBut, pendingOf } from './question.ts'
import {
  type Commitment,
  commitmentOf,
  committedIn,
  groupOf,
  type Leg,
  marginOfLegs,
  type OpenLeg,
  openLegOf,
  positionLegOf,
  toMarginLegs,
  withLeg,
  withOrder,
} from './requirement.ts'
import type { ScanOf } from './scans.ts'

/** An account's money at one instant, all in whole paise. Margins are estimates. */
export interface Funds {
  readonly openingBalance: Paise
  readonly cash: Paise
  /** What may be used now. */
  readonly available: Paise
  /** Margin of positions, and what open orders keep. */
  readonly usedMargin: Paise
  readonly span: Paise
  readonly exposure: Paise
  /** Paid for options less received, today. */
  readonly optionPremium: Paise
  /** Paid for deliveries less received, today. */
  readonly delivery: Paise
  readonly m2mRealised: Paise
  readonly m2mUnrealised: Paise
  readonly chargesToday: Paise
}

/** An account taken apart once: what is held and what is on order, and what cash is free to be used. */
export interface Purse {
  /** Of `cash`, what may be used at all. */
  readonly usable: number
  readonly committed: number
  readonly groups: ReadonlyMap<string, Commitment>
  readonly held: readonly { readonly sums: PositionSums; readonly figures: PositionFigures }[]
}

const NO_ORDER = '' as ClientOrderId

export const openPurse = (
  account: Account,
  facts: Facts,
  scanOf: ScanOf,
  but: ClientOrderId = NO_ORDER,
): Purse => {
  const positions = new Map<string, Leg[]>()
  const orders = new Map<string, OpenLeg[]>()
  const held = [...account.positions.values()].map((sums) => ({ sums, figures: figuresOf(sums, facts) }))
  for (const { sums, figures } of held) {
    if (figures.quantity === 0) continue
    const legs = listAt(positions, groupOf(sums.terms, sums.product))
    join(legs, positionLegOf(sums.terms, figures.quantity, figures.lastPrice))
  }
  for (const order of openOrdersBut(account, but))
    listAt(orders, groupOf(order.terms, order.product)).push(legOfOrder(order, facts))
  const groups = new Map<string, Commitment>()
  let committed = 0
  for (const group of new Set([...positions.keys(), ...orders.keys()])) {
    const commitment = commitmentOf(group, positions.get(group) ?? [], orders.get(group) ?? [], scanOf)
    groups.set(group, commitment)
    committed += committedIn(commitment)
  }
  return { usable: usableCash(account, held), committed, groups, held }
}

const listAt = <Item>(lists: Map<string, Item[]>, key: string): Item[] => {
  const known = lists.get(key)
  if (known !== undefined) return known
  const list: Item[] = []
  lists.set(key, list)
  return list
}

/** The same contract in two products is one leg: they are margined together. */
const join = (legs: Leg[], leg: Leg): void => {
  const place = legs.findIndex(({ id }) => id === leg.id)
  const before = legs[place]
  if (before === undefined) legs.push(leg)
  else
    legs[place] = {
      ...before,
      quantity: before.quantity + leg.quantity,
      value: before.value + leg.value,
    }
}

const legOfOrder = (order: Order, facts: Facts): OpenLeg =>
  legFor(order.terms, { ...order, quantity: pendingOf(order) }, facts)

export const legFor = (
  terms: Terms,
  order: PricedAs & Pick<Order, 'side' | 'product' | 'quantity'>,
  facts: Facts,
): OpenLeg => {
  const price = worstPriceOf(terms, order, facts.quoteOf(terms)) ?? paise(0)
  const charges = orderChargesInPaise(
    {
      exchange: terms.exchange,
      instrumentType: terms.instrumentType,
      product: order.product,
      side: order.side,
      filledQuantity: order.quantity,
      filledValue: paise(order.quantity * price),
    },
    facts.day,
    true,
  )
  return openLegOf(terms, order, price, charges)
}

/**
 * Cash that may be used. Shares bought within the day are paid in full in the account and margined like futures
 * instead; gains of the day on them, on futures and on deliveries turned within the day come with the next day, losses
 * count at once. Shares sold before they settled pay with the next day too.
 */
const usableCash = (account: Account, held: Purse['held']): number => {
  let usable: number = account.cash
  let unsettled = 0
  for (const { sums, figures } of held) {
    const { terms, product } = sums
    if (terms.instrumentType === 'FUT') {
      unsettled += figures.m2m
    } else if (!isContract(terms) && product === 'MIS') {
      usable -= figures.value
      unsettled += figures.pnl
    } else if (product === 'cash') {
      usable -= Math.max(0, figures.realised) + unsettledSale(account, sums, figures)
    }
  }
  return usable + Math.min(0, unsettled)
}

/** Proceeds of shares that were sold before they settled. */
const unsettledSale = (account: Account, { terms }: PositionSums, figures: PositionFigures): number => {
  const holding = account.holdings.get(terms.id)
  if (holding === undefined) return 0
  return Math.ceil(Math.max(0, holding.usedQuantity - holding.quantity) * figures.sellPrice)
}

/** What a further order would keep from being used: the difference it makes to its group. Paise, never below zero. */
export const requiredFor = (purse: Purse, group: string, leg: OpenLeg, scanOf: ScanOf): Paise => {
  const before = purse.groups.get(group) ?? commitmentOf(group, [], [], scanOf)
  return paise(Math.max(0, committedIn(withOrder(before, leg, scanOf)) - committedIn(before)))
}

export const availableIn = ({ usable, committed }: Purse): Paise => paise(usable - committed)

/** Money of an account as the console shows it. */
export const fundsIn = (account: Account, purse: Purse, scanOf: ScanOf): Funds => {
  let parts: MarginParts = noMargin
  for (const [group, { positions }] of purse.groups) {
    if (group !== 'delivery' && !group.startsWith('MIS '))
      parts = addMargins(parts, marginOf(toMarginLegs(positions, scanOf)))
  }
  let [premium, delivery, realised, unrealised] = [0, 0, 0, 0]
  for (const { sums, figures } of purse.held) {
    if (isOption(sums.terms)) premium += sums.dayBuyValue - sums.daySellValue
    if (sums.product === 'cash') delivery += sums.dayBuyValue - sums.daySellValue
    realised += figures.realised
    unrealised += figures.unrealised
  }
  return {
    openingBalance: account.openingCash,
    cash: account.cash,
    available: availableIn(purse),
    usedMargin: paise(purse.committed),
    span: fromRupees(parts.span),
    exposure: fromRupees(parts.exposure),
    optionPremium: paise(premium),
    delivery: paise(delivery),
    m2mRealised: paise(realised),
    m2mUnrealised: paise(unrealised),
    chargesToday: account.chargesToday,
  }
}

/** What an account would have less to use when these had filled: more margin, premiums and deliveries. Paise, or below zero. */
export const takenBy = (
  purse: Purse,
  filled: readonly { readonly group: string; readonly leg: Leg; readonly paid: number }[],
  scanOf: ScanOf,
): number => {
  const after = new Map<string, readonly Leg[]>()
  let use = 0
  for (const { group, leg, paid } of filled) {
    const legs = after.get(group) ?? purse.groups.get(group)?.positions ?? []
    after.set(group, withLeg(legs, leg))
    use += paid
  }
  for (const [group, legs] of after) {
    const before = purse.groups.get(group)?.positions ?? []
    use += marginOfLegs(group, legs, scanOf) - marginOfLegs(group, before, scanOf)
  }
  return use
}
