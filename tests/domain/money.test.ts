import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromRupees, paise, toRupees } from '../../src/domain/money.ts'

describe('money', () => {
  test.each([
    [131.2, 13_120],
    [0.1 + 0.2, 30],
    [-0.01, -1],
    [-2.345, -235],
    [0, 0],
  ])('%s rupees are %s paise', (rupees, expected) => {
    expect(fromRupees(rupees)).toBe(expected)
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 0.5, 2 ** 53])('%s is not an amount of paise', (value) => {
    expect(() => paise(value)).toThrow(new RangeError(`not a whole number of paise: ${value}`))
  })

  test('a loss on nothing is 0, not -0, as a figure is written', () => {
    expect(Object.is(paise(-5 * 0), 0)).toBe(true)
  })

  test('paise to rupees and back is exact', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 13 }), (amount) => {
        expect(fromRupees(toRupees(paise(amount)))).toBe(amount)
      }),
    )
  })
})
