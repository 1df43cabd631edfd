import type * as z from 'zod/mini'
import type { ReplyOf } from '../../contract/call-types.ts'
import { type Bracket, getBrackets } from '../../contract/orders/brackets.ts'
import { getOrderBook } from '../../contract/orders/orders.ts'
import { getFunds } from '../../contract/positions/funds.ts'
import { getHoldings } from '../../contract/positions/holdings.ts'
import { getPositions } from '../../contract/positions/positions.ts'
import type { FromWire } from '../../contract/wire.ts'
import { createReloadMachine } from '../reload.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly orderBook: { readonly type: 'reload.now' }
    readonly positions: { readonly type: 'reload.now' }
    readonly holdings: { readonly type: 'reload.now' }
    readonly funds: { readonly type: 'reload.now' }
    readonly brackets: { readonly type: 'reload.now' }
  }
  interface Machines {
    readonly orderBook: typeof orderBookMachine
    readonly positions: typeof positionsMachine
    readonly holdings: typeof holdingsMachine
    readonly funds: typeof fundsMachine
    readonly brackets: typeof bracketsMachine
  }
}

export type OrderEntry = ReplyOf<typeof getOrderBook>[number]
export type Positions = ReplyOf<typeof getPositions>
export type PositionEntry = Positions['net'][number]
export type Holdings = ReplyOf<typeof getHoldings>
export type HoldingEntry = Holdings['holdings'][number]
export type Funds = ReplyOf<typeof getFunds>
export type BracketEntry = FromWire<z.infer<typeof Bracket>>

const withOrder = (orders: readonly OrderEntry[], changed: OrderEntry): readonly OrderEntry[] =>
  orders.some(({ orderId }) => orderId === changed.orderId)
    ? orders.map((order) => (order.orderId === changed.orderId ? changed : order))
    : [changed, ...orders]

export const orderBookMachine = createReloadMachine<readonly OrderEntry[], OrderEntry>({
  id: 'orderBook',
  failure: getOrderBook.failure,
  merge: withOrder,
})

export const positionsMachine = createReloadMachine<Positions>({
  id: 'positions',
  failure: getPositions.failure,
})

export const holdingsMachine = createReloadMachine<Holdings>({ id: 'holdings', failure: getHoldings.failure })

export const fundsMachine = createReloadMachine<Funds>({
  id: 'funds',
  failure: getFunds.failure,
  isQuiet: true,
})

export const bracketsMachine = createReloadMachine<readonly BracketEntry[]>({
  id: 'brackets',
  failure: getBrackets.failure,
  isQuiet: true,
})
