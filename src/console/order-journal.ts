import type { SentOrder } from '../machines/order-desk.ts'
import { storageKeys } from '../platform/storage.ts'
import type { createOwnMemory } from './own-memory.ts'

/** Orders whose answer is awaited at one time; beyond them the oldest are no longer looked for after a reload. */
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

/** What was sent and has no answer yet, kept for the page's next life. Another user does not see it. */
export const createOrderJournal = (memory: ReturnType<typeof createOwnMemory>) => {
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
