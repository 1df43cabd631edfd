import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import type { Product, Side } from '../../../domain/orders/order.ts'
import type { PriceSpec, QuantitySpec, Resolved } from '../../../domain/orders/order-words.ts'
import { refused, resolved } from '../../../domain/orders/order-words.ts'
import { type AlertThen, sendsByItself, thenInWords } from '../../../domain/scanners/alert.ts'
import {
  type AlertOrder,
  type AlertQuantity,
  AUTO_ORDERS_PER_DAY,
} from '../../../domain/scanners/alert-order.ts'
import { optional } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { choice } from '../../grammar/choice.ts'
import { printInstrument, titleOf } from '../../grammar/instruments/instrument.ts'
import { tradedInstrument } from '../../grammar/instruments/traded-instrument.ts'
import { price } from '../../grammar/orders/order-price.ts'
import { quantity } from '../../grammar/orders/quantity.ts'
import { product, reduceOnly } from '../orders/order-args.ts'
import { draftOf, lineProduct } from '../orders/order-sense.ts'

const AUTO = 'auto'
const follows = { after: 'side' } as const

const then = choice('buy, sell or basket', [
  { value: 'buy', words: ['buy'], title: 'Buy' },
  { value: 'sell', words: ['sell'], title: 'Sell' },
  { value: 'basket', words: ['basket'], title: 'The orders of the basket, together' },
])

/** `then buy 20 infy @1395 mis auto`, `then basket auto` */
export const orderOfAlertArgs = {
  side: optional('Then', then, { word: 'then' }),
  quantity: optional('Quantity', quantity, follows),
  instrument: optional('Instrument', tradedInstrument, follows),
  price: optional('Price', price, follows),
  product: optional('Product', product, follows),
  reduceOnly: optional('Reduce only', reduceOnly, follows),
  auto: optional(
    'Sent by itself',
    choice(AUTO, [{ value: true, words: [AUTO], title: 'Sent at once, without being proposed' }]),
    follows,
  ),
} as const

export interface OrderOfAlertInput {
  readonly side?: Side | 'basket'
  readonly quantity?: QuantitySpec
  readonly instrument?: InstrumentId
  readonly price?: PriceSpec
  readonly product?: Product
  readonly reduceOnly?: true
  readonly auto?: true
}

const quantityOf = (spec: QuantitySpec | undefined, usualLots: number): AlertQuantity | null => {
  switch (spec?.kind) {
    case undefined:
      return { by: 'lots', value: usualLots }
    case 'lots':
      return { by: 'lots', value: spec.lots }
    case 'units':
      return { by: 'units', value: spec.units }
    case 'rupees':
      return { by: 'rupees', value: spec.rupees }
    case 'percent':
    case 'risk':
      return null
    default:
      return spec satisfies never
  }
}

const limitOf = (spec: PriceSpec | undefined): number | null => (spec?.kind === 'rupees' ? spec.price : null)

/** Checked as an order of now. Units are those of now, so that what is proposed is what was read. */
const ofInstrument = (
  id: InstrumentId,
  input: OrderOfAlertInput & { readonly side: Side },
  environment: Environment,
): Resolved<AlertOrder> => {
  const { auto, instrument: _, price: written, ...rest } = input
  // A stock option takes no market order: that of the alert is a limit at the price then.
  const priced = written === undefined || written.kind === 'market' ? {} : { price: written }
  const asked = { ...rest, ...priced, instrument: id }
  const draft = draftOf(asked, { ...environment, circuitsOf: () => null })
  if (!draft.ok) return draft
  return resolved({
    segSym: id,
    side: input.side,
    product: draft.value.product,
    quantity: { by: 'units', value: draft.value.quantity },
    limitPrice: limitOf(written),
    isReduceOnly: rest.reduceOnly === true,
    isAuto: auto === true,
  })
}

/** `fixed` is the instrument that the order is of where none is written; null: each symbol that raises. */
export const orderOfAlert = (
  input: OrderOfAlertInput,
  fixed: InstrumentId | null,
  environment: Environment,
): Resolved<AlertOrder | null> => {
  const { side: written } = input
  if (written === undefined || written === 'basket') return resolved(null)
  if (input.price?.kind === 'relative')
    return refused('price', {
      expected: 'a price such as @1500, or none for the market',
      message: 'The order comes later, at other prices. Type a price such as @1500, or none for the market.',
      instead: ['@mkt'],
    })
  const size = quantityOf(input.quantity, environment.preferences.usualLots)
  if (size === null)
    return refused('quantity', {
      expected: 'units, lots or rupees, such as 20, 2l or 50k',
      message: 'The order of an alert is sized in units, lots or rupees, such as 20, 2l or 50k.',
      instead: ['1l', '50k'],
    })
  const id = input.instrument ?? fixed
  if (id !== null) return ofInstrument(id, { ...input, side: written }, environment)
  return resolved({
    segSym: null,
    side: written,
    product: input.product ?? environment.preferences.equityProduct,
    quantity: size,
    limitPrice: limitOf(input.price),
    isReduceOnly: input.reduceOnly === true,
    isAuto: input.auto === true,
  })
}

/** ` · then proposes: Buy 20 INFY at market · MIS`; empty without an order or a basket. */
export const thenSentence = (terms: AlertThen, { instruments }: Environment): string => {
  const words = thenInWords(terms, (id) => titleOf(id, instruments) || tradingSymbolOf(id))
  return words === null ? '' : ` · then ${sendsByItself(terms) ? 'sends' : 'proposes'}: ${words}`
}

export const ghostOfOrder = (
  { side: written, quantity: size }: OrderOfAlertInput,
  { usualLots }: Environment['preferences'],
): readonly string[] => {
  const isOrder = written === 'buy' || written === 'sell'
  return isOrder && size === undefined ? [`${usualLots}l`] : []
}

export const autoQuestion = (terms: AlertThen): string | null =>
  sendsByItself(terms)
    ? `Its orders are sent without asking you, ${AUTO_ORDERS_PER_DAY} a day at most; later ones are proposed.`
    : null

const printQuantity = ({ by, value }: AlertQuantity): string => {
  if (by === 'units') return quantity.print({ kind: 'units', units: value })
  return quantity.print(by === 'lots' ? { kind: 'lots', lots: value } : { kind: 'rupees', rupees: value })
}

/** ` then buy 20q infy mis` or ` then basket`, as it is typed; empty without either. */
export const lineOfOrder = ({ order, basket }: AlertThen): string => {
  if (basket !== undefined) return ` then ${then.print('basket')}${basket.isAuto ? ` ${AUTO}` : ''}`
  if (order === undefined) return ''
  const words = [
    then.print(order.side),
    printQuantity(order.quantity),
    ...(order.segSym === null ? [] : [printInstrument(order.segSym)]),
    ...(order.limitPrice === null ? [] : [`@${order.limitPrice}`]),
    lineProduct(order.product),
    ...(order.isReduceOnly ? [reduceOnly.print(true)] : []),
    ...(order.isAuto ? [AUTO] : []),
  ]
  return ` then ${words.join(' ')}`
}
