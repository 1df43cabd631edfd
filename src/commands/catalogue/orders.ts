import type { Side } from '../../domain/order.ts'
import { plainDraft } from '../../domain/order-draft.ts'
import type { OrderAsk } from '../../domain/order-words.ts'
import type { OrderChange } from '../../machines/events.ts'
import { type ArgsOf, command, optional, required, to } from '../command.ts'
import type { Environment, KnownOrder } from '../environment.ts'
import { focusedInstrument, titleOf } from '../grammar/instrument.ts'
import { price, trigger } from '../grammar/order-price.ts'
import {
  anyOrder,
  findOrder,
  openOrder,
  openOrderList,
  openOrders,
  orderInWords,
} from '../grammar/order-ref.ts'
import { quantity } from '../grammar/quantity.ts'
import { focusedKey, pickedKeys } from '../grammar/references.ts'
import { basketArgs, orderArgs, side as sideKind, ticketArgs } from './order-args.ts'
import { changeOf, modifyLine } from './order-change.ts'
import { draftInWords, draftOf, looseDraftOf, orderDefaults, orderLine, problemOf } from './order-sense.ts'

type OrderArgs = ArgsOf<typeof orderArgs>

const askOf = ({ basket: _, ...args }: OrderArgs, side: Side): OrderAsk => ({ ...args, side })

/** The same words for buying and selling. */
const trade = (side: Side) => ({
  when: 'signedIn',
  effect: 'increases' as const,
  preview: 'order' as const,
  args: orderArgs,
  run: (args: OrderArgs, environment: Environment) => {
    const draft = draftOf(askOf(args, side), environment)
    // What cannot be meant is written out, where the command line says why.
    if (!draft.ok) return to('palette', { type: 'palette.open', line: lineOf(side, args) })
    return args.basket === true
      ? to('basket', { type: 'basket.add', drafts: [draft.value] })
      : to('orders', { type: 'order.place', draft: draft.value })
  },
  check: (args: OrderArgs, environment: Environment) =>
    problemOf(draftOf(askOf(args, side), environment), args, orderArgs),
  describe: (args: OrderArgs, environment: Environment) => {
    const draft = draftOf(askOf(args, side), environment)
    const title = side === 'buy' ? 'Buy' : 'Sell'
    if (!draft.ok) return `${title} ${titleOf(args.instrument, environment.instruments)}`
    const words = draftInWords(draft.value, environment)
    return args.basket === true ? `Into the basket: ${words}` : words
  },
  ghost: (args: Partial<OrderArgs>, environment: Environment) => orderDefaults(args, environment),
  variants: (args: OrderArgs) => variantsOf(args, side),
})

const variantsOf = (args: OrderArgs, side: Side) => {
  const { variety, basket: _, ...plain } = args
  const near = side === 'buy' ? ('bid' as const) : ('ask' as const)
  const isMarket = args.price === undefined || args.price.kind === 'market'
  const otherPrice: OrderArgs['price'] = isMarket
    ? { kind: 'relative', to: near, offset: 0, unit: 'rupees' }
    : { kind: 'market' }
  const amo = variety === 'amo' ? 'regular' : 'amo'
  return [
    { args: { ...args, variety: amo } as const, stroke: 'shift+enter' },
    args.basket === true
      ? { args: variety === undefined ? plain : { ...plain, variety } }
      : { args: { ...args, basket: true } as const, stroke: 'mod+b' },
    { args: { ...args, price: otherPrice } },
  ]
}

const lineOf = (side: Side, args: OrderArgs): string => {
  const given: Readonly<Record<string, unknown>> = args
  const words = Object.entries(orderArgs).flatMap(([name, spec]) => {
    const value = given[name]
    if (value === undefined) return []
    const text = (spec.kind.print as (value: unknown) => string)(value)
    return [spec.word === null ? text : `${spec.word} ${text}`]
  })
  return [side, ...words].join(' ')
}

export const buy = command({
  id: 'order.buy',
  title: 'Buy',
  keywords: ['order', 'long', 'place'],
  verb: 'buy',
  aliases: ['b'],
  ...trade('buy'),
})

