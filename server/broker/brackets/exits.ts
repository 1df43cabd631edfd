import { type ClientOrderId, isEnded } from '../../../src/domain/order.ts'
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

/** An exit that the exchange or the end of a day cuts short is sent again for its rest, in all so often. */
export const EXITS_MAX = 5

/** The same for one bracket and attempt whenever it is asked for, so that it never leaves twice. */
export const exitKeyOf = ({ id }: Pick<Bracket, 'id'>, attempt = 1): ClientOrderId =>
  `brk-${id}-${attempt}` as ClientOrderId

const EXIT_KEY = /^brk-[A-Za-z0-9_-]+-\d+(\.\d+)?$/

/** What sent an exit of a bracket, or null when it is none. */
export const hitOf = ({
  clientOrderId,
  placedBy,
  tag,
}: Pick<Order, 'clientOrderId' | 'placedBy' | 'tag'>): HitSide | null =>
  placedBy === 'system' && EXIT_KEY.test(clientOrderId) && (tag === 'stop' || tag === 'target') ? tag : null

const askedIn = (orders: readonly Order[]): number => orders.reduce((sum, { quantity }) => sum + quantity, 0)

/** Somebody, or the broker before its square-off, has asked for the end of it. */
const isCalledOff = ({ status, history }: Order): boolean =>
  status === 'CANCELLED' && history.some((step) => step.status === 'CANCEL PENDING')

/** What is left to leave after the orders sent so far, and what these did. */
export type ExitState =
  | { readonly kind: 'underWay' }
  | { readonly kind: 'ended'; readonly bracket: Bracket }
  /** Cut short: so many units have to be sent again. */
  | { readonly kind: 'short'; readonly rest: number; readonly hit: HitSide }

/** `attempts` are the orders of each exit with their slices, the first one first. */
export const followExit = (
  bracket: Bracket,
  attempts: readonly (readonly Order[])[],
  /** Signed units that can be left now. */
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
  if (leavable === 0) return done(`${said}; the rest was exited otherwise`)
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

/** Orders at work that take from a position; queued ones do not. */
const leavingOrders = (account: Account, { sym, product, quantity }: Guarded): readonly Order[] => {
  const found: Order[] = []
  account.orders.forEach((order) => {
    if (isEnded(order.status) || order.variety === 'amo') return
    if (order.terms.id !== sym || order.product !== product) return
    if ((order.side === 'sell') === quantity > 0) found.push(order)
  })
  return found
}

/** Units that orders on their way will have left in a moment. */
export const leavingNow = (account: Account, guarded: Guarded): number =>
  leavingOrders(account, guarded)
    .filter(({ orderType }) => orderType === 'MARKET')
    .reduce((sum, order) => sum + pendingOf(order), 0)

/**
 * Resting orders that would take more than is held once so many units have been exited: the newest first, as many as it
 * takes. Exits of other stops and targets are not among them.
 */
export const oversellersOf = (account: Account, guarded: Guarded, units: number): readonly Order[] => {
  const others = leavingOrders(account, guarded)
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
