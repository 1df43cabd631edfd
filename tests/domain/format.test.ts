import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countOf,
  formatCompact,
  formatCompactRupees,
  formatNumber,
  formatPercent,
  formatPoints,
  formatRupees,
  formatSigned,
  formatSignedPercent,
  formatSignedRupees,
} from '../../src/domain/format.ts'

describe('figures on screen', () => {
  test.each([
    [0, '0.00'],
    [-0.001, '0.00'],
    [999.999, '1,000.00'],
    [123456.7, '1,23,456.70'],
    [-1234567, '−12,34,567.00'],
    [1e7, '1,00,00,000.00'],
    [null, '–'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ])('%s has Indian digit groups: %s', (value, text) => {
    expect(formatNumber(value)).toBe(text)
  })

  test.each([
    [999, '999'],
    [99.5, '99.50'],
    [1e3, '1.00 K'],
    [99_999, '100.00 K'],
    [1e5, '1.00 L'],
    [3_346_000, '33.46 L'],
    [1e7, '1.00 Cr'],
    [-123_456_789, '−12.35 Cr'],
    [null, '–'],
  ])('%s is %s for short', (value, text) => {
    expect(formatCompact(value)).toBe(text)
  })

  test('signs stand before the rupee', () => {
    expect([
      formatRupees(1234.5),
      formatRupees(-5),
      formatRupees(null),
      formatSignedRupees(5),
      formatSignedRupees(0),
      formatSignedRupees(-5, 0),
      formatCompactRupees(412_000),
    ]).toEqual(['₹1,234.50', '−₹5.00', '–', '+₹5.00', '₹0.00', '−₹5', '₹4.12 L'])
  })

  test('a plus stands only before what is shown above zero', () => {
    expect([formatSigned(0.42), formatSigned(0.001), formatSigned(-1), formatSignedPercent(0.18)]).toEqual([
      '+0.42',
      '0.00',
      '−1.00',
      '+0.18%',
    ])
    expect([formatPercent(12.345), formatPercent(null), formatSignedPercent(null)]).toEqual([
      '12.35%',
      '–',
      '–',
    ])
  })

  test.each([
    [0, '0 days', '0 entries', '0 points'],
    [1, '1 day', '1 entry', '1 point'],
    [1_234, '1,234 days', '1,234 entries', '1234 points'],
  ])('%d are counted in words', (count, days, entries, points) => {
    expect([countOf(count, 'day'), countOf(count, 'entry', 'entries'), formatPoints(count)]).toEqual([
      days,
      entries,
      points,
    ])
  })

  test('grouping never changes a digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (value) => {
        expect(Number(formatNumber(value, 0).replaceAll(',', '').replace('−', '-'))).toBe(value + 0)
      }),
    )
  })
})
