import { formatNumber } from '../../../src/domain/format.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { fromRupees, type Paise, paise, toRupees } from '../../../src/domain/money.ts'
import { type ClientOrderId, isEnded, type OrderId, type Product } from '../../../src/domain/orders/order.ts'
import type { Protection, StopLoss, TrailDistance } from '../../../src/domain/orders/order-draft.ts'
import type { Print } from '../../../src/domain/quotes/quote.ts'
import { type EpochMs, epochMs } from '../../../src/domain/time.ts'
import type { UserId } from '../../user.ts'
import { type Account, type InstrumentTerms, type Order, positionKey } from '../account.ts'
import { netQuantityOf } from '../rules/question.ts'

export const activeStatuses = ['waiting', 'watching', 'exiting'] as const
export type BracketStatus = (typeof activeStatuses)[number] | 'done' | 'cancelled' | 'failed'

/** One-cancels-other: the first of stop and target to be touched exits the position and ends the bracket. */
export interface Bracket {
  readonly id: string
  readonly owner: UserId
  /** The order whose fills it guards; null when it guards a position as it grows and shrinks. */
  readonly clientOrderId: ClientOrderId | null
  readonly sym: InstrumentId
  readonly product: Product
  readonly stop: StopLoss | null
  readonly target: Protection | null
  /** Signed units. */
  readonly quantity: number
  readonly filledQuantity: number
  /** Paise a unit, unrounded; distances are measured from it. */
  readonly averagePrice: number | null
  readonly stopPrice: Paise | null
  readonly targetPrice: Paise | null
  readonly status: BracketStatus
  readonly message: string | null
  readonly exitOrderId: OrderId | null
  /** Market time from which the current prices are watched. */
  readonly watchedAt: EpochMs
  readonly madeAt: EpochMs
  readonly madeWallAt: EpochMs
  readonly endedAt: EpochMs | null
}

export type HitSide = 'stop' | 'target'

export const isActive = ({ status }: Pick<Bracket, 'status'>): boolean =>
  activeStatuses.some((active) => active === status)

export const hitWords: Readonly<Record<HitSide, string>> = { stop: 'Stop hit', target: 'Target hit' }

/** Signed units that can be exited; for delivery including unsold holdings. */
export const heldIn = (account: Account, { sym, product }: Pick<Bracket, 'sym' | 'product'>): number => {
  const position = account.positions.get(positionKey(sym, product))
  const net = position === undefined ? 0 : netQuantityOf(position)
  if (product !== 'cash') return net
  const holding = account.holdings.get(sym)
  const held = holding === undefined ? 0 : holding.quantity + holding.t1Quantity - holding.usedQuantity
  return Math.max(0, net) + held
}

/** Paise a unit, unrounded; null when nothing is held. */
export const averageIn = (
  account: Account,
  bracket: Pick<Bracket, 'sym' | 'product'>,
  averageOfPosition: (key: string) => number | null,
): number | null => {
  const key = positionKey(bracket.sym, bracket.product)
  const position = account.positions.get(key)
  if (position !== undefined && netQuantityOf(position) !== 0) return averageOfPosition(key)
  const holding = account.holdings.get(bracket.sym)
  const units = holding === undefined ? 0 : holding.quantity + holding.t1Quantity
  return bracket.product !== 'cash' || holding === undefined || units === 0 ? null : holding.cost / units
}

export const termsIn = (
  account: Account,
  { sym, product }: Pick<Bracket, 'sym' | 'product'>,
): InstrumentTerms | null =>
  account.positions.get(positionKey(sym, product))?.terms ?? account.holdings.get(sym)?.terms ?? null

interface PricedFrom {
  readonly averagePrice: number
  /** Paise; distances of a trailing stop count from it instead of the average, if it is known. */
  readonly lastPrice?: number | null
  /** Signed. */
  readonly quantity: number
  readonly tickSize: Paise
}

/** Nearest tick, at least one, as no price falls below it. */
const toTick = (price: number, tickSize: Paise): Paise =>
  paise(Math.max(1, Math.round(price / tickSize)) * tickSize)

const distanceOf = ({ kind, value }: Protection, { averagePrice, quantity }: PricedFrom): number => {
  if (kind === 'percent') return (averagePrice * value) / 100
  return kind === 'points' ? value * 100 : (value * 100) / Math.abs(quantity)
}

