import type { SentOrder } from '../../machines/orders/placements.ts'
import { storageKeys } from '../../platform/storage.ts'
import type { UserStorage } from '../shell/user-storage.ts'

/** Beyond this many orders without a reply, the oldest are not looked up after a reload. */
const SENT_MAX = 100

const isSentOrder = (value: unknown): value is SentOrder => {
  if (typeof value !== 'object' || value === null) return false
  const { clientOrderId, draft, at } = value as Partial<SentOrder>
  return (
    typeof clientOrderId === 'string' &&
    typeof at === 'number' &&
    typeof draft === 'object' &&
    draft !== null &&
    typeof draft.instrument === 'string' &&
    typeof draft.quantity === 'number'
  )
}

export const createOrderJournal = (memory: UserStorage) => {
  const read = (): readonly SentOrder[] => {
    const kept = memory.read(storageKeys.sentOrders)
    return Array.isArray(kept) ? kept.filter(isSentOrder) : []
  }
  return {
    read,
    add(sent: SentOrder): void {
      memory.write(storageKeys.sentOrders, [...read(), sent].slice(-SENT_MAX))
    },
    remove(clientOrderId: string): void {
      const kept = read()
      const left = kept.filter((sent) => sent.clientOrderId !== clientOrderId)
      if (left.length < kept.length) memory.write(storageKeys.sentOrders, left)
    },
  }
}

export type OrderJournal = ReturnType<typeof createOrderJournal>
