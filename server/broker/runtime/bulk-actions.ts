import { type ClientOrderId, isEnded, type OrderId } from '../../../src/domain/orders/order.ts'
import type { UserId } from '../../user.ts'
import { type Account, type Order, type PositionSums, positionKey } from '../account.ts'
import type { BulkResult, Exited, Leftover, Outcome, SentExit } from '../broker.ts'
import { derivedKey } from '../derived-key.ts'
import type { Intent } from '../rules.ts'
import { exitIntent, netQuantityOf } from './intents.ts'
import type { Scheduler } from './scheduler.ts'

/** Cancels take up to a few hundred milliseconds; the response is promised within a second. */
const CANCEL_LOOKS = 6
const CANCEL_LOOK_MS = 60

export interface BulkActionParts {
  readonly accountOf: (owner: UserId) => Promise<Account>
  readonly cancel: (owner: UserId, orderId: OrderId, reason: string | null) => Promise<Outcome>
  /** Places a reduce-only order for the units that no open order takes. */
  readonly exit: (owner: UserId, intent: Intent) => Promise<Outcome>
  readonly step: () => Promise<void>
  readonly scheduler: Scheduler
}

const isOpen = (order: Order): boolean => !isEnded(order.status)

const isCancellable = (order: Order): boolean => isOpen(order) && order.status !== 'CANCEL PENDING'

const isEndedMeanwhile = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' && outcome.code === 'ORDER_ENDED'

const wordsOf = (outcome: Outcome | null): string => {
  if (outcome === null) return 'Could not be saved'
  if (outcome.kind === 'refused') return outcome.message
  if (outcome.kind === 'keyReused') return 'Another order used this key'
  if (outcome.kind === 'notFound') return "Couldn't find that `order_id`."
  return outcome.order?.statusMessage ?? 'Rejected'
}

/** Short positions first: their exit frees margin that the others need. */
const shortFirst = (one: PositionSums, other: PositionSums): number =>
  Math.sign(netQuantityOf(one)) - Math.sign(netQuantityOf(other))

export const createBulkActions = ({ accountOf, cancel, exit, step, scheduler }: BulkActionParts) => {
  const cancelAll = async (owner: UserId, reason: string | null): Promise<BulkResult> => {
    const account = await accountOf(owner)
    const orderIds: OrderId[] = []
    const leftovers: Leftover[] = []
    await Promise.all(
      [...account.orders.values()].filter(isCancellable).map(async (order) => {
        const outcome = await cancel(owner, order.id, reason).catch(() => null)
        if (outcome?.kind === 'done') orderIds.push(order.id)
        else if (outcome === null || !isEndedMeanwhile(outcome))
          leftovers.push({ sym: order.terms.id, orderId: order.id, reason: wordsOf(outcome) })
      }),
    )
    return { orderIds, leftovers }
  }

  const wait = async (): Promise<void> => {
    await scheduler.after(CANCEL_LOOK_MS)
    await step().catch(() => {})
  }

  /** Waits for cancels to be confirmed: until then an order may fill, and its fill must be exited too. */
  const awaitCancels = async (owner: UserId): Promise<Account> => {
    for (let look = 0; look < CANCEL_LOOKS; look++) {
      const account = await accountOf(owner)
      if (![...account.orders.values()].some(({ status }) => status === 'CANCEL PENDING')) return account
      await wait()
    }
    return accountOf(owner)
  }

  const exitPosition = async (
    owner: UserId,
    sums: PositionSums,
    { key, tag }: { key: ClientOrderId; tag: string },
  ): Promise<SentExit> => {
    const [sym, product, held] = [sums.terms.id, sums.product, Math.abs(netQuantityOf(sums))]
    const outcome = await exit(
      owner,
      exitIntent({
        key: derivedKey('exit', key, positionKey(sym, sums.product)),
        terms: sums.terms,
        product: sums.product,
        quantity: netQuantityOf(sums),
        tag,
        placedBy: 'system',
      }),
    ).catch(() => null)
    const order = outcome?.kind === 'done' || outcome?.kind === 'keyReused' ? outcome.order : null
    if (outcome?.kind === 'done' && order !== null && order.status !== 'REJECTED')
      return { sym, product, quantity: await sentUnits(owner, order), orderId: order.id, reason: null }
    return { sym, product, quantity: held, orderId: order?.id ?? null, reason: wordsOf(outcome) }
  }

  const sentUnits = async (owner: UserId, first: Order): Promise<number> => {
    const { orders } = await accountOf(owner)
    const slices = [...orders.values()].filter(({ parentId }) => parentId === first.id)
    return slices.reduce((sum, { quantity }) => sum + quantity, first.quantity)
  }

  const exitAll = async (owner: UserId, how: { key: ClientOrderId; tag: string }): Promise<Exited> => {
    const cancelled = await cancelAll(owner, 'Cancelled to exit all positions')
    const account = await awaitCancels(owner)
    const stuck = [...account.orders.values()].filter(({ status }) => status === 'CANCEL PENDING')
    const exits: SentExit[] = []
    const open = [...account.positions.values()].filter((sums) => netQuantityOf(sums) !== 0).sort(shortFirst)
    // One at a time, so that margin freed by a short position is available to the next.
    for (const sums of open) exits.push(await exitPosition(owner, sums, how))
    return {
      orderIds: [
        ...cancelled.orderIds,
        ...exits.flatMap(({ orderId, reason }) => (reason === null ? (orderId ?? []) : [])),
      ],
      exits,
      leftovers: [
        ...cancelled.leftovers,
        ...stuck.map(({ id, terms }) => ({
          sym: terms.id,
          orderId: id,
          reason: 'The exchange has not confirmed the cancel yet',
        })),
        ...exits.flatMap(({ sym, orderId, reason }) => (reason === null ? [] : { sym, orderId, reason })),
      ],
    }
  }

  /** Serial per user, so that each call sees what the one before has exited. */
  const lanes = new Map<UserId, Promise<unknown>>()
  const inLane = <Result>(owner: UserId, work: () => Promise<Result>): Promise<Result> => {
    const before = lanes.get(owner) ?? Promise.resolve()
    const mine = before.then(work, work)
    const ended = mine
      .catch(() => {})
      .then(() => {
        if (lanes.get(owner) === ended) lanes.delete(owner)
      })
    lanes.set(owner, ended)
    return mine
  }

  return {
    cancelAll,

    exitAll: (owner: UserId, how: { key: ClientOrderId; tag: string }): Promise<Exited> =>
      inLane(owner, () => exitAll(owner, how)),
  }
}
