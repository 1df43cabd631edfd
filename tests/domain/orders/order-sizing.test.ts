import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextRisk } from '../../../src/domain/orders/order-sizing.ts'

const of = (units: number, lotSize: number, price: number, stop: number) =>
  nextRisk({ side: 'buy', units, lotSize, price, stop: { kind: 'price', value: stop } })

test('a round amount that takes at least a lot more, beside what these lots risk', () => {
  expect(of(130, 65, 131.2, 119)).toEqual({ now: expect.closeTo(1586), next: 2500, nextUnits: 195 })
  expect(of(100, 1, 500, 490)).toEqual({ now: 1000, next: 1200, nextUnits: 120 })
  expect(of(1, 1, 1, 0.95)).toEqual({ now: expect.closeTo(0.05), next: 1, nextUnits: 20 })
})

test('a stop in percent or points is one at a price; none, or one in rupees, has no size', () => {
  const sized = (kind: 'percent' | 'points' | 'rupees', value: number) =>
    nextRisk({ side: 'sell', units: 10, lotSize: 1, price: 200, stop: { kind, value } })
  expect([sized('percent', 5)?.now, sized('points', 10)?.now, sized('rupees', 500)]).toEqual([100, 100, null])
  expect(nextRisk({ side: 'buy', units: 1, lotSize: 1, price: 200, stop: null })).toBe(null)
  expect(of(1, 1, 100, 100)).toBe(null)
})

test('whatever the stop, the units are more than before and within the amount, and one lot more is not', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom(1, 65, 1800),
      fc.integer({ min: 1, max: 40_000 }),
      (lots, lotSize, ticks) => {
        const distance = ticks * 0.05
        const found = of(lots * lotSize, lotSize, 5_000, 5_000 - distance)
        if (found === null) throw new Error('no size')
        const { now, next, nextUnits } = found
        expect(now).toBeCloseTo(lots * lotSize * distance, 4)
        expect(nextUnits).toBeGreaterThan(lots * lotSize)
        expect(nextUnits * distance).toBeLessThanOrEqual(next * (1 + 1e-6))
        expect((nextUnits + lotSize) * distance).toBeGreaterThan(next * (1 - 1e-6))
      },
    ),
    { numRuns: 1_000 },
  )
})
