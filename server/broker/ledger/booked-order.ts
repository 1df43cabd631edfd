import type { Paise } from '../../../src/domain/money.ts'
import { isEnded, type OrderStatus } from '../../../src/domain/orders/order.ts'
import { exitKey, type Order, type OrderStep } from '../account.ts'
import { keptTicket, type OrderTerms } from '../order-terms.ts'
import type { Entry, OrderEvent, OrderOpening } from './event.ts'
import { shareOf } from './share-of.ts'

/** A modification that the exchange has not answered yet. */
interface Asked {
  readonly terms: OrderTerms
  readonly blockedBefore: Paise
  readonly pendingBefore: number
  readonly blockedAfter: Paise
  readonly pendingAfter: number
}

export interface BookedOrder extends Order {
  readonly asked: Asked | null
}

export const pendingOf = (order: Pick<Order, 'quantity' | 'filledQuantity' | 'cancelledQuantity'>): number =>
  order.quantity - order.filledQuantity - order.cancelledQuantity

const resting: ReadonlySet<OrderStatus> = new Set(['OPEN PENDING', 'OPEN', 'TRIGGER PENDING'])

/** Status at the exchange, without requests in flight. */
export const restingStatusOf = (order: Order): OrderStatus =>
  order.history.findLast(({ status }) => resting.has(status))?.status ?? order.status

/** At the exchange, or in flight to it. */
export const isAtExchange = (order: Order): boolean =>
  !isEnded(order.status) && order.history.some(({ status }) => resting.has(status))

/** Units; an AMO waiting for its session reserves none. */
export const reservedBy = (order: BookedOrder): number =>
  order.isReduceOnly === true && isAtExchange(order) ? pendingOf(order) : 0

export const exitKeyOfOrder = ({ terms, product, side }: Pick<Order, 'terms' | 'product' | 'side'>): string =>
  exitKey({ sym: terms.id, product, side })

// Written out, here and in `open`: an object of this many fields that begins with a spread takes forty times as long
// to make, and one is made for every event.
const written = (from: BookedOrder) =>
  ({
    id: from.id,
    clientOrderId: from.clientOrderId,
    bodyHash: from.bodyHash,
    parentId: from.parentId,
    exchangeOrderId: from.exchangeOrderId,
    owner: from.owner,
    mode: from.mode,
    placedBy: from.placedBy,
    terms: from.terms,
    side: from.side,
    orderType: from.orderType,
    product: from.product,
    variety: from.variety,
    quantity: from.quantity,
    price: from.price,
    triggerPrice: from.triggerPrice,
    validity: from.validity,
    validityTtl: from.validityTtl,
    marketProtection: from.marketProtection,
    disclosedQuantity: from.disclosedQuantity,
    tag: from.tag,
    algoUuid: from.algoUuid,
    status: from.status,
    statusMessage: from.statusMessage,
    statusMessageRaw: from.statusMessageRaw,
    acceptedAt: from.acceptedAt,
    exchangeAt: from.exchangeAt,
    updatedAt: from.updatedAt,
    filledQuantity: from.filledQuantity,
    cancelledQuantity: from.cancelledQuantity,
    filledValue: from.filledValue,
    charges: from.charges,
    blocked: from.blocked,
    modifications: from.modifications,
    middle: from.middle,
    isReduceOnly: from.isReduceOnly,
    fills: from.fills,
    history: from.history,
    asked: from.asked,
  }) satisfies { readonly [Field in keyof BookedOrder]-?: BookedOrder[Field] }

const changed = (order: BookedOrder, changes: Partial<BookedOrder>): BookedOrder =>
  Object.assign(written(order), changes)

const step = (
  order: BookedOrder,
  statuses: readonly OrderStatus[],
  { at }: Entry,
  message: string | null = null,
): BookedOrder => {
  const lines = statuses.map(
    (status): OrderStep => ({
      status,
      message: status === statuses.at(-1) ? message : null,
      at,
      price: order.price,
      triggerPrice: order.triggerPrice,
      quantity: order.quantity,
      filledQuantity: order.filledQuantity,
    }),
  )
  return changed(order, {
    status: statuses.at(-1) ?? order.status,
    statusMessage: message ?? order.statusMessage,
    updatedAt: at,
    history: order.history.concat(lines),
  })
}

