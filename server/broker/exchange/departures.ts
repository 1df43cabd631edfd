import type { OrderId } from '../../../src/domain/order.ts'
import { type EpochMs, epochMs } from '../../../src/domain/time.ts'
import type { Report } from '../exchange.ts'
import type { Roster } from './roster.ts'
import type { StandingOrder } from './standing-order.ts'

export type Ending = 'filled' | 'cancelled'

interface DepartureParts {
  readonly roster: Roster
  readonly emit: (report: Report) => void
  /** Called when an order has left: how. */
  readonly onEnded: (id: OrderId, ending: Ending) => void
}

/** How orders leave a pit, and what is reported of it. */
export interface Departures {
  end(order: StandingOrder, ending: Ending): void
  /** One that never stood here. */
  reject(id: OrderId, at: EpochMs, message: string): void
  cancel(order: StandingOrder, at: number, message: string, raw?: string | null): void
  sweepOutFilled(orders: readonly StandingOrder[]): void
}

export const createDepartures = ({ roster, emit, onEnded }: DepartureParts): Departures => {
  const end = (order: StandingOrder, ending: Ending): void => {
    roster.remove(order.id)
    onEnded(order.id, ending)
  }
  return {
    end,
    reject(id, at, message) {
      emit({ kind: 'rejected', id, at, message, raw: null })
      onEnded(id, 'cancelled')
    },
    cancel(order, at, message, raw = null) {
      emit({ kind: 'cancelled', id: order.id, at: epochMs(at), quantity: order.remaining, message, raw })
      end(order, 'cancelled')
    },
    sweepOutFilled(orders) {
      for (const order of orders) if (order.remaining === 0) end(order, 'filled')
    },
  }
}
