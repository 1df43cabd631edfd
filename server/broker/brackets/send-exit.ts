import type { ClientOrderId, OrderId } from '../../../src/domain/orders/order.ts'
import type { EpochMs } from '../../../src/domain/time.ts'
import type { UserId } from '../../user.ts'
import type { Account, InstrumentTerms, Order } from '../account.ts'
import type { Outcome } from '../broker.ts'
import type { Intent } from '../rules.ts'
import { exitIntent } from '../runtime/intents.ts'
import { SLICES_MAX } from '../slices.ts'
import { type Bracket, type HitSide, hitWords, ordersOf } from './bracket.ts'
import { exitKeyOf, oversellersOf } from './exits.ts'

/** Market time an exit waits for conflicting orders to be cancelled; then it is sent beside them. */
export const ROOM_AWAITED_MS = 2_000

export interface Moment {
  readonly at: EpochMs
  /** Places a reduce-only order; refused as `NOT_REDUCING` when other exits already cover the position. */
  readonly exit: (owner: UserId, intent: Intent) => Promise<Outcome>
  readonly cancel: (owner: UserId, orderId: OrderId, reason: string) => Promise<Outcome>
}

export interface Exit {
  readonly attempt: number
  readonly hit: HitSide
  readonly terms: InstrumentTerms
  readonly units: number
}

type Sent =
  | { readonly kind: 'sent'; readonly order: Order }
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'failed'; readonly message: string }

export const sendExit = async (bracket: Bracket, exit: Exit, moment: Moment): Promise<Sent> => {
  const { attempt, hit, terms, units } = exit
  const outcome = await moment.exit(
    bracket.owner,
    exitIntent({
      key: exitKeyOf(bracket, attempt),
      terms,
      product: bracket.product,
      quantity: Math.sign(bracket.quantity) * units,
      tag: hit,
      placedBy: 'system',
    }),
  )
  if (outcome.kind === 'refused' && outcome.code === 'NOT_REDUCING') return { kind: 'overtaken' }
  if (outcome.kind === 'refused')
    return {
      kind: 'failed',
      message: `${hitWords[hit]}, but the exit order was rejected: ${outcome.message}`,
    }
  const order = outcome.kind === 'notFound' ? null : outcome.order
  return order === null
    ? { kind: 'failed', message: `${hitWords[hit]}, but the exit order was not accepted` }
    : { kind: 'sent', order }
}

/** Cancels resting orders that would oversell; true when none is left or `ROOM_AWAITED_MS` has passed. */
export const makeRoom = async (
  account: Account,
  bracket: Bracket,
  units: number,
  { moment, since }: { readonly moment: Moment; readonly since: EpochMs },
): Promise<boolean> => {
  const inTheWay = oversellersOf(account, bracket, units)
  for (const { id, status } of inTheWay)
    if (status !== 'CANCEL PENDING')
      await moment.cancel(bracket.owner, id, 'Cancelled because the stop or target of its position was hit')
  return inTheWay.length === 0 || moment.at - since >= ROOM_AWAITED_MS
}

type FindByClientId = (owner: UserId, key: ClientOrderId) => Promise<Order | null>

export const pastOrders = async (
  owner: UserId,
  key: ClientOrderId,
  find: FindByClientId,
): Promise<readonly Order[]> => {
  const found: Order[] = []
  for (let slice = 1; slice <= SLICES_MAX; slice++) {
    const order = await find(owner, (slice === 1 ? key : `${key}.${slice}`) as ClientOrderId)
    if (order === null) break
    found.push(order)
  }
  return found
}

export const sentExits = async (
  bracket: Bracket,
  account: Account,
  { attempts, past }: { readonly attempts: number; readonly past: Map<number, readonly Order[]> },
  find: FindByClientId,
): Promise<readonly (readonly Order[])[]> => {
  const exits: (readonly Order[])[] = []
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const key = exitKeyOf(bracket, attempt)
    const today = ordersOf(account, key)
    const orders =
      today.length > 0 ? today : (past.get(attempt) ?? (await pastOrders(bracket.owner, key, find)))
    if (today.length === 0) past.set(attempt, orders)
    exits.push(orders)
  }
  return exits
}
