import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSpan } from '../../src/domain/read-span.ts'
import type { IstDate } from '../../src/domain/time.ts'

const today = '2026-11-23' as IstDate
const word = fc.constantFrom(
  ...[
    '1',
    '31',
    'apr',
    'feb',
    '2024',
    '24',
    '..',
    ' to ',
    '-',
    '/',
    ' ',
    'ytd',
    'since ',
    'today',
    '29feb',
    'x',
  ],
)

describe('a span as one says it', () => {
  test.each([
    ['apr 2024 5min', '2024-04-01', '2024-04-30', 8],
    ['feb 2024', '2024-02-01', '2024-02-29', 8],
    ['dec 2025', '2025-12-01', '2025-12-31', 8],
    ['01.04.24..28.06.24 mis', '2024-04-01', '2024-06-28', 18],
    ['1st apr 2024', null, null, 0],
    ['yesterday..today', '2026-11-22', '2026-11-23', 16],
    ['1 apr 10%', null, null, 0],
    ['1 apr', null, null, 0],
    ['apr', null, null, 0],
    ['2024ce', null, null, 0],
    ['2024..', null, null, 0],
    ['this month', '2026-11-01', '2026-11-23', 10],
  ])('%s', (text, from, to, length) => {
    const said = readSpan(text, today)
    expect(said).toEqual(from === null ? null : { kind: 'span', from, to, length })
  })

  test('is never longer than its text and never ends before it begins, whatever is typed', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const text = words.join('')
        const said = readSpan(text, today)
        if (said === null) return
        expect(said.length).toBeGreaterThan(0)
        expect(said.length).toBeLessThanOrEqual(text.length)
        if (said.kind === 'span') expect(said.from <= said.to).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
