import { formatNumber } from '../../../src/domain/format.ts'
import { instrumentTitle } from '../../../src/domain/instruments/instrument-names.ts'
import { toRupees } from '../../../src/domain/money.ts'
import type { Order } from '../../broker/account.ts'
import { hitWords } from '../../broker/brackets/bracket.ts'
import { hitOf } from '../../broker/brackets/exits.ts'
import type { Committed, SettledContract } from '../../broker/broker.ts'
import type { NewNotification } from '../../store/notifications.ts'
import { uuidOfText } from '../../uuid-of-text.ts'
import { type Notice, toNotificationRow } from '../notifications/notices.ts'

const ends: Readonly<Record<string, 'COMPLETE' | 'REJECTED' | 'CANCELLED'>> = {
  COMPLETE: 'COMPLETE',
  REJECTED: 'REJECTED',
  CANCELLED: 'CANCELLED',
  'CANCELLED AMO': 'CANCELLED',
}

const averageWords = ({ filledQuantity, filledValue }: Order): string =>
  formatNumber(toRupees(filledValue) / filledQuantity)

/** `10 at 1,500.05`; null before the first fill. */
const filledWords = (order: Order): string | null =>
  order.filledQuantity === 0 ? null : `${order.filledQuantity} at ${averageWords(order)}`

const wordsOf = (order: Order, end: string): string => {
  const hit = hitOf(order)
  if (hit !== null && end === 'COMPLETE')
    return `${hitWords[hit]}: ${order.side === 'buy' ? 'bought' : 'sold'} ${order.quantity} ${instrumentTitle(order.terms)} at ${averageWords(order)}`
  const words = plainWordsOf(order, end)
  return hit === null ? words : `${hitWords[hit]}. ${words}`
}

const plainWordsOf = (order: Order, end: string): string => {
  const what = `${order.side === 'buy' ? 'Buy' : 'Sell'} ${order.quantity} ${instrumentTitle(order.terms)}`
  const filled = filledWords(order)
  if (end === 'COMPLETE') return `${what}: filled, ${filled}`
  const reason = order.statusMessage === null ? '' : `, ${order.statusMessage}`
  const part = filled === null ? '' : ` after ${filled}`
  return `${what}: ${end === 'REJECTED' ? 'rejected' : 'cancelled'}${part}${reason}`
}

const noticeOf = (order: Order, end: string): Notice => {
  const isByHand = order.algoUuid === ''
  return {
    notificationUuid: uuidOfText(`order-end|${order.owner}|${order.id}|${end}`),
    notificationType: 'order-webhook',
    notificationMsg: wordsOf(order, end),
    deploymentUuid: null,
    deploymentType: 'order',
    algoName: null,
    algoUuid: isByHand ? null : order.algoUuid,
    slug: null,
    actionType: order.side,
    scannerName: null,
    alertType: isByHand && order.placedBy === 'user' ? 'direct' : null,
    orderStatus: { status: end, statusMessage: order.statusMessage },
    orderId: order.id,
    triggerTime: new Date(order.updatedAt).toISOString(),
    isRead: false,
  }
}

/** An ended order has no later commits, so its status tells that this commit ended it. */
const endOf = ({ kind, order }: Committed): string | null =>
  order === null || !kind.startsWith('order.') ? null : (ends[order.status] ?? null)

const settlementNotice = (
  { owner, seq, at }: Committed,
  { terms, quantity, price, why }: SettledContract,
): Notice => {
  const side = quantity > 0 ? 'Long' : 'Short'
  const closed = `${side} ${Math.abs(quantity)} closed at ${formatNumber(toRupees(price))}`
  return {
    notificationUuid: uuidOfText(`position-settled|${owner}|${seq}`),
    notificationType: 'order-webhook',
    notificationMsg: `${instrumentTitle(terms)}: ${why}. ${closed}`,
    deploymentUuid: null,
    deploymentType: 'order',
    algoName: null,
    algoUuid: null,
    slug: 'positions',
    actionType: quantity > 0 ? 'sell' : 'buy',
    scannerName: null,
    alertType: null,
    orderStatus: null,
    orderId: null,
    triggerTime: new Date(at).toISOString(),
    isRead: false,
  }
}

/** The rows are stored in the commit's own transaction. */
export const createOrderNotices =
  () =>
  (committed: Committed): readonly NewNotification[] => {
    const { order, owner, at, settled } = committed
    if (settled !== null)
      return [toNotificationRow({ owner, at, notice: settlementNotice(committed, settled) })]
    const end = endOf(committed)
    if (end === null || order === null) return []
    return [toNotificationRow({ owner, at, notice: noticeOf(order, end) })]
  }

export type OrderNotices = ReturnType<typeof createOrderNotices>
