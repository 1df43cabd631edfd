import type { OrderDraft } from '../../domain/orders/order-draft.ts'
import type { KeptBasket } from '../../machines/orders/basket-writing.ts'
import { type KeptValues, storageKeys } from '../../platform/storage.ts'
import { type Actors, isSessionReady } from '../actors.ts'
import { type Undo, undoAll } from '../area.ts'
import type { UserStorage } from '../shell/user-storage.ts'
import { isDraft } from './order-ticket-tabs.ts'

interface BasketPorts {
  readonly actors: Actors
  readonly storage: KeptValues
  readonly memory: UserStorage
}

const readDrafts = (value: unknown): readonly OrderDraft[] =>
  Array.isArray(value) ? value.filter(isDraft) : []

export const keptBasket = (
  memory: UserStorage,
): { readonly kept: readonly KeptBasket[]; readonly drafts: readonly OrderDraft[] } => {
  const value = memory.read(storageKeys.basket)
  const { kept, drafts } = (typeof value === 'object' && value !== null ? value : {}) as {
    readonly kept?: unknown
    readonly drafts?: unknown
  }
  const named = (Array.isArray(kept) ? kept : []) as readonly { name?: unknown; drafts?: unknown }[]
  return {
    drafts: readDrafts(drafts),
    kept: named.flatMap((one) =>
      typeof one?.name === 'string' ? [{ name: one.name, drafts: readDrafts(one.drafts) }] : [],
    ),
  }
}

/** Follows other tabs, because legs sent there must not look unsent here. */
export const connectBasket = ({ actors, storage, memory }: BasketPorts): Undo => {
  const changed = actors.basket.on('basket.changed', ({ kept, drafts }) =>
    memory.write(storageKeys.basket, { kept, drafts }),
  )
  return undoAll([
    () => changed.unsubscribe(),
    storage.watch(storageKeys.basket, () => {
      if (isSessionReady(actors)) actors.basket.send({ type: 'basket.restore', ...keptBasket(memory) })
    }),
  ])
}
