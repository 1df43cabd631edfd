import { expect, test } from 'vitest'
import { createCandleCloses } from '../../../src/console/analysis/candle-closes.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'

const instant = (text: string): number => Date.parse(`2026-11-25T${text}+05:30`)
const INFY = 'NSE_INFY' as InstrumentId

test('tells each close once, those of a day with its week and month', () => {
  const closedAt = createCandleCloses(INFY, instant('10:00:30'))
  expect(closedAt(instant('10:00:59'))).toEqual([])
  expect(closedAt(instant('10:01:00'))).toEqual(['min', '2min'])
  expect(closedAt(instant('10:01:30'))).toEqual([])
  expect(closedAt(instant('10:15:00'))).toEqual([
    'min',
    '2min',
    '3min',
    '5min',
    '10min',
    '15min',
    '30min',
    'hour',
  ])
  expect(closedAt(instant('15:30:00')).slice(-4)).toEqual(['4hour', 'day', 'week', 'month'])
})
