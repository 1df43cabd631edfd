import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { strangleAt } from '../../../src/domain/options/strangle.ts'

const strikes = [24_000, 24_050, 24_100, 24_150, 24_200]

test.each([
  [24_100, 24_200, { call: 24_200, put: 24_000 }],
  [24_100, 24_050, { call: 24_150, put: 24_050 }],
  [24_100, 24_100, { call: 24_100, put: 24_100 }],
  [24_050, 24_200, { call: 24_100, put: 24_000 }],
  [24_100, 24_125, null],
  [24_125, 24_200, null],
])('at the money at %i with %i under the cursor', (atm, strike, expected) => {
  expect(strangleAt(strikes, atm, strike)).toEqual(expected)
})

test('the call is never below the put, and both are as many strikes from the money', () => {
  const index = fc.nat(strikes.length - 1)
  fc.assert(
    fc.property(index, index, (middle, chosen) => {
      const found = strangleAt(strikes, strikes[middle] ?? 0, strikes[chosen] ?? 0)
      const { call, put } = found ?? { call: -1, put: 0 }
      expect(call).toBeGreaterThanOrEqual(put)
      expect(strikes.indexOf(call) - middle).toBe(middle - strikes.indexOf(put))
    }),
  )
})
