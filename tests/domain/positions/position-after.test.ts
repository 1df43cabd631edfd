import { expect, test } from 'vitest'
import { averageAfter } from '../../../src/domain/positions/position-after.ts'

test.each([
  ['opened', 0, 0, 130, 131.2, 131.2],
  ['added to', 195, 104.35, 130, 131.2, 115.09],
  ['added to, short', -40, 2460, -60, 2450, 2454],
  ['reduced', 195, 104.35, -65, 131.2, 104.35],
  ['left', 195, 104.35, -195, 131.2, null],
  ['turned', 195, 104.35, -260, 131.2, 131.2],
])('a position that is %s costs on average', (_, quantity, averagePrice, filled, price, expected) => {
  expect(averageAfter({ quantity, averagePrice }, filled, price)).toEqual(
    expected === null ? null : expect.closeTo(expected, 10),
  )
})
