import { type OrderType, orderTypes } from '../../../domain/orders/order.ts'
import { plainDraft } from '../../../domain/orders/order-draft.ts'
import type { OrderChange } from '../../../machines/orders/order-action.ts'
import { command, optional, required, to } from '../../command.ts'
import type { Environment, FailedOrder, KnownOrder } from '../../environment.ts'
import { choice } from '../../grammar/choice.ts'
import { keyText } from '../../grammar/key-text.ts'
import { price, trigger } from '../../grammar/orders/order-price.ts'
import {
  anyOrder,
  findOrder,
  openOrder,
  openOrderList,
  openOrders,
  orderInWords,
} from '../../grammar/orders/order-ref.ts'
import { quantity } from '../../grammar/orders/quantity.ts'
import { focusedKey, pickedKeys } from '../../grammar/references.ts'
import { changeOf, modifyLine } from './order-change.ts'
import { draftInWords, problemOf } from './order-sense.ts'

const focusedOrder = (environment: Environment) => focusedKey(openOrders, environment)

const wordsOfOrder = (orderId: string, environment: Environment): string => {
  const order = findOrder(orderId, environment)
  return order === null ? `order ${orderId}` : orderInWords(order, environment)
}

const orderType = choice<OrderType>(
  'market, limit, sl or sl-m',
  orderTypes.map((type) => ({ value: type, words: [type.toLowerCase()], title: type })),
)

const modifyArgs = {
  order: required('Order', openOrder, { initial: focusedOrder }),
  quantity: optional('Quantity', quantity),
  price: optional('Price', price),
  trigger: optional('Trigger', trigger, { word: 'trig' }),
  type: optional('Type', orderType, { word: 'type' }),
} as const

export const modifyOrder = command({
  id: 'order.modify',
  title: 'Modify an order',
  keywords: ['change', 'price', 'quantity', 'edit'],
  verb: 'modify',
  aliases: ['m'],
  when: 'signedIn',
  effect: 'increases',
  preview: 'rows',
  args: modifyArgs,
  run: (args, environment) => {
    const change = changeOf(args, environment)
    if (change.ok && Object.keys(change.value).length > 0)
      return to('orderActions', { type: 'order.modify', orderId: args.order, change: change.value })
    return environment.context.view === 'order-book'
      ? to('tables', { type: 'table.edit', key: args.order })
      : to('palette', { type: 'palette.open', line: modifyLine(args.order, environment) })
  },
  check: (args, environment) => {
    const change = changeOf(args, environment)
    if (!change.ok) return problemOf(change, args, modifyArgs)
    return Object.keys(change.value).length > 0
      ? null
      : { arg: '', found: 'the end', expected: 'a new quantity, price or trigger' }
  },
  describe: (args, environment) => {
    const change = changeOf(args, environment)
    const words = change.ok ? changeInWords(change.value) : ''
    return `Modify ${wordsOfOrder(args.order, environment)}${words === '' ? '' : `: ${words}`}`
  },
  affected: ({ order }, environment) => [wordsOfOrder(order, environment)],
})

