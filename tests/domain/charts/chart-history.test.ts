import { describe, expect, test } from 'vitest'
import {
  importedIntervals,
  importedYears,
  lastImportedDay,
} from '../../../src/domain/charts/chart-history.ts'

const quarters = { interval: '15min', firstDay: '2024-04-01', lastDay: '2024-12-31' } as const
const days = { interval: 'day', firstDay: '2015-01-01', lastDay: '2025-03-31' } as const

describe('imported history', () => {
  test('offers the intervals that can be made of it, and none that cannot', () => {
    expect(importedIntervals([quarters])).toEqual(['15min', '30min', 'hour', '4hour', 'day', 'week', 'month'])
    expect(importedIntervals([days])).toEqual(['day', 'week', 'month'])
    expect(importedIntervals([])).toEqual([])
  })

  test('says its years', () => {
    expect([[quarters], [quarters, days], []].map(importedYears)).toEqual(['2024', '2015–2025', ''])
  })

  test('ends with the last day that an interval can be made of', () => {
    const both = [quarters, days]
    expect([
      lastImportedDay(both, '15min'),
      lastImportedDay(both, 'week'),
      lastImportedDay(both, '5min'),
    ]).toEqual(['2024-12-31', '2025-03-31', null])
  })
})