const restAt = (order: BookedOrder, status: OrderStatus, entry: Entry): BookedOrder => {
  if (restingStatusOf(order) === status) return order
  if (order.status === 'CANCEL PENDING') return step(order, [status, 'CANCEL PENDING'], entry)
  if (order.status === 'MODIFY PENDING')
    return step(order, [status, 'MODIFY VALIDATION PENDING', 'MODIFY PENDING'], entry)
  return step(order, [status], entry)
}

const open = (
  { opening, blocked }: { readonly opening: OrderOpening; readonly blocked: Paise },
  entry: Entry,
): BookedOrder => {
  if (entry.orderId === null) throw new Error(`entry ${entry.seq}: an order without an id`)
  const ticket = keptTicket(opening)
  return written({
    clientOrderId: ticket.clientOrderId,
    side: ticket.side,
    orderType: ticket.orderType,
    product: ticket.product,
    variety: ticket.variety,
    quantity: ticket.quantity,
    price: ticket.price,
    triggerPrice: ticket.triggerPrice,
    validity: ticket.validity,
    validityTtl: ticket.validityTtl,
    marketProtection: ticket.marketProtection,
    disclosedQuantity: ticket.disclosedQuantity,
    tag: ticket.tag,
    algoUuid: ticket.algoUuid,
    isReduceOnly: ticket.isReduceOnly,
    id: entry.orderId,
    bodyHash: opening.bodyHash,
    parentId: opening.parentId,
    exchangeOrderId: null,
    owner: entry.owner,
    mode: opening.mode,
    placedBy: opening.placedBy,
    terms: opening.terms,
    status: 'PUT ORDER REQ RECEIVED',
    statusMessage: null,
    statusMessageRaw: null,
    acceptedAt: entry.at,
    exchangeAt: null,
    updatedAt: entry.at,
    filledQuantity: 0,
    cancelledQuantity: 0,
    filledValue: 0 as Paise,
    charges: 0 as Paise,
    blocked,
    modifications: 0,
    middle: opening.middle,
    fills: [],
    history: [],
    asked: null,
  })
}

const atExchange = (order: BookedOrder, { at }: Entry): BookedOrder => changed(order, { exchangeAt: at })

const end = (
  order: BookedOrder,
  status: OrderStatus,
  entry: Entry,
  { message, raw }: { readonly message: string | null; readonly raw: string | null },
): BookedOrder => {
  const closed = changed(order, { cancelledQuantity: order.quantity - order.filledQuantity, asked: null })
  return changed(step(closed, [status], entry, message), { blocked: 0 as Paise, statusMessageRaw: raw })
}

const fill = (
  before: BookedOrder,
  event: Extract<OrderEvent, { kind: 'order.filled' }>,
  entry: Entry,
): BookedOrder => {
  const order = restAt(before, 'OPEN', entry)
  const filledQuantity = order.filledQuantity + event.fill.quantity
  const isComplete = filledQuantity + order.cancelledQuantity === order.quantity
  const filled = changed(order, {
    exchangeAt: entry.at,
    updatedAt: entry.at,
    filledQuantity,
    filledValue: (order.filledValue + event.fill.quantity * event.fill.price) as Paise,
    charges: event.charges,
    blocked: event.blocked,
    fills: order.fills.concat(event.fill),
    asked: isComplete ? null : order.asked,
  })
  return isComplete ? step(filled, ['COMPLETE'], entry) : filled
}

const reduce = (
  order: BookedOrder,
  { quantity: units, message, blocked }: Extract<OrderEvent, { kind: 'order.reduced' }>,
  entry: Entry,
): BookedOrder => {
  if (units === pendingOf(order)) return end(order, 'CANCELLED', entry, { message, raw: null })
  const quantity = order.quantity - units
  const disclosedQuantity = Math.min(order.disclosedQuantity, quantity)
  return step(changed(order, { quantity, disclosedQuantity, blocked }), [order.status], entry, message)
}

const modify = (
  order: BookedOrder,
  { terms, blocked }: Extract<OrderEvent, { kind: 'order.modified' }>,
  entry: Entry,
): BookedOrder => {
  const isAmo = !isAtExchange(order)
  const after = changed(changed(order, terms), {
    blocked,
    modifications: order.modifications + 1,
    exchangeAt: isAmo ? order.exchangeAt : entry.at,
    asked: null,
  })
  if (isAmo) return step(after, ['MODIFY AMO REQ RECEIVED'], entry)
  if (pendingOf(after) === 0) return step(after, ['MODIFIED', 'COMPLETE'], entry)
  const back = order.status === 'CANCEL PENDING' ? order.status : restingStatusOf(order)
  return step(after, ['MODIFIED', back], entry)
}

