import { describe, expect, test } from 'vitest'
import { slippedPrice } from '../../../src/domain/backtests/slippage.ts'
import { backtestParams } from '../../support/backtests.ts'

describe('what an order pays or gets at a printed price', () => {
  test.each([
    ['nothing slips', 100, 0, 0, [100, 100]],
    ['basis points of the price', 100, 50, 0, [100.5, 99.5]],
    ['ticks of the contract', 100, 0, 3, [100.75, 99.25]],
    ['both, added', 100, 50, 2, [101, 99]],
    ['ticks never take a sale below one tick', 1, 0, 8, [3, 0.25]],
    ['nor lift one that is there already', 0.125, 0, 8, [2.125, 0.125]],
  ] as const)('%s', (_, price, slippageBps, slippageTicks, expected) => {
    const params = backtestParams({ slippageBps, slippageTicks })
    const contract = { tickSize: 0.25 }
    expect([
      slippedPrice(price, 'buy', params, contract),
      slippedPrice(price, 'sell', params, contract),
    ]).toEqual(expected)
  })
  test('a contract without a tick slips by basis points alone', () => {
    expect(slippedPrice(100, 'buy', backtestParams({ slippageBps: 50 }), { tickSize: Number.NaN })).toBe(
      100.5,
    )
  })
})