const priceOf = (protection: Protection | null, which: HitSide, from: PricedFrom): Paise | null => {
  if (protection === null) return null
  if (protection.kind === 'price') return toTick(fromRupees(protection.value), from.tickSize)
  const direction = Math.sign(from.quantity) * (which === 'stop' ? -1 : 1)
  return toTick(from.averagePrice + direction * distanceOf(protection, from), from.tickSize)
}

export const priced = (bracket: Bracket, from: PricedFrom): Bracket => ({
  ...bracket,
  averagePrice: from.averagePrice,
  stopPrice: priceOf(bracket.stop, 'stop', {
    ...from,
    averagePrice:
      bracket.stop?.trail === undefined ? from.averagePrice : (from.lastPrice ?? from.averagePrice),
  }),
  targetPrice: priceOf(bracket.target, 'target', from),
})

export const inWords = (price: number): string => formatNumber(toRupees(paise(Math.round(price))))

export const findWrongSide = (
  { stopPrice, targetPrice, quantity }: Pick<Bracket, 'stopPrice' | 'targetPrice' | 'quantity'>,
  reference: number,
  name: string,
): { readonly code: 'STOP_SIDE' | 'TARGET_SIDE'; readonly message: string } | null => {
  const [isLong, held] = quantity > 0 ? [true, 'long'] : [false, 'short']
  const [stopSide, targetSide] = isLong ? ['below', 'above'] : ['above', 'below']
  const say = (what: string, price: Paise, side: string | undefined): string =>
    `The ${what} of a ${held} position should be ${side} ${name} of ${inWords(reference)}; it is ${inWords(price)}.`
  if (stopPrice !== null && (isLong ? stopPrice >= reference : stopPrice <= reference))
    return { code: 'STOP_SIDE', message: say('stop', stopPrice, stopSide) }
  if (targetPrice !== null && (isLong ? targetPrice <= reference : targetPrice >= reference))
    return { code: 'TARGET_SIDE', message: say('target', targetPrice, targetSide) }
  return null
}

/** The least share of its distance by which a trailing stop moves: it is saved at each move. */
const TRAIL_STEP = 0.05

const tighterOf = (one: Paise | null, other: Paise | null, isLong: boolean): Paise | null => {
  if (one === null || other === null) return one ?? other
  return isLong === one > other ? one : other
}

/** Where the stop is once `price` has traded; unchanged unless that is at least a step better. */
const trailedTo = (
  trail: TrailDistance,
  stopPrice: Paise,
  direction: number,
  price: Paise,
  tickSize: Paise,
): Paise => {
  const distance = trail.kind === 'points' ? trail.value * 100 : (price * trail.value) / 100
  const next = toTick(price - direction * distance, tickSize)
  const step = Math.max(tickSize, distance * TRAIL_STEP)
  return direction * (next - stopPrice) >= step ? next : stopPrice
}

export interface Followed {
  /** First touch wins; the stop when one print touches both. */
  readonly hit: HitSide | null
  /** A trailing stop follows the prints before the hit. */
  readonly stopPrice: Paise | null
}

/** `isBelieved` is asked of prints that hit or move the stop only. */
export const followPrints = (
  bracket: Pick<Bracket, 'quantity' | 'stop' | 'stopPrice' | 'targetPrice'>,
  prints: readonly Print[],
  isBelieved: (print: Print) => boolean,
  tickSize: Paise,
): Followed => {
  const { quantity, targetPrice } = bracket
  const trail = bracket.stop?.trail
  const isLong = quantity > 0
  let { stopPrice } = bracket
  const sideOf = ({ price }: Print): HitSide | null => {
    if (stopPrice !== null && (isLong ? price <= stopPrice : price >= stopPrice)) return 'stop'
    if (targetPrice !== null && (isLong ? price >= targetPrice : price <= targetPrice)) return 'target'
    return null
  }
  for (const print of prints) {
    const hit = sideOf(print)
    if (hit !== null && isBelieved(print)) return { hit, stopPrice }
    if (hit !== null || trail === undefined || stopPrice === null) continue
    const next = trailedTo(trail, stopPrice, Math.sign(quantity), print.price, tickSize)
    if (next !== stopPrice && isBelieved(print)) stopPrice = next
  }
  return { hit: null, stopPrice }
}