const ask = (
  order: BookedOrder,
  { asked, blockedAfter }: Extract<OrderEvent, { kind: 'order.modifyRequested' }>,
  entry: Entry,
): BookedOrder =>
  changed(step(order, ['MODIFY VALIDATION PENDING', 'MODIFY PENDING'], entry), {
    blocked: Math.max(order.blocked, blockedAfter) as Paise,
    asked: {
      terms: asked,
      blockedBefore: order.blocked,
      pendingBefore: pendingOf(order),
      blockedAfter,
      pendingAfter: asked.quantity - order.filledQuantity,
    },
  })

const change = (order: BookedOrder, event: OrderEvent, entry: Entry): BookedOrder => {
  switch (event.kind) {
    case 'order.released':
      return changed(step(order, ['VALIDATION PENDING', 'OPEN PENDING'], entry), { blocked: event.blocked })
    case 'order.opened':
    case 'order.awaitsTrigger': {
      const status = event.kind === 'order.opened' ? 'OPEN' : 'TRIGGER PENDING'
      const { exchangeOrderId } = event
      return changed(restAt(order, status, entry), { exchangeOrderId, exchangeAt: entry.at })
    }
    case 'order.triggered':
      return atExchange(restAt(order, 'OPEN', entry), entry)
    case 'order.filled':
      return fill(order, event, entry)
    case 'order.rested':
      return changed(order, {
        orderType: 'LIMIT',
        price: event.price,
        exchangeAt: entry.at,
        updatedAt: entry.at,
      })
    case 'order.reduced':
      return reduce(order, event, entry)
    case 'order.modifyRequested':
      return ask(order, event, entry)
    case 'order.modified':
      return modify(order, event, entry)
    case 'order.modifyRefused': {
      const back = order.status === 'CANCEL PENDING' ? order.status : restingStatusOf(order)
      return changed(step(order, [back], entry, event.message), { blocked: event.blocked, asked: null })
    }
    case 'order.cancelRequested':
      return step(order, ['CANCEL PENDING'], entry, event.reason)
    case 'order.cancelRefused': {
      const back = order.asked === null ? [restingStatusOf(order)] : askedAgain(order)
      return step(order, back, entry, event.message)
    }
    case 'order.cancelled':
      return end(order, isAtExchange(order) ? 'CANCELLED' : 'CANCELLED AMO', entry, event)
    case 'order.rejected':
      return isAtExchange(order)
        ? end(order, 'REJECTED', entry, event)
        : end(step(order, ['VALIDATION PENDING'], entry), 'REJECTED', entry, event)
    case 'order.accepted':
    case 'order.refused':
      throw new Error(`entry ${entry.seq}: order ${order.id} comes a second time`)
    default:
      return event satisfies never
  }
}

const askedAgain = (order: BookedOrder): readonly OrderStatus[] => [
  restingStatusOf(order),
  'MODIFY VALIDATION PENDING',
  'MODIFY PENDING',
]

export const applyToOrder = (order: BookedOrder | null, event: OrderEvent, entry: Entry): BookedOrder => {
  if (event.kind === 'order.accepted') {
    const opened = open(event, entry)
    return event.opening.variety === 'amo'
      ? step(opened, ['AMO REQ RECEIVED'], entry)
      : step(opened, ['PUT ORDER REQ RECEIVED', 'VALIDATION PENDING', 'OPEN PENDING'], entry)
  }
  if (event.kind === 'order.refused') {
    const opened = open({ ...event, blocked: 0 as Paise }, entry)
    const checked = step(opened, ['PUT ORDER REQ RECEIVED', 'VALIDATION PENDING'], entry)
    return end(checked, 'REJECTED', entry, event)
  }
  if (order === null) throw new Error(`entry ${entry.seq}: ${event.kind} of an order that never came`)
  return change(order, event, entry)
}

export const blockedFor = (blocked: Paise, pending: number, of: number): Paise =>
  pending <= 0 ? (0 as Paise) : shareOf(blocked, pending, of)
