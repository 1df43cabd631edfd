import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateInWords } from '../../src/domain/dates-in-words.ts'
import { readDate } from '../../src/domain/read-date.ts'
import { dayNumberToIstDate, type IstDate } from '../../src/domain/time.ts'

const today = '2026-11-23' as IstDate

describe('a typed day', () => {
  test.each([
    ['01 Apr 2024', '2024-04-01'],
    ['1 apr 24', '2024-04-01'],
    ['1apr24', '2024-04-01'],
    ['1-Apr-2024', '2024-04-01'],
    [' 1 april, 2024 ', '2024-04-01'],
    ['1/4/2024', '2024-04-01'],
    ['13.4.24', '2024-04-13'],
    ['2024-04-01', '2024-04-01'],
    ['23 nov', '2026-11-23'],
    ['24 nov', '2025-11-24'],
    ['today', '2026-11-23'],
    ['Yesterday', '2026-11-22'],
    ['29 feb 24', '2024-02-29'],
  ])('%s is %s', (text, date) => {
    expect(readDate(text, today)).toBe(date)
  })

  test.each([
    '',
    '4/13/2024',
    '31 apr 24',
    '29 feb 2023',
    '1 foo 24',
    '1 ap 24',
    'apr 24',
    '2024-4-1',
    '0 apr 24',
  ])('%j is none', (text) => {
    expect(readDate(text, today)).toBeNull()
  })

  test('what is written in words is read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_957, max: 25_000 }), (day) => {
        const date = dayNumberToIstDate(day)
        expect(readDate(dateInWords(date), today)).toBe(date)
      }),
    )
  })
})
