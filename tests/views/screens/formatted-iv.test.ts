import { expect, test } from 'vitest'
import { formatIv } from '../../../src/views/kit/option-chain/columns.tsx'

test('an implied volatility has a decimal below 100 and never more characters than its column holds', () => {
  expect([null, 0, 9.46, 15.2, 99.94, 99.95, 100, 123.4, 1234.56].map(formatIv)).toEqual([
    '–',
    '0.0',
    '9.5',
    '15.2',
    '99.9',
    '100',
    '100',
    '123',
    '1235',
  ])
})
