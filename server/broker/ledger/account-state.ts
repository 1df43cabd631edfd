import type { Paise } from '../../../src/domain/money.ts'
import { type ClientOrderId, isEnded, type OrderId } from '../../../src/domain/orders/order.ts'
import type { EpochMs, IstDate } from '../../../src/domain/time.ts'
import type { UserId } from '../../user.ts'
import { type Account, defaultRiskLimits, type Holding, type PositionSums, positionKey } from '../account.ts'
import { applyToOrder, type BookedOrder, exitKeyOfOrder, isAtExchange, reservedBy } from './booked-order.ts'
import { type AccountEvent, type Entry, isOrderEvent, type OrderEvent } from './event.ts'
import {
  boughtForDelivery,
  carried,
  closeOf,
  fillValueOf,
  isMarked,
  markedTo,
  moved,
  noPosition,
  settledHolding,
  traded,
  usedOf,
} from './position-events.ts'
import { VersionedMap } from './versioned-map.ts'

const RECENT_MS = 60_000
const RECENT_MAX = 400

export interface AccountState extends Account {
  readonly orders: VersionedMap<OrderId, BookedOrder>
  readonly orderOfClientId: VersionedMap<ClientOrderId, OrderId>
  readonly positions: VersionedMap<string, PositionSums>
  readonly holdings: VersionedMap<Holding['terms']['id'], Holding>
  /** A fill counts once, whichever order it names. */
  readonly fillIds: VersionedMap<string, OrderId>
  /** First order today to sell from the holdings, by instrument: it alone pays the depository charge. */
  readonly firstSales: VersionedMap<string, OrderId>
  /** Units reserved by open reduce-only orders, by position key and side; cached sum over `orders`. */
  readonly reserved: VersionedMap<string, number>
}

const opened = (owner: UserId, day: IstDate, cash: Paise): AccountState => ({
  owner,
  day,
  openingCash: cash,
  cash,
  exchangeCash: 0 as Paise,
  chargesPaid: 0 as Paise,
  paidIn: cash,
  chargesToday: 0 as Paise,
  orders: VersionedMap.of(),
  orderOfClientId: VersionedMap.of(),
  positions: VersionedMap.of(),
  holdings: VersionedMap.of(),
  limits: defaultRiskLimits,
  killSwitch: null,
  cancelOnly: null,
  recentOrders: [],
  ordersToday: 0,
  fillIds: VersionedMap.of(),
  firstSales: VersionedMap.of(),
  reserved: VersionedMap.of(),
})

/** Written out for speed, as one is made for every event. */
const changed = (account: AccountState, changes: Partial<AccountState>): AccountState =>
  Object.assign(
    {
      owner: account.owner,
      day: account.day,
      openingCash: account.openingCash,
      cash: account.cash,
      exchangeCash: account.exchangeCash,
      chargesPaid: account.chargesPaid,
      paidIn: account.paidIn,
      chargesToday: account.chargesToday,
      orders: account.orders,
      orderOfClientId: account.orderOfClientId,
      positions: account.positions,
      holdings: account.holdings,
      limits: account.limits,
      killSwitch: account.killSwitch,
      cancelOnly: account.cancelOnly,
      recentOrders: account.recentOrders,
      ordersToday: account.ordersToday,
      fillIds: account.fillIds,
      firstSales: account.firstSales,
      reserved: account.reserved,
    },
    changes,
  )

const paid = (account: AccountState, amount: number): AccountState =>
  amount === 0
    ? account
    : changed(account, {
        cash: (account.cash - amount) as Paise,
        exchangeCash: (account.exchangeCash + amount) as Paise,
      })

const charged = (account: AccountState, amount: number): AccountState =>
  amount === 0
    ? account
    : changed(account, {
        cash: (account.cash - amount) as Paise,
        chargesPaid: (account.chargesPaid + amount) as Paise,
        chargesToday: (account.chargesToday + amount) as Paise,
      })

export const recentWith = (recent: readonly EpochMs[], wall: EpochMs): readonly EpochMs[] => {
  let from = Math.max(0, recent.length + 1 - RECENT_MAX)
  while (from < recent.length && (recent[from] ?? wall) <= wall - RECENT_MS) from += 1
  const kept = recent.slice(from)
  kept.push(wall)
  return kept
}

const counted = (account: AccountState, wall: EpochMs): AccountState =>
  changed(account, {
    recentOrders: recentWith(account.recentOrders, wall),
    ordersToday: account.ordersToday + 1,
  })