export const ordersOf = (account: Account, key: ClientOrderId): readonly Order[] => {
  const id = account.orderOfClientId.get(key)
  const first = id === undefined ? undefined : account.orders.get(id)
  if (first === undefined) return []
  const rest: Order[] = []
  account.orders.forEach((order) => {
    if (order.parentId === first.id) rest.push(order)
  })
  return [first, ...rest]
}

export const filledIn = (orders: readonly Order[]): { quantity: number; value: number } => ({
  quantity: orders.reduce((sum, { filledQuantity }) => sum + filledQuantity, 0),
  value: orders.reduce((sum, { filledValue }) => sum + filledValue, 0),
})

export const areEnded = (orders: readonly Order[]): boolean => orders.every(({ status }) => isEnded(status))

export const cancelled = (bracket: Bracket, message: string, at: EpochMs): Bracket => ({
  ...bracket,
  status: 'cancelled',
  message,
  endedAt: at,
})

export const failed = (bracket: Bracket, message: string, at: EpochMs): Bracket => ({
  ...bracket,
  status: 'failed',
  message,
  endedAt: at,
})

const CLOSED = 'The position was closed'

const grown = (bracket: Bracket, orders: readonly Order[], at: EpochMs): Bracket => {
  const [first] = orders
  const { quantity: filled, value } = filledIn(orders)
  if (first === undefined || filled <= bracket.filledQuantity) return bracket
  if (first.terms.id !== bracket.sym || first.product !== bracket.product)
    return cancelled(bracket, 'Its order was for another instrument or product', at)
  const sign = first.side === 'buy' ? 1 : -1
  const quantity = bracket.quantity + sign * (filled - bracket.filledQuantity)
  const watchedAt = epochMs(
    Math.max(bracket.watchedAt, ...orders.flatMap(({ fills }) => fills.map((fill) => fill.at))),
  )
  const counted: Bracket = { ...bracket, quantity, filledQuantity: filled, status: 'watching', watchedAt }
  const averagePrice = value / filled
  const anew = priced(counted, { averagePrice, quantity: sign * filled, tickSize: first.terms.tickSize })
  // A fill that comes later does not put a trailing stop back.
  const whole =
    bracket.stop?.trail === undefined
      ? anew
      : { ...anew, stopPrice: tighterOf(bracket.stopPrice, anew.stopPrice, sign > 0) }
  const isFirst = bracket.status === 'waiting'
  const wrong = isFirst ? findWrongSide(whole, averagePrice, 'the average price') : null
  return wrong === null ? whole : failed(whole, `Stop and target not set. ${wrong.message}`, at)
}

const endedBeforeFill = (orders: readonly Order[]): string => {
  const [first] = orders
  const what = first?.status === 'REJECTED' ? 'rejected' : 'cancelled'
  const why = first?.statusMessage
  return why == null ? `Its order was ${what}` : `Its order was ${what}: ${why}`
}

/** `taken`: units of the position that other brackets guard. Unchanged while its order has not arrived. */
export const follow = (bracket: Bracket, account: Account, taken: number, at: EpochMs): Bracket => {
  const orders = bracket.clientOrderId === null ? [] : ordersOf(account, bracket.clientOrderId)
  const after = grown(bracket, orders, at)
  if (!isActive(after)) return after
  if (after.status === 'waiting')
    return orders.length > 0 && areEnded(orders) ? cancelled(after, endedBeforeFill(orders), at) : after
  return shrunk(after, heldIn(account, after), taken, at)
}

const shrunk = (bracket: Bracket, held: number, taken: number, at: EpochMs): Bracket => {
  const sign = Math.sign(bracket.quantity)
  const left = Math.max(0, sign * held - taken)
  const guarded = bracket.clientOrderId === null ? left : Math.min(left, Math.abs(bracket.quantity))
  if (guarded === 0) return cancelled({ ...bracket, quantity: 0 }, CLOSED, at)
  const quantity = sign * guarded
  return quantity === bracket.quantity ? bracket : { ...bracket, quantity }
}
