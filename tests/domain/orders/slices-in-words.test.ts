import { expect, test } from 'vitest'
import { slicesInWords } from '../../../src/domain/orders/slices-in-words.ts'

test.each([
  [[1755], ''],
  [[1755, 1755], '2 orders of 1,755'],
  [[1755, 390], '1 order of 1,755 and 1 of 390'],
  [[...Array.from({ length: 7 }, () => 1755), 900], '7 orders of 1,755 and 1 of 900'],
])('%j are said as "%s"', (slices, words) => {
  expect(slicesInWords(slices)).toEqual(words)
})
