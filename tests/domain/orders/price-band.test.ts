import { describe, expect, test } from 'vitest'
import { fromRupees, toRupees } from '../../../src/domain/money.ts'
import { collarOf } from '../../../src/domain/orders/price-band.ts'

describe('how far a limit price may lie', () => {
  test.each([
    [1500, 3, 0.1, 1455, 1545],
    [200, 20, 0.05, 160, 240],
    [33.35, 3, 0.05, 32.35, 34.35],
    // Two ticks at least.
    [0.1, 20, 0.05, 0, 0.2],
    [1, 3, 0.05, 0.9, 1.1],
  ])('%d within %d %%, tick %d: %d to %d', (reference, percent, tick, lower, upper) => {
    const band = collarOf(fromRupees(reference), percent, fromRupees(tick))
    expect([toRupees(band.lower), toRupees(band.upper)]).toEqual([lower, upper])
  })
})
