import { expect, test } from 'vitest'
import { hashOfTicket } from '../../../../server/broker/runtime/intents.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import type { Paise } from '../../../../src/domain/money.ts'
import type { ClientOrderId, OrderTicket } from '../../../../src/domain/orders/order.ts'

const ticket: OrderTicket = {
  clientOrderId: 'key-00000001' as ClientOrderId,
  instrument: 'NSE_INFY' as InstrumentId,
  side: 'buy',
  orderType: 'LIMIT',
  product: 'MIS',
  variety: 'regular',
  quantity: 10,
  price: 150_000 as Paise,
  triggerPrice: null,
  validity: 'DAY',
  validityTtl: null,
  marketProtection: -1,
  disclosedQuantity: 0,
  autoslice: true,
  tag: '',
  algoUuid: '',
}

/** Every field, so that a new one is decided about here. */
const another: Required<Omit<OrderTicket, 'clientOrderId'>> = {
  instrument: 'NSE_TCS' as InstrumentId,
  side: 'sell',
  orderType: 'SL',
  product: 'cash',
  variety: 'amo',
  quantity: 20,
  price: 150_005 as Paise,
  triggerPrice: 149_000 as Paise,
  validity: 'TTL',
  validityTtl: 5,
  marketProtection: 2,
  disclosedQuantity: 5,
  autoslice: false,
  isReduceOnly: true,
  tag: 'exit',
  algoUuid: '0',
}

const fields = Object.keys(another) as (keyof typeof another)[]

test.each(fields)('a ticket with another %s has another hash', (field) => {
  expect(hashOfTicket({ ...ticket, [field]: another[field] })).not.toEqual(hashOfTicket(ticket))
})

test('an order that was sent under another id is the same ticket', () => {
  const again = { ...ticket, clientOrderId: 'key-00000002' as ClientOrderId }
  expect(hashOfTicket(again)).toEqual(hashOfTicket(ticket))
})
