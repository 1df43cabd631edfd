import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalCumulative, normalDensity } from '../../../src/domain/options/normal.ts'

// mpmath 1.3, ncdf at 40 digits.
const cases = [
  [-30, 4.906713927148187e-198],
  [-36, 4.182624065797283e-284],
  [-20, 2.7536241186062337e-89],
  [-8, 6.220960574271784e-16],
  [-7.08, 7.207723086467478e-13],
  [-7.07, 7.746684865636478e-13],
  [-5, 2.866515718791939e-7],
  [-3, 0.0013498980316300946],
  [-1.5, 0.06680720126885807],
  [-1, 0.15865525393145705],
  [-0.5, 0.3085375387259869],
  [-0.1, 0.460172162722971],
  [0, 0.5],
  [0.25, 0.5987063256829237],
  [1, 0.8413447460685429],
  [2.5, 0.9937903346742238],
  [5, 0.9999997133484281],
  [8, 0.9999999999999993],
] as const

describe('normal distribution', () => {
  test.each(cases)('holds below %d what forty digits say', (x, share) => {
    expect(Math.abs(normalCumulative(x) - share)).toBeLessThan(1e-14)
    expect(Math.abs(normalCumulative(x) / share - 1)).toBeLessThan(1e-10)
  })

  test('is nothing far below and everything far above', () => {
    expect([normalCumulative(-40), normalCumulative(40)]).toEqual([0, 1])
    expect([normalCumulative(Number.NEGATIVE_INFINITY), normalCumulative(Number.POSITIVE_INFINITY)]).toEqual([
      0, 1,
    ])
  })

  test('is whole, and rises by its density', () => {
    fc.assert(
      fc.property(fc.double({ min: -6, max: 6, noNaN: true }), (x) => {
        expect(Math.abs(normalCumulative(x) + normalCumulative(-x) - 1)).toBeLessThan(1e-15)
        const rise = (normalCumulative(x + 1e-4) - normalCumulative(x - 1e-4)) / 2e-4
        expect(Math.abs(rise - normalDensity(x))).toBeLessThan(1e-8)
      }),
    )
  })
})
