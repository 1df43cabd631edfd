import type { OrderId } from '../../../src/domain/orders/order.ts'
import type { ExchangeChanges, ExchangeOrder } from '../exchange.ts'

/** In flight to one instrument. `at` is its arrival; `sequence` counts requests as they were sent. */
export type Request = { readonly at: number; readonly sequence: number } & (
  | { readonly kind: 'enter'; readonly order: ExchangeOrder; readonly isRestored: boolean }
  | { readonly kind: 'modify'; readonly id: OrderId; readonly changes: ExchangeChanges }
  | { readonly kind: 'cancel'; readonly id: OrderId }
  | { readonly kind: 'activate'; readonly id: OrderId }
)

const isBefore = (a: Request, b: Request): boolean =>
  a.at < b.at || (a.at === b.at && a.sequence < b.sequence)

/** Sorted by arrival. Bounded by the open orders, and by their changes within one latency. */
export interface Requests {
  add(request: Request): void
  nextAt(): number
  takeDue(at: number): Request | null
  readonly size: number
}

export const createRequests = (): Requests => {
  const waiting: Request[] = []
  return {
    add: (request) => {
      let index = waiting.length
      for (let before = waiting[index - 1]; before && isBefore(request, before); ) {
        index -= 1
        before = waiting[index - 1]
      }
      waiting.splice(index, 0, request)
    },
    nextAt: () => waiting[0]?.at ?? Number.POSITIVE_INFINITY,
    takeDue: (at) => ((waiting[0]?.at ?? Number.POSITIVE_INFINITY) <= at ? (waiting.shift() ?? null) : null),
    get size() {
      return waiting.length
    },
  }
}