/** A change or cancel by the user. An order that is not at the exchange has it done at once. */
const isRequest = (event: OrderEvent, before: BookedOrder): boolean => {
  switch (event.kind) {
    case 'order.modifyRequested':
      return true
    case 'order.cancelRequested':
      return event.isByBroker !== true
    case 'order.modified':
    case 'order.cancelled':
      return !isAtExchange(before)
    default:
      return false
  }
}

const filled = (
  account: AccountState,
  before: BookedOrder,
  event: Extract<OrderEvent, { kind: 'order.filled' }>,
): AccountState => {
  const { terms, side, product, id } = before
  const key = positionKey(terms.id, product)
  const value = fillValueOf(event.fill)
  const charges = event.charges - before.charges
  const sums = traded(account.positions.get(key) ?? noPosition(terms, product), {
    side,
    quantity: event.fill.quantity,
    value,
  })
  const position = { ...sums, charges: (sums.charges + charges) as Paise }
  const holding = product === 'cash' ? account.holdings.get(terms.id) : undefined
  const isFirstSale = product === 'cash' && side === 'sell' && !account.firstSales.has(terms.id)
  const cashOut = isMarked(terms) ? 0 : side === 'buy' ? value : -value
  const after = changed(account, {
    positions: account.positions.with(key, position),
    holdings:
      holding === undefined
        ? account.holdings
        : account.holdings.with(terms.id, { ...holding, usedQuantity: usedOf(position, holding) }),
    fillIds: account.fillIds.with(event.fill.id, id),
    firstSales: isFirstSale ? account.firstSales.with(terms.id, id) : account.firstSales,
  })
  return charged(paid(after, cashOut), charges)
}

const reservedAfter = (
  reserved: AccountState['reserved'],
  before: BookedOrder | undefined,
  after: BookedOrder,
): AccountState['reserved'] => {
  if (after.isReduceOnly !== true) return reserved
  const change = reservedBy(after) - (before === undefined ? 0 : reservedBy(before))
  if (change === 0) return reserved
  const key = exitKeyOfOrder(after)
  return reserved.with(key, (reserved.get(key) ?? 0) + change)
}

export const reservedByAll = (orders: Iterable<BookedOrder>): AccountState['reserved'] => {
  const sums = new Map<string, number>()
  for (const order of orders) {
    const units = reservedBy(order)
    if (units > 0) sums.set(exitKeyOfOrder(order), (sums.get(exitKeyOfOrder(order)) ?? 0) + units)
  }
  return VersionedMap.of(sums)
}

const applyOrderEvent = (account: AccountState, event: OrderEvent, entry: Entry): AccountState => {
  const before = entry.orderId === null ? undefined : account.orders.get(entry.orderId)
  const order = applyToOrder(before ?? null, event, entry)
  const booked = changed(account, {
    orders: account.orders.with(order.id, order),
    reserved: reservedAfter(account.reserved, before, order),
  })
  if (before === undefined) {
    const orderOfClientId = booked.orderOfClientId.with(order.clientOrderId, order.id)
    return counted(changed(booked, { orderOfClientId }), entry.wall)
  }
  if (event.kind === 'order.filled') return filled(booked, before, event)
  return isRequest(event, before) ? counted(booked, entry.wall) : booked
}

const rollHoldings = (
  account: AccountState,
  closes: ReadonlyMap<string, Paise>,
): VersionedMap<Holding['terms']['id'], Holding> => {
  const left = new Map<Holding['terms']['id'], Holding>()
  for (const [id, holding] of account.holdings) {
    const settled = settledHolding(holding, closes.get(id))
    if (settled !== null) left.set(id, settled)
  }
  for (const position of account.positions.values()) {
    if (position.product !== 'cash') continue
    const { terms } = position
    const bought = boughtForDelivery(position)
    if (bought.quantity === 0) continue
    const held = left.get(terms.id)
    left.set(terms.id, {
      terms,
      quantity: held?.quantity ?? 0,
      t1Quantity: bought.quantity,
      usedQuantity: 0,
      cost: ((held?.cost ?? 0) + bought.cost) as Paise,
      previousClose: closeOf(position, closes.get(terms.id)),
    })
  }
  return VersionedMap.of(left)
}

