import { describe, expect, test } from 'vitest'
import { marketImpact } from '../../../src/domain/orders/expected-fill.ts'

const depth = {
  bids: [{ price: 99, quantity: 100 }],
  asks: [
    { price: 100, quantity: 50 },
    { price: 102, quantity: 50 },
  ],
}

describe('a market order against the visible depth', () => {
  test.each([
    ['buy', 50, 0],
    ['buy', 100, 1],
    // What is beyond the last level counts at its price.
    ['buy', 200, 1.5],
    ['sell', 300, 0],
  ] as const)('%s %d fills worse than the best price by %d', (side, quantity, impact) => {
    expect(marketImpact({ side, quantity }, depth)).toEqual(impact)
  })

  test('has no figure where nobody stands', () => {
    expect(marketImpact({ side: 'sell', quantity: 1 }, { ...depth, bids: [] })).toEqual(null)
  })
})
