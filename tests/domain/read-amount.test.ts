import { describe, expect, test } from 'vitest'
import { readAmount, rupeesIn } from '../../src/domain/read-amount.ts'

describe('an amount typed in a field', () => {
  test.each([
    ['50000', 50_000],
    ['₹50,000', 50_000],
    [' 50k ', 50_000],
    ['1.5 Cr', 15_000_000],
    ['2 lakh', 200_000],
    ['500rs', 500],
    ['0.07', 0.07],
    // 1.1 * 1e5 is 110000.00000000001.
    ['1.1l', 110_000],
  ])('%s is %d rupees', (text, rupees) => {
    expect(readAmount(text)).toBe(rupees)
  })

  test.each(['', 'k', ',', '5x', '5 k k', '-5', '1.', '5%', 'constructor', '5toString'])(
    '“%s” is none',
    (text) => {
      expect(readAmount(text)).toBeNull()
    },
  )
})

test('units may be other than rupees', () => {
  expect(rupeesIn(3, '%', { '%': 1 })).toBe(3)
  expect(rupeesIn(3, 'k', { '%': 1 })).toBeNull()
})
