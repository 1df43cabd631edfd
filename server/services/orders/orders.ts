import type { BodyOf, QueryOf, ReplyOf } from '../../../src/contract/call-types.ts'
import type { basketOrderCharges, orderCharges } from '../../../src/contract/orders/order-charges.ts'
import type { getOrder, modifyOrder } from '../../../src/contract/orders/orders.ts'
import type { getRiskLimits, setRiskLimits } from '../../../src/contract/orders/risk-limits.ts'
import type {
  cancelAllOrders,
  exitAllPositions,
  getKillSwitch,
  setKillSwitch,
} from '../../../src/contract/orders/safety.ts'
import type { convertPosition } from '../../../src/contract/positions/positions.ts'
import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { parseInstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../../src/domain/money.ts'
import type { ClientOrderId, OrderId } from '../../../src/domain/orders/order.ts'
import type { OwnLimits } from '../../../src/domain/orders/own-limits.ts'
import { type Account, type Order, positionKey } from '../../broker/account.ts'
import type { Broker, BulkResult, Exited } from '../../broker/broker.ts'
import { derivedKey } from '../../broker/derived-key.ts'
import type { MarketSnapshot } from '../../broker/rules.ts'
import { Refusal } from '../../refusal.ts'
import type { User, UserId } from '../../user.ts'
import type { InstrumentDirectory } from '../instruments/instrument-directory.ts'
import { accountDayOf } from '../positions/day-pnl.ts'
import { type HeldPositions, heldPositionsOf } from '../positions/position-risk.ts'
import type { Brackets } from './brackets.ts'
import { fundsCalls } from './funds-calls.ts'
import { inRupees, toLimits, usedLimits } from './limits-in-use.ts'
import type { createOrderPricing } from './order-pricing.ts'
import { doneOr, noInstrument, noOrder, orderOf } from './order-refusals.ts'
import { holdingRows, noteOf, type OrderRow, orderDetail, orderRow, positionRows } from './order-rows.ts'
import { type ChangesBody, toChanges } from './order-tickets.ts'
import { createPlacing } from './placing.ts'
import { createPreview, type PreviewParts } from './preview.ts'
import type { PricedOrders } from './priced-orders.ts'

export interface OrderParts extends PreviewParts {
  readonly pricing: ReturnType<typeof createOrderPricing>
  readonly instruments: Pick<InstrumentDirectory, 'ready'>
  readonly brackets: Brackets
  readonly calendar: Calendar
  /** Called after the change took effect; amounts in rupees. */
  readonly onLimitsChanged: (owner: UserId, before: OwnLimits, after: OwnLimits) => Promise<void>
  /** Must not fail: the kill switch goes on after it. */
  readonly beforeKill: (owner: UserId) => Promise<void>
}

const newestFirst = (one: Order, other: Order): number =>
  other.acceptedAt - one.acceptedAt || (other.id > one.id ? 1 : -1)

const bulkRows = ({ orderIds, leftovers }: BulkResult): ReplyOf<typeof cancelAllOrders> => ({
  orderIds: [...orderIds],
  leftovers: leftovers.map((leftover) => ({ ...leftover })),
})

const exitedRows = (exited: Exited): ReplyOf<typeof exitAllPositions> => ({
  ...bulkRows(exited),
  exits: exited.exits.map((exit) => ({ ...exit })),
})

const killSwitchRow = ({ killSwitch }: Account): ReplyOf<typeof getKillSwitch> => ({
  isOn: killSwitch !== null,
  since: killSwitch?.since ?? null,
  reason: killSwitch?.reason ?? null,
})

const limitsRow = (account: Account, market: MarketSnapshot): ReplyOf<typeof getRiskLimits> => ({
  ...inRupees(account.limits),
  used: usedLimits(account, market),
})

const NOTHING_EXITED: Exited = { orderIds: [], leftovers: [], exits: [] }

const cancelOrExit = async (
  broker: Broker,
  { id }: User,
  { exitPositions, cause }: { readonly exitPositions: boolean; readonly cause: string },
): Promise<Exited> =>
  exitPositions
    ? broker.exitAll(id, { key: derivedKey('kill', id, cause), tag: 'killswitch' })
    : { ...(await broker.cancelAll(id)), exits: [] }

const heldBy = async (broker: Broker, owner: UserId): Promise<HeldPositions> => {
  const margins = (await broker.capabilities.marginsOf?.(owner)) ?? new Map()
  return {
    positions: heldPositionsOf(await broker.accountOf(owner)),
    margins: [...margins].map(([underlying, margin]) => [underlying, toRupees(margin)]),
  }
}

export const createOrders = ({
  broker,
  pricing,
  outlookOf,
  insteadOf,
  instruments,
  termsFor,
  brackets,
  calendar,
  onLimitsChanged,
  beforeKill,
}: OrderParts) => {
  const rowOf = (order: Order): OrderRow => orderRow(order, noteOf(broker, order))

  const placing = createPlacing({ broker, termsFor })

  return {
    place: placing.place,

    async modify(user: User, body: ChangesBody): Promise<ReplyOf<typeof modifyOrder>> {
      const { order } = orderOf(await broker.modify(user.id, body.orderId as OrderId, toChanges(body)))
      return { orderId: order.id, status: order.status }
    },

    async cancel(user: User, orderId: string): Promise<ReplyOf<typeof modifyOrder>> {
      const { order } = orderOf(await broker.cancel(user.id, orderId as OrderId, null))
      return { orderId: order.id, status: order.status }
    },

    async book(user: User): Promise<OrderRow[]> {
      const { orders } = await broker.accountOf(user.id)
      return [...orders.values()].sort(newestFirst).map(rowOf)
    },

    async get(user: User, query: QueryOf<typeof getOrder>): Promise<ReplyOf<typeof getOrder>> {
      const { orderId, clientOrderId } = query
      if ((orderId === undefined) === (clientOrderId === undefined)) {
        throw new Refusal('MALFORMED', 'Error loading order book', {
          issues: ['query: expected either order_id or client_order_id'],
        })
      }
      const order =
        orderId === undefined
          ? await broker.findByClientId(user.id, clientOrderId as ClientOrderId)
          : await broker.findOrder(user.id, orderId as OrderId)
      if (order === null) throw noOrder()
      return orderDetail(order, noteOf(broker, order))
    },

    positions: async ({ id }: User) => positionRows(await broker.accountOf(id), broker, broker.marketNow()),
    held: ({ id }: User) => heldBy(broker, id),
    day: async (user: User) => accountDayOf(await broker.accountOf(user.id), calendar),
    holdings: async (user: User) => holdingRows(await broker.accountOf(user.id), broker.marketNow()),
    ...fundsCalls(broker),
    async charges(_: User, orders: PricedOrders): Promise<ReplyOf<typeof orderCharges>> {
      await instruments.ready()
      return pricing.charges(orders, broker.marketNow())
    },

    brackets,
    preview: createPreview({ broker, outlookOf, insteadOf, termsFor }),

    async basket(
      user: User,
      orders: PricedOrders,
      isWithAccount: boolean,
    ): Promise<ReplyOf<typeof basketOrderCharges>> {
      await instruments.ready()
      const account = isWithAccount ? await broker.accountOf(user.id) : null
      return pricing.basket(orders, account, broker.marketNow())
    },

    async convert(
      user: User,
      body: BodyOf<typeof convertPosition>,
    ): Promise<ReplyOf<typeof convertPosition>> {
      const id = parseInstrumentId(body.sym)?.id
      if (id === undefined) throw noInstrument(body.sym)
      await brackets.convert(user, { sym: id, from: body.oldProduct, to: body.newProduct }, async () => {
        const outcome = await broker.convert(user.id, {
          positionKey: positionKey(id, body.oldProduct),
          side: body.transactionType === 'BUY' ? 'buy' : 'sell',
          quantity: body.quantity,
          to: body.newProduct,
          isOvernight: body.positionType === 'overnight',
        })
        if (outcome.kind === 'notFound')
          throw new Refusal('NOT_FOUND', `There is no ${body.oldProduct} position in ${body.sym}.`)
        doneOr(outcome)
      })
      return { isConverted: true }
    },

    async cancelAll(user: User) {
      await placing.answered(user.id)
      return bulkRows(await broker.cancelAll(user.id))
    },

    async exitAll(user: User, clientOrderId: string) {
      await placing.answered(user.id)
      const key = derivedKey('exitAll', user.id, clientOrderId)
      return exitedRows(await broker.exitAll(user.id, { key, tag: 'exitall' }))
    },

    killSwitch: async (user: User) => killSwitchRow(await broker.accountOf(user.id)),

    /** New orders are refused first, then deployments stop; cancelling and exiting follow. */
    async setKillSwitch(
      user: User,
      { isOn, exitPositions, cause }: { isOn: boolean; exitPositions: boolean; cause: string },
    ): Promise<ReplyOf<typeof setKillSwitch>> {
      doneOr(await broker.setKillSwitch(user.id, isOn ? 'Switched on by you' : null))
      if (isOn) await beforeKill(user.id)
      const exited = isOn ? await cancelOrExit(broker, user, { exitPositions, cause }) : NOTHING_EXITED
      return { ...killSwitchRow(await broker.accountOf(user.id)), ...exitedRows(exited) }
    },

    limits: async (user: User) => limitsRow(await broker.accountOf(user.id), broker.marketNow()),

    async setLimits(user: User, body: BodyOf<typeof setRiskLimits>): Promise<ReplyOf<typeof getRiskLimits>> {
      const before = inRupees((await broker.accountOf(user.id)).limits)
      doneOr(await broker.setLimits(user.id, toLimits(body)))
      const account = await broker.accountOf(user.id)
      await onLimitsChanged(user.id, before, inRupees(account.limits))
      return limitsRow(account, broker.marketNow())
    },
  }
}

export type Orders = ReturnType<typeof createOrders>
