import { type ClientOrderId, isEnded } from '../../../src/domain/orders/order.ts'
import type { EpochMs } from '../../../src/domain/time.ts'
import type { Account, Order } from '../account.ts'
import {
  areEnded,
  type Bracket,
  cancelled,
  failed,
  filledIn,
  type HitSide,
  heldIn,
  hitWords,
  inWords,
} from './bracket.ts'

/** Attempts in all: an exit cut short by the exchange or the day's end is sent again for its rest. */
export const EXITS_MAX = 5

/** Deterministic, so that a retried exit is never sent twice. */
export const exitKeyOf = ({ id }: Pick<Bracket, 'id'>, attempt = 1): ClientOrderId =>
  `brk-${id}-${attempt}` as ClientOrderId

const EXIT_KEY = /^brk-[A-Za-z0-9_-]+-\d+(\.\d+)?$/

export const hitOf = ({
  clientOrderId,
  placedBy,
  tag,
}: Pick<Order, 'clientOrderId' | 'placedBy' | 'tag'>): HitSide | null =>
  placedBy === 'system' && EXIT_KEY.test(clientOrderId) && (tag === 'stop' || tag === 'target') ? tag : null

const askedIn = (orders: readonly Order[]): number => orders.reduce((sum, { quantity }) => sum + quantity, 0)

/** Cancelled on request of the user, or by the broker before its square-off. */
const isCalledOff = ({ status, history }: Order): boolean =>
  status === 'CANCELLED' && history.some((step) => step.status === 'CANCEL PENDING')

export type ExitState =
  | { readonly kind: 'underWay' }
  | { readonly kind: 'ended'; readonly bracket: Bracket }
  | { readonly kind: 'short'; readonly rest: number; readonly hit: HitSide }

export const followExit = (
  bracket: Bracket,
  attempts: readonly (readonly Order[])[],
  /** Signed units that can be exited now. */
  held: number,
  at: EpochMs,
): ExitState => {
  const last = attempts.at(-1) ?? []
  const first = attempts[0]?.[0]
  if (first === undefined || !areEnded(last)) return { kind: 'underWay' }
  const hit = hitOf(first) ?? 'stop'
  const rest = askedIn(last) - filledIn(last).quantity
  const said = exitInWords(bracket, attempts.flat())
  const done = (message: string): ExitState => ({
    kind: 'ended',
    bracket: { ...bracket, status: 'done', message, endedAt: at },
  })
  if (rest === 0) return done(said)
  const why = last.findLast(({ status }) => status !== 'COMPLETE')?.statusMessage ?? 'cancelled'
  const left = `${said}; ${rest} were not filled: ${why}`
  if (last.some(isCalledOff)) return { kind: 'ended', bracket: cancelled(bracket, left, at) }
  const isRefused = last.every(({ status }) => status === 'REJECTED')
  if (isRefused || attempts.length >= EXITS_MAX) return { kind: 'ended', bracket: failed(bracket, left, at) }
  const leavable = Math.max(0, Math.sign(bracket.quantity) * held)
  if (leavable === 0) return done(`${said}; the rest was exited by another order`)
  return { kind: 'short', rest: Math.min(rest, leavable), hit }
}

/** `Stop hit at 1,490.00: sold 10 at 1,488.95`. */
export const exitInWords = (bracket: Bracket, orders: readonly Order[]): string => {
  const [first] = orders
  const hit = first === undefined ? null : hitOf(first)
  const price = hit === 'target' ? bracket.targetPrice : bracket.stopPrice
  const verb = first?.side === 'buy' ? 'bought' : 'sold'
  const { quantity, value } = filledIn(orders)
  const traded =
    quantity === 0 ? `nothing was ${verb}` : `${verb} ${quantity} at ${inWords(value / quantity)}`
  return `${hitWords[hit ?? 'stop']}${price === null ? '' : ` at ${inWords(price)}`}: ${traded}`
}

type Guarded = Pick<Bracket, 'sym' | 'product' | 'quantity'>

const pendingOf = (order: Order): number => order.quantity - order.filledQuantity - order.cancelledQuantity

const exitingOrders = (account: Account, { sym, product, quantity }: Guarded): readonly Order[] => {
  const found: Order[] = []
  account.orders.forEach((order) => {
    if (isEnded(order.status) || order.variety === 'amo') return
    if (order.terms.id !== sym || order.product !== product) return
    if ((order.side === 'sell') === quantity > 0) found.push(order)
  })
  return found
}

export const exitingNow = (account: Account, guarded: Guarded): number =>
  exitingOrders(account, guarded)
    .filter(({ orderType }) => orderType === 'MARKET')
    .reduce((sum, order) => sum + pendingOf(order), 0)

/** Resting orders that would oversell after exiting `units`, newest first, without other brackets' exits. */
export const oversellersOf = (account: Account, guarded: Guarded, units: number): readonly Order[] => {
  const others = exitingOrders(account, guarded)
  let over = others.reduce((sum, order) => sum + pendingOf(order), units) - Math.abs(heldIn(account, guarded))
  const tooMany: Order[] = []
  const resting = others.filter((order) => order.orderType !== 'MARKET' && hitOf(order) === null)
  for (const order of resting.sort((one, other) => other.acceptedAt - one.acceptedAt)) {
    if (over <= 0) break
    tooMany.push(order)
    over -= pendingOf(order)
  }
  return tooMany
}
