import type { OrderId } from '../../../src/domain/order.ts'
import type { ExchangeChanges, ExchangeOrder } from '../exchange.ts'

/** What is on its way to one instrument. `at` is its arrival, `sequence` who was sent first. */
export type Request = { readonly at: number; readonly sequence: number } & (
  | { readonly kind: 'enter'; readonly order: ExchangeOrder; readonly isRestored: boolean }
  | { readonly kind: 'modify'; readonly id: OrderId; readonly changes: ExchangeChanges }
  | { readonly kind: 'cancel'; readonly id: OrderId }
  /** A triggered stop comes to the book. */
  | { readonly kind: 'activate'; readonly id: OrderId }
)

const isBefore = (a: Request, b: Request): boolean =>
  a.at < b.at || (a.at === b.at && a.sequence < b.sequence)

/** Requests by arrival; as many as orders that are open, and their changes within one latency. */
export interface Requests {
  add(request: Request): void
  /** Arrival of the next one; infinity when none is on its way. */
  nextAt(): number
  takeDue(at: number): Request | null
  readonly size: number
}

export const createRequests = (): Requests => {
  const waiting: Request[] = []
  return {
    add: (request) => {
      let place = waiting.length
      for (let before = waiting[place - 1]; before && isBefore(request, before); ) {
        place -= 1
        before = waiting[place - 1]
      }
      waiting.splice(place, 0, request)
    },
    nextAt: () => waiting[0]?.at ?? Number.POSITIVE_INFINITY,
    takeDue: (at) => ((waiting[0]?.at ?? Number.POSITIVE_INFINITY) <= at ? (waiting.shift() ?? null) : null),
    get size() {
      return waiting.length
    },
  }
}