const rolled = (
  account: AccountState,
  { day, closes: pairs }: Extract<AccountEvent, { kind: 'day.rolled' }>,
): AccountState => {
  const closes: ReadonlyMap<string, Paise> = new Map(pairs)
  const positions: [string, PositionSums][] = []
  let credit = 0
  for (const [key, position] of account.positions) {
    const close = closeOf(position, closes.get(position.terms.id))
    if (isMarked(position.terms)) credit += markedTo(position, close)
    if (position.product === 'cash') continue
    const left = carried(position, close)
    if (left !== null) positions.push([key, left])
  }
  const orders = [...account.orders].filter(([, order]) => !isEnded(order.status))
  const isOpen = new Set(orders.map(([id]) => id))
  const marked = paid(account, -credit)
  return changed(marked, {
    day,
    openingCash: marked.cash,
    chargesToday: 0 as Paise,
    orders: VersionedMap.of(orders),
    orderOfClientId: VersionedMap.of(orders.map(([id, order]) => [order.clientOrderId, id])),
    positions: VersionedMap.of(positions),
    holdings: rollHoldings(account, closes),
    fillIds: VersionedMap.of([...account.fillIds].filter(([, id]) => isOpen.has(id))),
    firstSales: VersionedMap.of(),
    reserved: reservedByAll(orders.map(([, order]) => order)),
    ordersToday: 0,
  })
}

const settled = (
  account: AccountState,
  { key, quantity, price, charges = 0 as Paise }: Extract<AccountEvent, { kind: 'position.settled' }>,
): AccountState => {
  const position = positionAt(account, key)
  const value = Math.abs(quantity) * price
  const closed = traded(position, {
    side: quantity > 0 ? 'sell' : 'buy',
    quantity: Math.abs(quantity),
    value,
  })
  const sums = { ...closed, charges: (closed.charges + charges) as Paise }
  const after = changed(account, { positions: account.positions.with(key, sums) })
  return charged(isMarked(position.terms) ? after : paid(after, quantity > 0 ? -value : value), charges)
}

const converted = (
  account: AccountState,
  event: Extract<AccountEvent, { kind: 'position.converted' }>,
): AccountState => {
  const from = positionAt(account, event.key)
  const key = positionKey(from.terms.id, event.to)
  const both = moved(from, account.positions.get(key) ?? noPosition(from.terms, event.to), event)
  if (both === null) throw new Error(`${event.key}: not so many units to convert`)
  const positions = account.positions.with(event.key, both.from).with(key, both.to)
  const delivery = positions.get(positionKey(from.terms.id, 'cash'))
  const holding = account.holdings.get(from.terms.id)
  if (delivery === undefined || holding === undefined) return changed(account, { positions })
  const used = { ...holding, usedQuantity: usedOf(delivery, holding) }
  return changed(account, { positions, holdings: account.holdings.with(from.terms.id, used) })
}

const positionAt = (account: AccountState, key: string): PositionSums => {
  const position = account.positions.get(key)
  if (position === undefined) throw new Error(`no position ${key}`)
  return position
}

/** For an older version that is to be continued: in the shared maps that would hide what came after it. */
export const withOwnMaps = (account: AccountState): AccountState =>
  changed(account, {
    orders: VersionedMap.of(account.orders),
    orderOfClientId: VersionedMap.of(account.orderOfClientId),
    positions: VersionedMap.of(account.positions),
    holdings: VersionedMap.of(account.holdings),
    fillIds: VersionedMap.of(account.fillIds),
    firstSales: VersionedMap.of(account.firstSales),
    reserved: VersionedMap.of(account.reserved),
  })

/** Pure: the same log makes the same accounts. */
export const apply = (account: AccountState | null, entry: Entry): AccountState => {
  const { event } = entry
  if (event.kind === 'account.opened') {
    if (account !== null) throw new Error(`entry ${entry.seq}: the account of ${entry.owner} is open already`)
    return opened(entry.owner, event.day, event.cash)
  }
  if (account === null) throw new Error(`entry ${entry.seq}: ${entry.owner} has no account`)
  if (isOrderEvent(event)) return applyOrderEvent(account, event, entry)
  switch (event.kind) {
    case 'day.rolled':
      return rolled(account, event)
    case 'position.settled':
      return settled(account, event)
    case 'position.converted':
      return converted(account, event)
    case 'account.charged':
      return charged(account, event.amount)
    case 'capital.moved':
      return changed(account, {
        cash: (account.cash + event.amount) as Paise,
        paidIn: (account.paidIn + event.amount) as Paise,
      })
    case 'limits.set':
      return changed(account, { limits: event.limits })
    case 'killSwitch.set':
      return changed(account, {
        killSwitch: event.reason === null ? null : { since: entry.at, reason: event.reason },
      })
    case 'account.restricted':
      return changed(account, { cancelOnly: account.cancelOnly ?? event.reason })
    default:
      return event satisfies never
  }
}
