import type { OrderId } from '../../../src/domain/orders/order.ts'
import { type EpochMs, epochMs } from '../../../src/domain/time.ts'
import type { Report } from '../exchange.ts'
import type { RestingOrders } from './resting-orders.ts'
import type { StandingOrder } from './standing-order.ts'

export type Ending = 'filled' | 'cancelled'

interface OrderRemovalParts {
  readonly restingOrders: RestingOrders
  readonly emit: (report: Report) => void
  readonly onEnded: (id: OrderId, ending: Ending) => void
}

export interface OrderRemovals {
  end(order: StandingOrder, ending: Ending): void
  reject(id: OrderId, at: EpochMs, message: string): void
  cancel(order: StandingOrder, at: number, message: string, raw?: string | null): void
  removeFilled(orders: readonly StandingOrder[]): void
}

export const createOrderRemovals = ({ restingOrders, emit, onEnded }: OrderRemovalParts): OrderRemovals => {
  const end = (order: StandingOrder, ending: Ending): void => {
    restingOrders.remove(order.id)
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
    removeFilled(orders) {
      for (const order of orders) if (order.remaining === 0) end(order, 'filled')
    },
  }
}
