import type { OrderDraft } from '../domain/order-draft.ts'
import { type KeptValues, storageKeys } from '../platform/storage.ts'
import type { TradingActors } from './actors.ts'
import type { createOwnMemory } from './own-memory.ts'

export interface TicketWires {
  readonly actors: Pick<TradingActors, 'ticket'>
  readonly storage: Pick<KeptValues, 'watch'>
  readonly memory: ReturnType<typeof createOwnMemory>
}

export const isDraft = (value: unknown): value is OrderDraft => {
  if (typeof value !== 'object' || value === null) return false
  const { instrument, quantity, side, stop, target } = value as Partial<OrderDraft>
  return (
    typeof instrument === 'string' &&
    typeof quantity === 'number' &&
    (side === 'buy' || side === 'sell') &&
    stop !== undefined &&
    target !== undefined
  )
}

const isSame = (one: OrderDraft | null, other: OrderDraft | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const isOfSameTrade = (one: OrderDraft, other: OrderDraft): boolean =>
  one.instrument === other.instrument && one.side === other.side

/**
 * What another tab made of this page's ticket: the changed draft, or null once it was sent or closed there. Undefined
 * where its ticket was another one.
 */
export const followedTicket = (
  own: OrderDraft | null,
  before: OrderDraft | null,
  now: OrderDraft | null,
): OrderDraft | null | undefined => {
  if (own === null || !isSame(own, before) || isSame(before, now)) return undefined
  return now === null || isOfSameTrade(own, now) ? now : undefined
}

/** Keeps the ticket for the page's next life, and in step with the same ticket in other tabs. Answers its undo. */
export const wireTicket = ({ actors, storage, memory }: TicketWires): (() => void) => {
  const read = (): OrderDraft | null => {
    const kept = memory.read(storageKeys.ticket)
    return isDraft(kept) ? kept : null
  }
  let known = read()
  const subscriptions = [
    actors.ticket.on('ticket.changed', ({ draft }) => {
      known = draft
      memory.write(storageKeys.ticket, draft)
    }),
    // One that was restored is what is kept.
    actors.ticket.subscribe(({ context: { draft } }) => {
      known ??= draft
    }),
  ]
  // What one page has sent must not stand in another as if it had not been.
  const unwatch = storage.watch(storageKeys.ticket, () => {
    const now = read()
    const draft = followedTicket(actors.ticket.getSnapshot().context.draft, known, now)
    known = now
    if (draft !== undefined) actors.ticket.send({ type: 'ticket.follow', draft })
  })
  return () => {
    unwatch()
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
