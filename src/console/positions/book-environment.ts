import type { Environment, KnownOrder, KnownPosition } from '../../commands/environment.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { onceFor } from '../../domain/once-for.ts'
import { isEnded } from '../../domain/orders/order.ts'
import type { HoldingEntry, OrderEntry, PositionEntry } from '../../machines/positions/books.ts'
import type { Actors } from '../actors.ts'

const nothing: readonly never[] = []

const knownOrders = onceFor((orders: readonly OrderEntry[]): readonly KnownOrder[] =>
  orders.map((order) => ({
    orderId: order.orderId,
    instrument: order.sym as InstrumentId,
    side: order.transactionType === 'BUY' ? 'buy' : 'sell',
    orderType: order.orderType,
    product: order.product,
    variety: order.variety,
    status: order.status,
    quantity: order.quantity,
    filledQuantity: order.filledQuantity,
    price: order.price,
    triggerPrice: order.triggerPrice,
    isOpen: !isEnded(order.status),
  })),
)

const openPositions = onceFor((positions: readonly PositionEntry[]): readonly KnownPosition[] =>
  positions
    .filter(({ quantity }) => quantity !== 0)
    .map(({ sym, product, quantity, averagePrice }) => ({
      instrument: sym as InstrumentId,
      product,
      quantity,
      averagePrice,
    })),
)

const knownHoldings = onceFor((holdings: readonly HoldingEntry[]): readonly KnownPosition[] =>
  holdings.map(({ sym, product, quantity, t1Quantity, usedQuantity, averagePrice }) => ({
    instrument: sym as InstrumentId,
    product,
    quantity: quantity + t1Quantity - usedQuantity,
    averagePrice,
  })),
)

export const bookEnvironment = ({ orderBook, positions, holdings, funds }: Actors): Partial<Environment> => ({
  freeMargin: funds.getSnapshot().context.output?.available ?? null,
  orders: knownOrders(orderBook.getSnapshot().context.output ?? nothing),
  positions: openPositions(positions.getSnapshot().context.output?.net ?? nothing),
  holdings: knownHoldings(holdings.getSnapshot().context.output?.holdings ?? nothing),
})
