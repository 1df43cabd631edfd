import type { OrderDraft } from '../../domain/orders/order-draft.ts'
import { type KeptValues, storageKeys } from '../../platform/storage.ts'
import type { Actors } from '../actors.ts'
import { type Undo, unsubscribeAll } from '../area.ts'
import type { UserStorage } from '../shell/user-storage.ts'

export interface TicketWires {
  readonly actors: Pick<Actors, 'ticket'>
  readonly storage: Pick<KeptValues, 'watch'>
  readonly memory: UserStorage
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

/** Null if the ticket was sent or closed in another tab; undefined if that tab had a different ticket. */
export const followedTicket = (
  own: OrderDraft | null,
  before: OrderDraft | null,
  now: OrderDraft | null,
): OrderDraft | null | undefined => {
  if (own === null || !isSame(own, before) || isSame(before, now)) return undefined
  return now === null || isOfSameTrade(own, now) ? now : undefined
}

export const connectTicket = ({ actors, storage, memory }: TicketWires): Undo => {
  const read = (): OrderDraft | null => {
    const kept = memory.read(storageKeys.ticket)
    return isDraft(kept) ? kept : null
  }
  let known = read()
  const unsubscribe = unsubscribeAll([
    actors.ticket.on('ticket.changed', ({ draft }) => {
      known = draft
      memory.write(storageKeys.ticket, draft)
    }),
    // A restored ticket equals the stored one.
    actors.ticket.subscribe(({ context: { draft } }) => {
      known ??= draft
    }),
  ])
  // A ticket sent in one tab must not look unsent in another.
  const unwatch = storage.watch(storageKeys.ticket, () => {
    const now = read()
    const draft = followedTicket(actors.ticket.getSnapshot().context.draft, known, now)
    known = now
    if (draft !== undefined) actors.ticket.send({ type: 'ticket.follow', draft })
  })
  return () => {
    unwatch()
    unsubscribe()
  }
}