export const sell = command({
  id: 'order.sell',
  title: 'Sell',
  keywords: ['order', 'short', 'place'],
  verb: 'sell',
  aliases: ['s'],
  ...trade('sell'),
})

const focused = ({ context }: Environment) => focusedInstrument(context)
const rowInstrument = required('Instrument', orderArgs.instrument.kind, { initial: focused })

/** The line of an order on the focused row, to be finished by hand. */
export const writeOrder = command({
  id: 'order.write',
  title: 'Write an order',
  verb: 'write',
  isListed: false,
  when: 'signedIn',
  effect: 'read',
  args: { instrument: rowInstrument, side: required('Side', sideKind) },
  run: ({ instrument, side }) => to('palette', { type: 'palette.open', line: orderLine(side, instrument) }),
  describe: ({ instrument, side }, { instruments }) =>
    `${side === 'buy' ? 'Buy' : 'Sell'} ${titleOf(instrument, instruments)} …`,
})

export const openTicket = command({
  id: 'order.ticket',
  title: 'Order window',
  keywords: ['form', 'ticket', 'order'],
  verb: 'ticket',
  when: 'signedIn',
  effect: 'read',
  args: { ...ticketArgs, instrument: rowInstrument },
  run: ({ side = 'buy', ...args }, environment) => {
    const draft = looseDraftOf({ ...args, side }, environment)
    return draft === null
      ? []
      : [
          to('ticket', { type: 'ticket.open', draft }),
          to('navigation', { type: 'view.open', path: '/order-window' }),
        ]
  },
  check: ({ side = 'buy', ...args }, environment) => {
    const ask = { ...args, side }
    return looseDraftOf(ask, environment) === null
      ? problemOf(draftOf(ask, environment), args, ticketArgs)
      : null
  },
  describe: ({ instrument, side = 'buy' }, { instruments }) =>
    `Open the order window to ${side} ${titleOf(instrument, instruments)}`,
})

export const addToBasket = command({
  id: 'order.addToBasket',
  title: 'Add to the basket',
  keywords: ['leg', 'basket'],
  verb: 'add',
  aliases: ['basket add'],
  when: 'signedIn',
  effect: 'local',
  preview: 'order',
  args: basketArgs,
  run: (args, environment) => {
    const draft = draftOf(args, environment)
    return draft.ok ? to('basket', { type: 'basket.add', drafts: [draft.value] }) : []
  },
  check: (args, environment) => problemOf(draftOf(args, environment), args, basketArgs),
  describe: (args, environment) => {
    const draft = draftOf(args, environment)
    return draft.ok ? `Into the basket: ${draftInWords(draft.value, environment)}` : 'Add to the basket'
  },
  ghost: (args, environment) => orderDefaults(args, environment),
  undo: () => to('basket', { type: 'basket.undo' }),
})

const focusedOrder = (environment: Environment) => focusedKey(openOrders, environment)

const wordsOfOrder = (orderId: string, environment: Environment): string => {
  const order = findOrder(orderId, environment)
  return order === null ? `order ${orderId}` : orderInWords(order, environment)
}

const modifyArgs = {
  order: required('Order', openOrder, { initial: focusedOrder }),
  quantity: optional('Quantity', quantity),
  price: optional('Price', price),
  trigger: optional('Trigger', trigger, { word: 'trig' }),
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
  title: 'Order the same again',
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
    return known === null ? [] : to('orders', { type: 'order.place', draft: repeatedDraft(known) })
  },
  describe: ({ order }, environment) => {
    const known = findOrder(order, environment)
    return known === null
      ? 'Order the same again'
      : `${draftInWords(repeatedDraft(known), environment)}, again`
  },
})

export const openOrderDetails = command({
  id: 'order.details',
  title: 'Details of an order',
  keywords: ['fills', 'trades', 'history', 'charges'],
  verb: 'details',
  when: 'signedIn',
  effect: 'read',
  args: { order: required('Order', anyOrder, { initial: focusedOrder }) },
  run: ({ order }) => to('orderDetails', { type: 'details.open', orderId: order }),
  describe: ({ order }, environment) => `Details of ${wordsOfOrder(order, environment)}`,
})
