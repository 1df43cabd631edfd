import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { fromRupees, type Paise, paise } from '../../../src/domain/money.ts'
import { addMargins, type MarginParts, marginOf, noMargin } from '../../../src/domain/orders/margin.ts'
import type { ClientOrderId } from '../../../src/domain/orders/order.ts'
import { orderChargesInPaise } from '../../../src/domain/orders/order-charges.ts'
import type { PositionFigures } from '../../../src/domain/positions/position.ts'
import type { Account, InstrumentTerms, Order, PositionSums } from '../account.ts'
import type { Funds } from '../broker.ts'
import type { MarketSnapshot } from '../rules.ts'
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
  underlyingOfGroup,
  withLeg,
  withOrder,
} from './requirement.ts'
import type { ScanOf } from './scans.ts'

export interface FundsSplit {
  readonly usable: number
  readonly committed: number
  readonly groups: ReadonlyMap<string, Commitment>
  readonly held: readonly { readonly sums: PositionSums; readonly figures: PositionFigures }[]
}

const NO_ORDER = '' as ClientOrderId

export const splitFunds = (
  account: Account,
  market: MarketSnapshot,
  scanOf: ScanOf,
  but: ClientOrderId = NO_ORDER,
): FundsSplit => {
  const positions = new Map<string, Leg[]>()
  const orders = new Map<string, OpenLeg[]>()
  const held = [...account.positions.values()].map((sums) => ({ sums, figures: figuresOf(sums, market) }))
  for (const { sums, figures } of held) {
    if (figures.quantity === 0) continue
    const legs = listAt(positions, groupOf(sums.terms, sums.product))
    join(legs, positionLegOf(sums.terms, figures.quantity, figures.lastPrice))
  }
  for (const order of openOrdersBut(account, but))
    listAt(orders, groupOf(order.terms, order.product)).push(legOfOrder(order, market))
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

/** The same contract in two products is margined as one leg. */
const join = (legs: Leg[], leg: Leg): void => {
  const index = legs.findIndex(({ id }) => id === leg.id)
  const before = legs[index]
  if (before === undefined) legs.push(leg)
  else
    legs[index] = {
      ...before,
      quantity: before.quantity + leg.quantity,
      value: before.value + leg.value,
    }
}

const legOfOrder = (order: Order, market: MarketSnapshot): OpenLeg =>
  legFor(order.terms, { ...order, quantity: pendingOf(order) }, market)

export const legFor = (
  terms: InstrumentTerms,
  order: PricedAs & Pick<Order, 'side' | 'product' | 'quantity'>,
  market: MarketSnapshot,
): OpenLeg => {
  const price = worstPriceOf(terms, order, market.quoteOf(terms)) ?? paise(0)
  const charges = orderChargesInPaise(
    {
      exchange: terms.exchange,
      instrumentType: terms.instrumentType,
      product: order.product,
      side: order.side,
      filledQuantity: order.quantity,
      filledValue: paise(order.quantity * price),
    },
    market.day,
    true,
  )
  return openLegOf(terms, order, price, charges)
}

// Shares bought intraday are paid in full in the account, but margined like futures here. Today's gains on
// them, on futures and on deliveries closed intraday count from the next day, losses at once. Sales of
// unsettled shares also pay the next day.
const usableCash = (account: Account, held: FundsSplit['held']): number => {
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

const unsettledSale = (account: Account, { terms }: PositionSums, figures: PositionFigures): number => {
  const holding = account.holdings.get(terms.id)
  if (holding === undefined) return 0
  return Math.ceil(Math.max(0, holding.usedQuantity - holding.quantity) * figures.sellPrice)
}

/** Increase of the group's commitment; paise, never negative. */
export const requiredFor = (split: FundsSplit, group: string, leg: OpenLeg, scanOf: ScanOf): Paise => {
  const before = split.groups.get(group) ?? commitmentOf(group, [], [], scanOf)
  return paise(Math.max(0, committedIn(withOrder(before, leg, scanOf)) - committedIn(before)))
}

export const availableIn = ({ usable, committed }: FundsSplit): Paise => paise(usable - committed)

export const marginsIn = ({ groups }: FundsSplit): ReadonlyMap<InstrumentId, Paise> => {
  const margins = new Map<InstrumentId, Paise>()
  for (const [group, { held }] of groups) {
    const underlying = underlyingOfGroup(group)
    if (underlying !== null && held > 0) margins.set(underlying, paise((margins.get(underlying) ?? 0) + held))
  }
  return margins
}

export const fundsIn = (account: Account, split: FundsSplit, scanOf: ScanOf): Funds => {
  let parts: MarginParts = noMargin
  for (const [group, { positions }] of split.groups) {
    if (group !== 'delivery' && !group.startsWith('MIS '))
      parts = addMargins(parts, marginOf(toMarginLegs(positions, scanOf)))
  }
  let [premium, delivery, realised, unrealised] = [0, 0, 0, 0]
  for (const { sums, figures } of split.held) {
    if (isOption(sums.terms)) premium += sums.dayBuyValue - sums.daySellValue
    if (sums.product === 'cash') delivery += sums.dayBuyValue - sums.daySellValue
    realised += figures.realised
    unrealised += figures.unrealised
  }
  return {
    openingBalance: account.openingCash,
    cash: account.cash,
    available: availableIn(split),
    usedMargin: paise(split.committed),
    span: fromRupees(parts.span),
    exposure: fromRupees(parts.exposure),
    optionPremium: paise(premium),
    delivery: paise(delivery),
    m2mRealised: paise(realised),
    m2mUnrealised: paise(unrealised),
    chargesToday: account.chargesToday,
    paidIn: account.paidIn,
  }
}

/** Margin, premiums and deliveries once these had filled; paise, negative when funds are freed. */
export const takenBy = (
  split: FundsSplit,
  filled: readonly { readonly group: string; readonly leg: Leg; readonly paid: number }[],
  scanOf: ScanOf,
): number => {
  const after = new Map<string, readonly Leg[]>()
  let use = 0
  for (const { group, leg, paid } of filled) {
    const legs = after.get(group) ?? split.groups.get(group)?.positions ?? []
    after.set(group, withLeg(legs, leg))
    use += paid
  }
  for (const [group, legs] of after) {
    const before = split.groups.get(group)?.positions ?? []
    use += marginOfLegs(group, legs, scanOf) - marginOfLegs(group, before, scanOf)
  }
  return use
}
