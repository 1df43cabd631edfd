import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Exchange, InstrumentType } from '../../../src/domain/instruments/instrument.ts'
import { fromRupees, paise, toRupees } from '../../../src/domain/money.ts'
import type { Product } from '../../../src/domain/orders/order.ts'
import {
  type FilledOrder,
  orderCharges,
  orderChargesInPaise,
} from '../../../src/domain/orders/order-charges.ts'
import type { IstDate } from '../../../src/domain/time.ts'

const DAY = '2026-05-04' as IstDate

const filled = (
  [exchange, instrumentType, product]: readonly [Exchange, InstrumentType, Product],
  side: 'buy' | 'sell',
  quantity: number,
  price: number,
): FilledOrder => ({
  exchange,
  instrumentType,
  product,
  side,
  filledQuantity: quantity,
  filledValue: paise(quantity * fromRupees(price)),
})

describe('worked examples, FY 2026-27, in whole paise an order', () => {
  test.each<[string, readonly [Exchange, InstrumentType, Product], number, number, number, number]>([
    ['delivery 100 @1400→1450', ['NSE', 'EQ', 'cash'], 100, 1400, 1450, 332],
    ['intraday 100 @1400→1410', ['NSE', 'EQ', 'MIS'], 100, 1400, 1410, 97.16],
    ['NIFTY future 65 @24000→24100', ['NFO', 'FUT', 'NRML'], 65, 24_000, 24_100, 932.85],
    ['NIFTY option 65 @150→180', ['NFO', 'CE', 'NRML'], 65, 150, 180, 74.06],
    ['SENSEX option 20 @300→350', ['BFO', 'PE', 'MIS'], 20, 300, 350, 62.88],
    ['short NIFTY option 65 @150→90', ['NFO', 'CE', 'NRML'], 65, 90, 150, 68.56],
  ])('%s', (_, kind, quantity, bought, sold, total) => {
    const sum =
      orderChargesInPaise(filled(kind, 'buy', quantity, bought), DAY, true) +
      orderChargesInPaise(filled(kind, 'sell', quantity, sold), DAY, true)
    // Each order is rounded once.
    expect(Math.abs(sum / 100 - total)).toBeLessThanOrEqual(0.01 + 1e-9)
  })
})

describe('an order that fills in parts', () => {
  const kinds = [
    ['NSE', 'EQ', 'cash'],
    ['BSE', 'EQ', 'MIS'],
    ['NFO', 'FUT', 'NRML'],
    ['BFO', 'PE', 'MIS'],
  ] as const
  test('costs nothing before and never less for more', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.array(
          fc.record({
            quantity: fc.integer({ min: 1, max: 500 }),
            price: fc.integer({ min: 1, max: 10 ** 6 }),
          }),
          {
            minLength: 1,
            maxLength: 8,
          },
        ),
        (kind, side, fills) => {
          const order = { ...filled(kind, side, 0, 1), filledQuantity: 0, filledValue: paise(0) }
          let before = orderChargesInPaise(order, DAY, true)
          expect(before).toBe(0)
          let [quantity, value] = [0, 0]
          for (const fill of fills) {
            quantity += fill.quantity
            value += fill.quantity * fill.price
            const after = orderChargesInPaise(
              { ...order, filledQuantity: quantity, filledValue: paise(value) },
              DAY,
              true,
            )
            expect(after).toBeGreaterThanOrEqual(before)
            before = after
          }
        },
      ),
    )
  })
  test('pays brokerage once, however many fills', () => {
    const { brokerage } = orderCharges(filled(['NFO', 'CE', 'NRML'], 'buy', 650, 150), DAY, true)
    expect(brokerage).toBe(20)
  })
  test('the depository is paid by the first sale of the day', () => {
    const sale = filled(['NSE', 'EQ', 'cash'], 'sell', 10, 100)
    const difference = orderChargesInPaise(sale, DAY, true) - orderChargesInPaise(sale, DAY, false)
    expect(toRupees(paise(difference))).toBe(15.34)
  })
})
