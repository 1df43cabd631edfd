import { describe, expect, test } from 'vitest'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { sessionGroupOf } from '../../../src/domain/calendar/session-group.ts'
import { candlesOn } from '../../../src/domain/charts/candle-close.ts'
import type { ChartLevel } from '../../../src/domain/charts/chart-look.ts'
import type { Interval } from '../../../src/domain/charts/interval.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../../src/domain/instruments/instrument-index.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { daysPainter, rowsOfDays } from '../../../src/views/charts/candle-chart/lines/days-painter.ts'

const days = ['2026-11-19', '2026-11-20', '2026-11-23', '2026-11-25'] as readonly string[]

const NIFTY = 'INDICES_NIFTY 50' as InstrumentId
const startsOn = (day: string, interval: Interval): readonly number[] => {
  const grid = { interval, calendar: exchangeCalendar, group: sessionGroupOf(NIFTY) }
  return candlesOn(day as IstDate, grid).map(({ start }) => start)
}
const timeOf = (interval: Interval): Float64Array =>
  Float64Array.from(days.flatMap((day) => startsOn(day, interval)))

const option = { name: 'NIFTY', exchange: 'NFO', expiry: null }
const index = {
  find: () => ({ expiry: null }),
  expiriesOf: (of: InstrumentId) => (of === NIFTY ? ['2026-12-01'] : []),
  optionsOf: () => [option],
} as unknown as InstrumentIndex

const shown = (interval: Interval, levels: readonly ChartLevel[], instrument: string = NIFTY) => ({
  time: timeOf(interval),
  instrument: instrument as InstrumentId,
  interval,
  index,
  levels,
})

const named = (interval: Interval, levels: readonly ChartLevel[]) =>
  rowsOfDays(shown(interval, levels)).map(({ row, label }) => [row, label])

describe('expiries and holidays on the chart', () => {
  test('stand on the last candle of an expiry, and between the sessions around a holiday', () => {
    const aDay = startsOn('2026-11-20', '15min').length
    expect(named('15min', ['expiries', 'holidays']).slice(0, 3)).toEqual([
      [3 * aDay - 1, 'Monthly expiry'],
      [3 * aDay - 0.5, 'Guru Nanak Jayanti'],
      [8 * aDay - 1, 'Expiry'],
    ])
    expect(named('day', ['expiries', 'holidays']).slice(0, 3)).toEqual([
      [2, 'Monthly expiry'],
      [2.5, 'Guru Nanak Jayanti'],
      [7, 'Expiry'],
    ])
  })

  test('are those that were asked for, also of the weeks to come', () => {
    expect(named('day', ['holidays']).map(([, label]) => label)).toEqual(['Guru Nanak Jayanti', 'Christmas'])
    const expiries = named('day', ['expiries']).map(([, label]) => label)
    expect(expiries.filter((label) => label === 'Monthly expiry')).toHaveLength(2)
    expect(expiries.length).toBeGreaterThan(8)
  })

  test('are not drawn of what has no contracts, nor over weeks', () => {
    expect(daysPainter(shown('day', ['expiries'], 'NSE_TINY'))).toBeNull()
    expect(daysPainter(shown('week', ['expiries', 'holidays']))).toBeNull()
  })
})
