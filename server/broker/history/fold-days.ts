import { createRoundTrips, type TripFill } from '../../../src/domain/analysis/round-trips.ts'
import type { TaxFill } from '../../../src/domain/analysis/tax/tax-lots.ts'
import { type Paise, toRupees } from '../../../src/domain/money.ts'
import type { OrderId, Side } from '../../../src/domain/orders/order.ts'
import { orderCharges } from '../../../src/domain/orders/order-charges.ts'
import { type IstDate, toIstDate } from '../../../src/domain/time.ts'
import type { Account, Order } from '../account.ts'
import type { AccountPast, ChargesByKind, Closes, DayFigures } from '../history.ts'
import { type AccountState, apply } from '../ledger/account-state.ts'
import type { Entry } from '../ledger/event.ts'
import { closeOf, isMarked, markedTo, quantityOf } from '../ledger/position-events.ts'

const noCharges: ChargesByKind = {
  ...{ brokerage: 0, stt: 0, transaction: 0, gst: 0, stamp: 0, sebi: 0, dp: 0 },
  fees: 0,
}
const kinds = Object.keys(noCharges) as readonly (keyof ChargesByKind)[]

const combined = (of: (kind: keyof ChargesByKind) => number): ChargesByKind =>
  Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as unknown as ChargesByKind

/** Charges of an order so far; its fills alone do not give them, as brokerage is per order. */
const chargesOf = (order: Order, at: number, isFirstSale: boolean): ChargesByKind => {
  const { terms, product, side, filledQuantity, filledValue } = order
  const { exchange, instrumentType } = terms
  const filled = { exchange, instrumentType, product, side, filledQuantity, filledValue }
  return { ...orderCharges(filled, toIstDate(at), isFirstSale), fees: 0 }
}

/** A future is worth nothing but what it has gained since it was last marked. */
const equityOf = (account: AccountState, closes: Closes): Paise => {
  let sum: number = account.cash
  for (const position of account.positions.values()) {
    const close = closeOf(position, closes(position.terms.id))
    sum += isMarked(position.terms) ? markedTo(position, close) : quantityOf(position) * close
  }
  for (const { terms, quantity, t1Quantity, previousClose } of account.holdings.values())
    sum += (quantity + t1Quantity) * (closes(terms.id) ?? previousClose)
  return sum as Paise
}

const DEPLOYMENT = 'deployment'

/** The trade that a settlement amounts to; null for any other entry. */
export const settlementIn = ({ positions }: Account, { event, at }: Entry) => {
  const terms = event.kind === 'position.settled' ? positions.get(event.key)?.terms : undefined
  if (event.kind !== 'position.settled' || terms === undefined) return null
  const { quantity, price, charges = 0 as Paise } = event
  const side: Side = quantity > 0 ? 'sell' : 'buy'
  return { terms, at, side, quantity: Math.abs(quantity), price, charges }
}

export interface DayBegin {
  readonly day: IstDate
  /** Number of the entry that opened the account or rolled it over to this day. */
  readonly seq: number
  readonly account: AccountState
}

const createKinds = () => {
  const ofOrders = new Map<OrderId, ChargesByKind>()
  let sums = noCharges
  return {
    sums: () => sums,
    add(more: Partial<ChargesByKind>): void {
      sums = combined((kind) => sums[kind] + (more[kind] ?? 0))
    },
    /** Returns what the order's charges have grown by. */
    addOrder(id: OrderId, now: ChargesByKind): ChargesByKind {
      const before = ofOrders.get(id) ?? noCharges
      ofOrders.set(id, now)
      const grown = combined((kind) => now[kind] - before[kind])
      sums = combined((kind) => sums[kind] + grown[kind])
      return grown
    },
    begin(): void {
      sums = noCharges
      ofOrders.clear()
    },
  }
}

