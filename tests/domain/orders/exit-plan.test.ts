import { describe, expect, test } from 'vitest'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { planExit } from '../../../src/domain/orders/exit-plan.ts'
import type { OrderStatus, OrderType, Product } from '../../../src/domain/orders/order.ts'

const INFY = 'NSE_INFY' as InstrumentId
const today = '2026-11-20'
const asked = (quantity: number | null) => ({ instrument: INFY, product: 'MIS', quantity }) as const

const position = (bought: number, sold: number) => ({
  sym: INFY as string,
  product: 'MIS' as Product,
  quantity: bought - sold,
  buyQuantity: bought,
  sellQuantity: sold,
})

const order = (text: string) => {
  const [transactionType = '', pendingQuantity = '', orderType = '', ...status] = text.split(' ')
  return {
    sym: INFY as string,
    product: 'MIS' as const,
    transactionType,
    pendingQuantity: Number(pendingQuantity),
    orderType: orderType as OrderType,
    status: status.filter((word) => word !== 'reduce').join(' ') as OrderStatus,
    reduceOnly: status.includes('reduce'),
  }
}

const plan = (quantity: number | null, positions: ReturnType<typeof position>[], orders: string[] = []) =>
  planExit(asked(quantity), { positions, orders: orders.map(order), today, atOnce })

const atOnce = (side: 'buy' | 'sell') =>
  ({ orderType: 'LIMIT', price: side === 'buy' ? 21.1 : 20.9 }) as const

const sizeOf = (planned: ReturnType<typeof plan>) =>
  planned.kind === 'planned' ? `${planned.draft.side} ${planned.draft.quantity}` : planned.kind

describe('the order that leaves a position', () => {
  test.each([
    ['all of a long one', null, position(10, 0), [], 'sell 10'],
    ['all of a short one', null, position(0, 10), [], 'buy 10'],
    ['a part', 4, position(10, 0), [], 'sell 4'],
    ['never more than there is', 11, position(10, 0), [], 'sell 10'],
    ['not what leaves already', null, position(10, 0), ['SELL 4 MARKET OPEN'], 'sell 6'],
    ['nothing while all of it leaves', null, position(10, 0), ['SELL 10 MARKET OPEN'], 'leaving'],
    ['past orders that have ended', null, position(10, 0), ['SELL 10 MARKET REJECTED'], 'sell 10'],
    ['past limits that may wait for ever', null, position(10, 0), ['SELL 10 LIMIT OPEN'], 'sell 10'],
    ['not what a resting exit takes', null, position(10, 0), ['SELL 4 LIMIT OPEN reduce'], 'sell 6'],
    ['past orders that add to it', null, position(10, 0), ['BUY 10 MARKET OPEN'], 'sell 10'],
    ['nothing of a flat one', null, position(10, 10), [], 'gone'],
  ])('leaves %s', (_, quantity, held, orders, expected) => {
    expect(sizeOf(plan(quantity, [held], orders))).toEqual(expected)
  })

  test('is priced to fill at once where no market order is accepted', () => {
    const prices = [position(10, 0), position(0, 10)].map((held) => {
      const planned = plan(null, [held])
      return planned.kind === 'planned' ? [planned.draft.orderType, planned.draft.price] : null
    })
    expect(prices).toEqual([
      ['LIMIT', 20.9],
      ['LIMIT', 21.1],
    ])
  })

  test('can only reduce it', () => {
    const planned = plan(null, [position(10, 0)])
    expect(planned.kind === 'planned' && planned.draft.isReduceOnly).toBe(true)
  })

  test('leaves nothing where there is none of that product', () => {
    expect(plan(null, [{ ...position(10, 0), product: 'NRML' }]).kind).toEqual('gone')
  })

  test('bears the name of the position as it stands, and another after every fill and order', () => {
    const nameOf = (planned: ReturnType<typeof plan>) =>
      planned.kind === 'planned' ? planned.clientOrderId : ''
    const first = nameOf(plan(null, [position(10, 0)]))
    expect(nameOf(plan(4, [position(10, 0)]))).toEqual(first)
    expect(first).toMatch(/^[A-Za-z0-9_-]{8,64}$/)
    const others = [
      nameOf(plan(null, [position(20, 0)])),
      nameOf(plan(null, [position(10, 2)])),
      nameOf(plan(null, [position(10, 0)], ['SELL 10 MARKET REJECTED'])),
    ]
    expect(new Set([first, ...others]).size).toEqual(4)
  })
})
