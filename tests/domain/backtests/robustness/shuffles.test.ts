import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRandom, quantileOf, seedOf } from '../../../../src/domain/backtests/robustness/random.ts'
import { maxDrawdown, shuffledDrawdowns } from '../../../../src/domain/backtests/robustness/shuffles.ts'

const amounts = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 40 })

describe('random numbers', () => {
  test('of one seed are always the same', () => {
    const draw = (seed: number) => {
      const random = createRandom(seed)
      return Array.from({ length: 50 }, () => random.below(1000))
    }
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
  })

  test('fall evenly: no tenth of 100,000 draws is off by 4 deviations', () => {
    const random = createRandom(seedOf('even'))
    const counts = Array<number>(10).fill(0)
    for (let draw = 0; draw < 100_000; draw++) {
      const tenth = random.below(10)
      counts[tenth] = (counts[tenth] ?? 0) + 1
    }
    expect(counts.filter((count) => Math.abs(count - 10_000) > 4 * Math.sqrt(9_000))).toEqual([])
  })

  test.each([
    { values: [1, 2, 3, 4], share: 0.5, value: 2.5 },
    { values: [1, 2, 3, 4], share: 0.05, value: 1.15 },
    { values: [5], share: 0.99, value: 5 },
  ])('the $share quantile of $values is $value', ({ values, share, value }) => {
    expect(quantileOf(values, share)).toBeCloseTo(value, 12)
  })
})

describe('a shuffle of trades', () => {
  test('the drawdown of an order is the deepest fall from a peak, the beginning included', () => {
    expect([
      maxDrawdown([-10, 5]),
      maxDrawdown([10, -4, 2, -7]),
      maxDrawdown([1, 2]),
      maxDrawdown([]),
    ]).toEqual([10, 9, 0, 0])
  })

  test('lies between the net loss and the sum of all losses, and its percentiles ascend', () => {
    fc.assert(
      fc.property(amounts, fc.integer(), (values, seed) => {
        const spread = shuffledDrawdowns(values, 60, seed)
        if (spread === null) throw new Error('trades have a spread')
        const losses = -values.reduce((sum, value) => sum + Math.min(value, 0), 0)
        const net = -values.reduce((sum, value) => sum + value, 0)
        const { p5, p50, p95, p99 } = spread
        expect([p5, p50, p95, p99].toSorted((one, other) => one - other)).toEqual([p5, p50, p95, p99])
        expect(p5 >= Math.max(0, net) && p99 <= losses).toEqual(true)
      }),
    )
  })

  test('does not depend on anything but amounts and seed', () => {
    fc.assert(
      fc.property(amounts, fc.integer(), (values, seed) => {
        expect(shuffledDrawdowns(values, 20, seed)).toEqual(shuffledDrawdowns([...values], 20, seed))
      }),
    )
  })

  test('of equal trades is that of every order', () => {
    expect(shuffledDrawdowns(Array(10).fill(-5), 30, 1)).toEqual({ p5: 50, p50: 50, p95: 50, p99: 50 })
    expect(shuffledDrawdowns([], 30, 1)).toEqual(null)
  })
})
