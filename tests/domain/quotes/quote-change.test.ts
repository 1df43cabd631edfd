import { expect, test } from 'vitest'
import {
  changeFromClose,
  percentageChange,
  percentFromClose,
} from '../../../src/domain/quotes/quote-change.ts'

test.each([
  [{ price: 200, close: 150 }, 25],
  [{ price: 150, close: 200 }, -100 / 3],
  [{ price: 0, close: 200 }, 0],
])('the percentage change of the specification: %o is %d', (tick, percent) => {
  expect(percentageChange(tick)).toBeCloseTo(percent, 12)
})

test.each([
  [{ lastPrice: 110, closePrice: 100 }, 10, 10],
  [{ lastPrice: 90, closePrice: 100 }, -10, -10],
  [{ lastPrice: 90, closePrice: 0 }, null, null],
  [{ lastPrice: 90, closePrice: Number.NaN }, null, null],
])('against the close of the session before: %o', (price, change, percent) => {
  expect([changeFromClose(price), percentFromClose(price)]).toEqual([change, percent])
})
