import { formatNumber } from '../../../domain/format.ts'
import type { Environment, KnownOrder } from '../../environment.ts'
import { titleOf } from '../instruments/instrument.ts'
import { type Referable, type References, reference, referenceList } from '../references.ts'

/** `Buy 65 NIFTY 24 NOV 25950 CE at 85.40` */
export const orderInWords = (order: KnownOrder, { instruments }: Environment): string => {
  const side = order.side === 'buy' ? 'Buy' : 'Sell'
  const left = order.quantity - order.filledQuantity
  const count =
    order.isOpen && order.filledQuantity > 0
      ? `${formatNumber(left, 0)} of ${formatNumber(order.quantity, 0)}`
      : formatNumber(order.quantity, 0)
  const price = order.price > 0 ? ` at ${formatNumber(order.price)}` : ' at market'
  const trigger = order.triggerPrice > 0 ? ` from ${formatNumber(order.triggerPrice)}` : ''
  return `${side} ${count} ${titleOf(order.instrument, instruments)}${price}${trigger}`
}

const wordOf = (orderId: string): string => `#${orderId}`

const rowOf = (order: KnownOrder, environment: Environment): Referable => ({
  key: order.orderId,
  instrument: order.instrument,
  word: wordOf(order.orderId),
  title: titleOf(order.instrument, environment.instruments),
  words: orderInWords(order, environment),
})

const orders = (environment: Environment): readonly KnownOrder[] => environment.orders ?? []

export const openOrders: References = {
  noun: 'an open order',
  expects: 'an open order such as . or its symbol',
  focusKind: 'order',
  listOf: (environment) =>
    orders(environment)
      .filter(({ isOpen }) => isOpen)
      .map((order) => rowOf(order, environment)),
  printKey: wordOf,
}

const allOrders: References = {
  ...openOrders,
  noun: 'an order',
  expects: 'an order of today such as . or its symbol',
  listOf: (environment) => orders(environment).map((order) => rowOf(order, environment)),
}

export const openOrder = reference(openOrders)
export const openOrderList = referenceList(openOrders)
export const anyOrder = reference(allOrders)

export const findOrder = (orderId: string, environment: Environment): KnownOrder | null =>
  orders(environment).find((order) => order.orderId === orderId) ?? null
