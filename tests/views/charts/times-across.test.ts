import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { type CandleGrid, candlesOn } from '../../../src/domain/charts/candle-close.ts'
import { createTimeAxis } from '../../../src/domain/charts/time-axis.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { linkedRange } from '../../../src/views/charts/candle-chart/times-across.ts'
import type { Viewport } from '../../../src/views/charts/candle-chart/viewport.ts'

const axisOf = (interval: CandleGrid['interval'], ...days: readonly string[]) => {
  const grid: CandleGrid = { interval, calendar: exchangeCalendar, group: 'continuous' }
  const starts = days.flatMap((day) => candlesOn(day as IstDate, grid).map(({ start }) => start))
  return createTimeAxis(Float64Array.from(starts), grid)
}
const days = ['2026-11-18', '2026-11-19', '2026-11-20'] as const

const chart = (interval: CandleGrid['interval'], view: Viewport | null) => {
  const shown: Viewport[] = []
  const range = linkedRange({
    view: () => view,
    axis: () => axisOf(interval, ...days),
    show: (next) => shown.push(next),
  })
  return { range, shown }
}

test('a chart of the same candles shows the same rows, also beyond them', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -20, max: 60, noNaN: true }),
      fc.double({ min: 1, max: 80, noNaN: true }),
      (from, span) => {
        const across = chart('15min', { from, span }).range.timesAcross()
        const other = chart('15min', { from: 0, span: 10 })
        if (across !== null) other.range.showAcross(across)
        expect(other.shown[0]?.from).toBeCloseTo(from, 6)
        expect(other.shown[0]?.span).toBeCloseTo(span, 6)
      },
    ),
  )
})

test('one of longer candles shows those that hold the same times', () => {
  // From 09:15 to 15:15 of the second day, in candles of 15 minutes and of an hour.
  const across = chart('15min', { from: 25, span: 24 }).range.timesAcross()
  const hourly = chart('hour', { from: 0, span: 10 })
  if (across !== null) hourly.range.showAcross(across)
  expect(hourly.shown).toEqual([{ from: 7, span: 6 }])
})

test('a chart without candles is neither read nor moved', () => {
  const waiting = chart('15min', null)
  expect(waiting.range.timesAcross()).toBe(null)
  const across = chart('15min', { from: 0, span: 10 }).range.timesAcross()
  if (across !== null) waiting.range.showAcross(across)
  expect(waiting.shown).toEqual([])
})
