import { countOf } from '../format.ts'
import { isEnded, type OrderStatus, type Product } from './order.ts'

/** A sliced exit is identified by its first order. */
export interface SentExit {
  readonly sym: string
  readonly product: Product
  readonly quantity: number
  readonly orderId: string | null
  readonly reason: string | null
}

export const isOfExit = (
  leftover: { readonly sym: string; readonly reason: string },
  exit: SentExit,
): boolean => leftover.sym === exit.sym && leftover.reason === exit.reason

interface OrderNow {
  readonly orderId: string
  readonly parentOrderId: string | null
  readonly status: OrderStatus
  readonly statusMessage: string | null
  readonly quantity: number
  readonly filledQuantity: number
}

export interface FailedExit {
  readonly sym: string
  readonly how: 'rejected' | 'cancelled'
  readonly reason: string
}

/** Counts positions, not orders: one is open until all its slices have filled. */
export interface ExitProgress {
  readonly total: number
  readonly exited: number
  readonly open: number
  readonly failed: readonly FailedExit[]
}

const UNKNOWN_REASON = 'no reason given'

type ExitState = 'exited' | 'open' | FailedExit

const stateOf = (exit: SentExit, orders: readonly OrderNow[]): ExitState => {
  const { sym, orderId, quantity, reason } = exit
  if (orderId === null || reason !== null) return { sym, how: 'rejected', reason: reason ?? UNKNOWN_REASON }
  const own = orders.filter((order) => order.orderId === orderId || order.parentOrderId === orderId)
  const filled = own.reduce((sum, order) => sum + order.filledQuantity, 0)
  if (own.length > 0 && filled >= quantity) return 'exited'
  // A slice that the order book does not show yet counts as open.
  const isWhole = own.reduce((sum, order) => sum + order.quantity, 0) >= quantity
  if (!isWhole || own.some(({ status }) => !isEnded(status))) return 'open'
  const short = own.find(({ status }) => status !== 'COMPLETE')
  const why = short?.statusMessage || UNKNOWN_REASON
  return {
    sym,
    how: short?.status === 'REJECTED' ? 'rejected' : 'cancelled',
    reason: filled === 0 ? why : `${filled} of ${quantity} filled, ${why}`,
  }
}

export const exitProgress = (exits: readonly SentExit[], orders: readonly OrderNow[]): ExitProgress => {
  const states = exits.map((exit) => stateOf(exit, orders))
  return {
    total: exits.length,
    exited: states.filter((state) => state === 'exited').length,
    open: states.filter((state) => state === 'open').length,
    failed: states.filter((state): state is FailedExit => typeof state === 'object'),
  }
}

const positions = (count: number): string => countOf(count, 'position')

const failedInWords = (failed: readonly FailedExit[]): readonly string[] => {
  const [first] = failed
  if (first === undefined) return []
  return [`${failed.length} ${failed.every(({ how }) => how === first.how) ? first.how : 'not exited'}`]
}

/** `Exit of 6 positions sent`, `5 of 6 filled, 1 open`, `6 positions exited`, `5 exited, 1 rejected`. */
export const countExits = ({ total, exited, open, failed }: ExitProgress): string => {
  if (total === 0) return 'No position was open'
  if (open === 0 && failed.length === 0) return `${positions(total)} exited`
  if (open === 0) return [`${exited} exited`, ...failedInWords(failed)].join(', ')
  const sent =
    exited === 0 ? [`Exit of ${positions(open)} sent`] : [`${exited} of ${total} filled`, `${open} open`]
  return [...sent, ...failedInWords(failed)].join(', ')
}

export const describeExits = (progress: ExitProgress): string => {
  const [first] = progress.failed
  return first === undefined ? countExits(progress) : `${countExits(progress)}: ${first.reason}`
}

/** `3 open orders cancelled`, `1 of 3 orders cancelled, 1 pending, 1 filled before its cancel` */
export const describeCancels = (orderIds: readonly string[], orders: readonly OrderNow[]): string | null => {
  if (orderIds.length === 0) return null
  const statuses = orderIds.map((id) => orders.find(({ orderId }) => orderId === id)?.status)
  const cancelled = statuses.filter((status) => status === 'CANCELLED' || status === 'CANCELLED AMO').length
  const ended = statuses.filter((status) => status !== undefined && isEnded(status)).length
  const total = orderIds.length
  if (cancelled === total) return `${countOf(total, 'open order')} cancelled`
  const pending = total - ended
  const filled = ended - cancelled
  return [
    `${cancelled} of ${countOf(total, 'order')} cancelled`,
    ...(pending > 0 ? [`${pending} pending`] : []),
    ...(filled > 0 ? [`${filled} filled before ${filled === 1 ? 'its cancel' : 'their cancels'}`] : []),
  ].join(', ')
}