const changeInWords = (change: OrderChange): string => {
  const { orderType, quantity: count, price: limit, triggerPrice } = change
  return [
    orderType === undefined ? '' : String(orderType),
    count === undefined ? '' : `quantity ${count}`,
    limit === undefined ? '' : `price ${limit}`,
    triggerPrice === undefined ? '' : `trigger ${triggerPrice}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}

export const cancelOrders = command({
  id: 'order.cancel',
  title: 'Cancel an order',
  keywords: ['withdraw', 'open orders'],
  verb: 'cancel',
  aliases: ['cancel order'],
  when: 'signedIn',
  effect: 'reduces',
  preview: 'rows',
  args: {
    orders: required('Orders', openOrderList, {
      initial: (environment) => pickedKeys(openOrders, environment),
    }),
  },
  run: ({ orders }) => to('orderActions', { type: 'order.cancel', orderIds: orders }),
  describe: ({ orders }, environment) => {
    const [first = ''] = orders
    return orders.length === 1
      ? `Cancel ${wordsOfOrder(first, environment)}`
      : `Cancel ${orders.length} orders`
  },
  affected: ({ orders }, environment) => orders.map((order) => wordsOfOrder(order, environment)),
})

const openOnes = ({ orders = [] }: Environment): readonly KnownOrder[] =>
  orders.filter(({ isOpen }) => isOpen)

export const cancelAllOrders = command({
  id: 'orders.cancelAll',
  title: 'Cancel all open orders',
  keywords: ['withdraw', 'everything', 'panic'],
  verb: 'cancel all',
  aliases: ['cancel all orders'],
  when: 'signedIn',
  effect: 'reduces',
  danger: 'confirm',
  preview: 'rows',
  run: () => to('orderActions', { type: 'orders.cancelAll' }),
  describe: (_, environment) => {
    const count = openOnes(environment).length
    if (count === 0) return 'Cancel all open orders'
    return count === 1 ? 'Cancel the open order' : `Cancel all ${count} open orders`
  },
  affected: (_, environment) => openOnes(environment).map((order) => orderInWords(order, environment)),
})

const repeatedDraft = (order: KnownOrder) =>
  plainDraft({
    instrument: order.instrument,
    side: order.side,
    orderType: order.orderType,
    product: order.product,
    variety: order.variety,
    quantity: order.quantity,
    price: order.price > 0 ? order.price : null,
    triggerPrice: order.triggerPrice > 0 ? order.triggerPrice : null,
  })

export const repeatOrder = command({
  id: 'order.repeat',
  title: 'Repeat the order',
  keywords: ['repeat', 'again'],
  verb: 'repeat',
  aliases: ['again'],
  when: 'signedIn',
  effect: 'increases',
  danger: 'confirm',
  preview: 'order',
  args: { order: required('Order', anyOrder, { initial: focusedOrder }) },
  run: ({ order }, environment) => {
    const known = findOrder(order, environment)
    return known === null ? [] : to('placements', { type: 'order.place', draft: repeatedDraft(known) })
  },
  describe: ({ order }, environment) => {
    const known = findOrder(order, environment)
    return known === null ? 'Repeat the order' : `${draftInWords(repeatedDraft(known), environment)}, again`
  },
})

const failedOrder = (id: string, { failedOrders = [] }: Environment): FailedOrder | null =>
  failedOrders.find(({ clientOrderId }) => clientOrderId === id) ?? null

export const resendOrder = command({
  id: 'order.resend',
  title: 'Send the order again',
  verb: 'resend',
  isListed: false,
  when: 'signedIn',
  effect: 'increases',
  danger: 'confirm',
  preview: 'order',
  args: { order: required('Order', keyText('the id of a failed order')) },
  run: ({ order }, environment) => {
    const failed = failedOrder(order, environment)
    return failed === null
      ? []
      : [
          to('placements', { type: 'order.dismiss', clientOrderId: order }),
          to('placements', { type: 'order.place', draft: failed.draft }),
        ]
  },
  describe: ({ order }, environment) => {
    const failed = failedOrder(order, environment)
    return failed === null ? 'Send the order again' : `${draftInWords(failed.draft, environment)}, again`
  },
})

export const dismissOrder = command({
  id: 'order.dismiss',
  title: 'Dismiss an order in flight',
  verb: 'dismiss',
  isListed: false,
  when: 'signedIn',
  effect: 'local',
  args: { order: required('Order', keyText('the id of a sent order')) },
  run: ({ order }) => to('placements', { type: 'order.dismiss', clientOrderId: order }),
})

export const openOrderDetails = command({
  id: 'order.details',
  title: 'Order details',
  keywords: ['fills', 'trades', 'history', 'charges'],
  verb: 'details',
  when: 'signedIn',
  effect: 'read',
  args: { order: required('Order', anyOrder, { initial: focusedOrder }) },
  run: ({ order }) => to('orderDetails', { type: 'details.open', orderId: order }),
  describe: ({ order }, environment) => `Details of ${wordsOfOrder(order, environment)}`,
})

export const placedOrderCommands = [
  modifyOrder,
  cancelOrders,
  cancelAllOrders,
  repeatOrder,
  resendOrder,
  dismissOrder,
  openOrderDetails,
] as const