/** Fills and settlements, as round trips and for the tax report. */
const createFills = () => {
  const trips = createRoundTrips()
  const taxFills: TaxFill[] = []
  /** Paise charged for an order before its first fill. */
  const fees = new Map<OrderId, number>()
  return {
    charge(orderId: OrderId, amount: number): void {
      fees.set(orderId, (fees.get(orderId) ?? 0) + amount)
    },
    add(fill: TripFill, isShare: boolean, stt: number, orderId: OrderId | null): void {
      trips.add(fill)
      const { at, key, side, quantity, price } = fill
      const fee = orderId === null ? 0 : (fees.get(orderId) ?? 0)
      taxFills.push({ at, key, isShare, side, quantity, price, charges: fill.charges + fee, stt })
      if (orderId !== null) fees.delete(orderId)
    },
    past: () => ({
      trips: trips.closed(),
      open: trips.open(),
      taxFills,
      strayFees: [...fees.values()].reduce((sum, fee) => sum + fee, 0),
    }),
  }
}

const dayFigures = (
  { day, cash, chargesToday: charges }: AccountState,
  equity: Paise,
  { equityBefore, capital, byKind }: { equityBefore: number; capital: number; byKind: ChargesByKind },
): DayFigures => {
  const gross = (equity - equityBefore - capital + charges) as Paise
  return { day, gross, charges, equity, cash, capital: capital as Paise, byKind }
}

/** Folds the log of one account into its days and fills. */
export const createDayFold = () => {
  const fills = createFills()
  const byKind = createKinds()
  const [days, begins]: [DayFigures[], DayBegin[]] = [[], []]
  let account: AccountState | null = null
  let opening: AccountPast['opening'] = null
  let [equityBefore, capital] = [0, 0]

  const figuresOf = (now: AccountState, closes: Closes): DayFigures =>
    dayFigures(now, equityOf(now, closes), { equityBefore, capital, byKind: byKind.sums() })

  const takeFill = (before: AccountState, after: AccountState, { seq, event, orderId, at }: Entry): void => {
    const order = orderId === null ? undefined : after.orders.get(orderId)
    if (event.kind !== 'order.filled' || orderId === null || order === undefined) return
    const { terms, side, algoUuid, tag } = order
    const { quantity, price } = event.fill
    const charges = (event.charges - (before.orders.get(orderId)?.charges ?? 0)) as Paise
    const by = tag === DEPLOYMENT ? algoUuid : ''
    const grown = byKind.addOrder(orderId, chargesOf(order, at, after.firstSales.get(terms.id) === orderId))
    const fill = { seq, at, key: terms.id, side, quantity, price, charges, by }
    fills.add(fill, terms.instrumentType === 'EQ', Math.round(grown.stt * 100), orderId)
  }

  const takeSettlement = (before: AccountState, entry: Entry): void => {
    const trade = settlementIn(before, entry)
    if (trade === null) return
    const { terms, ...settled } = trade
    const fill = { ...settled, seq: entry.seq, key: terms.id, by: '' }
    fills.add(fill, terms.instrumentType === 'EQ', trade.charges, null)
    byKind.add({ stt: toRupees(trade.charges) })
  }

  return {
    add(entry: Entry): void {
      const { event } = entry
      const before = account
      if (before !== null && event.kind === 'day.rolled') {
        const closes = new Map<string, Paise>(event.closes)
        const ended = figuresOf(before, (id) => closes.get(id))
        days.push(ended)
        equityBefore = ended.equity
        capital = 0
        byKind.begin()
      }
      account = apply(before, entry)
      if (before?.day !== account.day) begins.push({ day: account.day, seq: entry.seq, account })
      if (event.kind === 'account.opened') {
        equityBefore = event.cash
        opening = { day: event.day, equity: event.cash }
      }
      if (event.kind === 'capital.moved') capital += event.amount
      if (event.kind === 'account.charged') {
        byKind.add({ fees: toRupees(event.amount) })
        const { orderId } = entry
        if (orderId !== null) fills.charge(orderId, event.amount)
      }
      if (before === null) return
      takeFill(before, account, entry)
      takeSettlement(before, entry)
    },
    /** Oldest first. */
    begins: begins as readonly DayBegin[],
    at: (closes: Closes): AccountPast => ({
      opening,
      days: account === null ? days : [...days, figuresOf(account, closes)],
      ...fills.past(),
    }),
  }
}

export type DayFold = ReturnType<typeof createDayFold>
