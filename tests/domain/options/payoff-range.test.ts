import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { payoffRange } from '../../../src/domain/options/payoff-range.ts'

const spot = 24_000
const range = (terms: Partial<Parameters<typeof payoffRange>[0]>) =>
  payoffRange({ spot, expectedMove: 200, strikes: [], breakevens: [], ...terms }).map(Math.round)

describe('the range of a payoff', () => {
  test.each([
    ['two and a half expected moves', { strikes: [24_000] }, [23_500, 24_500]],
    [
      'the farthest strike with a fifth of its distance beside it',
      { strikes: [23_500, 24_300] },
      [23_400, 24_600],
    ],
    ['a break-even beyond them', { strikes: [24_000], breakevens: [23_300, 24_700] }, [23_160, 24_840]],
    ['not a break-even that is far away', { strikes: [24_000], breakevens: [14_000] }, [23_500, 24_500]],
    ['something of the last minutes', { expectedMove: 0, strikes: [24_000] }, [23_880, 24_120]],
    ['the strikes where no volatility is known', { expectedMove: null, strikes: [24_500] }, [23_400, 24_600]],
    ['a little of a future alone', { expectedMove: null, breakevens: [24_010] }, [21_000, 27_000]],
    ['no price below nothing', { strikes: [1] }, [240, 52_799]],
  ] as const)('is %s', (_, terms, expected) => {
    expect(range(terms)).toEqual(expected)
  })

  test('an iron condor takes half of the picture, and not a needle of it', () => {
    const [low = 0, high = 0] = range({
      expectedMove: 330,
      strikes: [23_300, 23_600, 24_400, 24_700],
      breakevens: [23_540, 24_460],
    })
    expect((24_700 - 23_300) / (high - low)).toBeGreaterThan(0.5)
  })

  test('holds the spot and every strike', () => {
    const price = fc.double({ min: 1, max: 100_000, noNaN: true })
    fc.assert(
      fc.property(
        price,
        fc.array(price, { maxLength: 8 }),
        fc.array(price, { maxLength: 4 }),
        (at, strikes, breakevens) => {
          const [low, high] = payoffRange({ spot: at, expectedMove: null, strikes, breakevens })
          expect(low).toBeGreaterThan(0)
          for (const inside of [at, ...strikes.filter((strike) => strike >= at * 0.01)]) {
            expect(inside).toBeGreaterThanOrEqual(low)
            expect(inside).toBeLessThanOrEqual(high)
          }
        },
      ),
    )
  })
})
