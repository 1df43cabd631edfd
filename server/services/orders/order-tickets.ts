import type * as z from 'zod/mini'
import type { BodyOf } from '../../../src/contract/call-types.ts'
import type { modifyOrder, placeOrder } from '../../../src/contract/orders/orders.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { fromRupees, type Paise } from '../../../src/domain/money.ts'
import {
  type ClientOrderId,
  hasPrice,
  hasTrigger,
  type OrderChanges,
  type OrderTicket,
  type OrderType,
} from '../../../src/domain/orders/order.ts'
import { Refusal } from '../../refusal.ts'

export type TicketBody = FromWire<z.output<(typeof placeOrder)['body']>>

export type ChangesBody = BodyOf<typeof modifyOrder>

const wordsFor = { price: 'price', trigger_price: 'trigger price' } as const

/** Null when the type has no such price. Throws Refusal when it is missing or unused. */
const priceFor = (
  name: 'price' | 'trigger_price',
  given: number | undefined,
  isNeeded: boolean,
  type: OrderType,
): Paise | null => {
  if (!isNeeded) {
    if (given === undefined) return null
    throw new Refusal('PRICE_UNUSED', `A ${type} order has no ${wordsFor[name]}; leave it out.`, {
      issues: [`body.${name}: not used with order_type ${type}, leave it out`],
    })
  }
  if (given === undefined) {
    throw new Refusal('PRICE_MISSING', `A ${type} order needs a ${wordsFor[name]}.`, {
      issues: [`body.${name}: expected with order_type ${type}`],
    })
  }
  return fromRupees(given)
}

export const toTicket = (body: TicketBody, instrument: InstrumentId): OrderTicket => ({
  clientOrderId: body.clientOrderId as ClientOrderId,
  instrument,
  side: body.transactionType === 'BUY' ? 'buy' : 'sell',
  orderType: body.orderType,
  product: body.product,
  variety: body.variety,
  quantity: body.quantity,
  price: priceFor('price', body.price, hasPrice(body.orderType), body.orderType),
  triggerPrice: priceFor('trigger_price', body.triggerPrice, hasTrigger(body.orderType), body.orderType),
  validity: body.validity,
  validityTtl: body.validity === 'TTL' ? (body.validityTtl ?? null) : null,
  marketProtection: body.marketProtection,
  disclosedQuantity: body.disclosedQuantity,
  autoslice: body.autoslice,
  ...(body.reduceOnly ? { isReduceOnly: true } : {}),
  tag: body.tag,
  algoUuid: body.algoUuid,
})

const withoutUndefined = (
  fields: {
    readonly [Field in keyof OrderChanges]-?: OrderChanges[Field] | undefined
  },
): OrderChanges =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as OrderChanges

const rupeesGiven = (price: number | undefined): Paise | undefined =>
  price === undefined ? undefined : fromRupees(price)

export const toChanges = (body: ChangesBody): OrderChanges =>
  withoutUndefined({
    orderType: body.orderType,
    quantity: body.quantity,
    price: rupeesGiven(body.price),
    triggerPrice: rupeesGiven(body.triggerPrice),
    validity: body.validity,
    validityTtl: body.validityTtl,
    marketProtection: body.marketProtection,
    disclosedQuantity: body.disclosedQuantity,
  })
