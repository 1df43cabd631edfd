import type { FastifyInstance } from 'fastify'
import {
  cancelBracket,
  changeBracket,
  createBracket,
  getBrackets,
} from '../../../src/contract/orders/brackets.ts'
import { basketOrderCharges, orderCharges } from '../../../src/contract/orders/order-charges.ts'
import { previewOrders } from '../../../src/contract/orders/order-preview.ts'
import {
  cancelOrder,
  cancelOrderByPost,
  getOrder,
  getOrderBook,
  modifyOrder,
  placeOrder,
  placeOrderDirect,
} from '../../../src/contract/orders/orders.ts'
import { getRiskLimits, setRiskLimits } from '../../../src/contract/orders/risk-limits.ts'
import {
  cancelAllOrders,
  exitAllPositions,
  getKillSwitch,
  setKillSwitch,
} from '../../../src/contract/orders/safety.ts'
import { getFunds, moveCapital } from '../../../src/contract/positions/funds.ts'
import { getHoldings } from '../../../src/contract/positions/holdings.ts'
import { getPositionRisk } from '../../../src/contract/positions/position-risk.ts'
import { convertPosition, getDayPnl, getPositions } from '../../../src/contract/positions/positions.ts'
import type { Reading } from '../../reading/reading.ts'
import type { LateAnswers } from '../../services/learning/late-answers.ts'
import type { Orders } from '../../services/orders/orders.ts'
import { serve } from '../serve.ts'
import { printedBy } from '../serve-reading.ts'

export const orderRoutes = (
  app: FastifyInstance,
  orders: Orders,
  reading: Reading,
  late: Pick<LateAnswers, 'after'>,
): void => {
  serve(app, placeOrder, ({ user, body }) => late.after(user.id, () => orders.place(user, body)))
  serve(app, placeOrderDirect, ({ user, body }) => late.after(user.id, () => orders.place(user, body)))
  serve(app, modifyOrder, ({ user, body }) => late.after(user.id, () => orders.modify(user, body)))
  serve(app, cancelOrder, ({ user, query }) => late.after(user.id, () => orders.cancel(user, query.orderId)))
  serve(app, cancelOrderByPost, ({ user, body }) =>
    late.after(user.id, () => orders.cancel(user, body.orderId)),
  )
  serve(app, getOrderBook, ({ user }) => orders.book(user))
  serve(app, getOrder, ({ user, query }) => orders.get(user, query))
  serve(app, getPositions, ({ user }) => orders.positions(user))
  serve(app, getDayPnl, async ({ user, reply }) => {
    const input = { user, query: {}, body: await orders.day(user) }
    return printedBy(reading, getDayPnl, input, reply)
  })
  serve(app, getPositionRisk, async ({ user, reply }) => {
    const input = { user, query: {}, body: await orders.held(user) }
    return printedBy(reading, getPositionRisk, input, reply)
  })
  serve(app, convertPosition, ({ user, body }) => orders.convert(user, body))
  serve(app, getHoldings, ({ user }) => orders.holdings(user))
  serve(app, getBrackets, ({ user }) => orders.brackets.list(user))
  serve(app, createBracket, ({ user, body }) => orders.brackets.create(user, body))
  serve(app, changeBracket, ({ user, body }) => orders.brackets.change(user, body))
  serve(app, cancelBracket, ({ user, query }) => orders.brackets.cancel(user, query.bracketId))
  serve(app, getFunds, ({ user, query }) => orders.funds(user, query.book))
  serve(app, moveCapital, ({ user, body }) => orders.moveCapital(user, body))
  serve(app, orderCharges, ({ user, body }) => orders.charges(user, body.orders))
  serve(app, basketOrderCharges, ({ user, body, query }) =>
    orders.basket(user, body.orders, query.userMargin === 'true'),
  )
  serve(app, previewOrders, ({ user, body }) =>
    late.after(user.id, () => orders.preview(user, body.orders, body)),
  )
  serve(app, cancelAllOrders, ({ user }) => late.after(user.id, () => orders.cancelAll(user)))
  serve(app, exitAllPositions, ({ user, body }) =>
    late.after(user.id, () => orders.exitAll(user, body.clientOrderId)),
  )
  serve(app, getKillSwitch, ({ user }) => orders.killSwitch(user))
  serve(app, setKillSwitch, ({ user, body, request }) =>
    orders.setKillSwitch(user, { ...body, cause: request.id }),
  )
  serve(app, getRiskLimits, ({ user }) => orders.limits(user))
  serve(app, setRiskLimits, ({ user, body }) => orders.setLimits(user, body))
}
