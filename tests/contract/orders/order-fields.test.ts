import { expectTypeOf, test } from 'vitest'
import type * as z from 'zod/mini'
import type { BodyOf } from '../../../src/contract/call-types.ts'
import type { modifyOrder, OrderTicketBody } from '../../../src/contract/orders/orders.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
import type { OrderChanges, OrderTicket } from '../../../src/domain/orders/order.ts'

type Flat<Fields> = { -readonly [Field in keyof Fields]: Fields[Field] }

/** What is named or typed otherwise on the wire, where prices are rupees and absent rather than null. */
interface NamedOtherwise {
  clientOrderId: string
  sym: string
  transactionType: 'BUY' | 'SELL'
  reduceOnly: boolean
  price?: number | undefined
  triggerPrice?: number | undefined
  validityTtl?: number | undefined
  instrumentsVersion?: string | undefined
}

type TicketOnWire = Flat<
  Omit<OrderTicket, keyof NamedOtherwise | 'instrument' | 'side' | 'isReduceOnly'> & NamedOtherwise
>

test('an order on the wire has the fields of a ticket, and no others', () => {
  expectTypeOf<Flat<FromWire<z.output<typeof OrderTicketBody>>>>().toEqualTypeOf<TicketOnWire>()
})

test('a modification on the wire changes what an order lets be changed, and nothing else', () => {
  type Unused = 'variety' | 'parentOrderId'
  type ChangesOnWire = {
    -readonly [Field in keyof OrderChanges]?: OrderChanges<number>[Field] | undefined
  }
  expectTypeOf<Flat<Omit<BodyOf<typeof modifyOrder>, 'orderId' | Unused>>>().toEqualTypeOf<ChangesOnWire>()
})
