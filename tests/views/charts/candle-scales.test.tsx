import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, IST_OFFSET_MS, MINUTE_MS, toIstClock } from '../../../src/domain/time.ts'
import { panesIn, priceMarks, priceScaleOf } from '../../../src/views/charts/candle-chart/plot-layout.ts'
import { timeMarks } from '../../../src/views/charts/candle-chart/time-marks.ts'
import {
  fitIn,
  newestIn,
  panBy,
  pixelOf,
  resizedTo,
  rowAt,
  rowsPerCandle,
  type Viewport,
  zoomAt,
} from '../../../src/views/charts/candle-chart/viewport.ts'

const limits = fc.record({
  rows: fc.integer({ min: 10, max: 200_000 }),
  width: fc.integer({ min: 200, max: 3_000 }),
  room: fc.integer({ min: 0, max: 66 }),
})
const moves = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('pan' as const), by: fc.integer({ min: -5_000, max: 5_000 }) }),
    fc.record({ kind: fc.constant('zoom' as const), by: fc.double({ min: 0.05, max: 20, noNaN: true }) }),
  ),
  { maxLength: 30 },
)

describe('the stretch in sight', () => {
  test('never loses the candles, however one pans and zooms', () => {
    fc.assert(
      fc.property(limits, moves, (box, path) => {
        let view: Viewport = newestIn(box)
        for (const { kind, by } of path)
          view = kind === 'pan' ? panBy(view, by, box) : zoomAt(view, by, box.width / 3, box)
        expect(view.from).toBeLessThan(box.rows)
        expect(view.from + view.span).toBeGreaterThan(0)
        expect(view.span).toBeGreaterThan(0)
      }),
    )
  })

  test('zooming keeps the candle under the pointer where it is', () => {
    const box = { rows: 10_000, width: 1_000, room: 28 }
    const view = panBy(newestIn(box), -4_000, box)
    const closer = zoomAt(view, 0.5, 300, box)
    expect(rowAt(300, closer, box.width)).toEqual(rowAt(300, view, box.width))
    expect(closer.span).toBeCloseTo(view.span / 2)
  })

  test('a box of another width shows the same newest candle at the same size', () => {
    const box = { rows: 10_000, width: 1_000, room: 28 }
    const view = newestIn(box)
    const narrow = resizedTo(view, box.width, { ...box, width: 400 })
    expect(narrow.from + narrow.span).toBeCloseTo(view.from + view.span)
    expect(narrow.span / 400).toBeCloseTo(view.span / 1_000)
  })

  test('fitting shows the first and the last candle', () => {
    const box = { rows: 100_000, width: 900, room: 28 }
    const view = fitIn(box)
    expect(pixelOf(0, view, box.width)).toBeGreaterThanOrEqual(0)
    expect(pixelOf(box.rows - 1, view, box.width)).toBeLessThanOrEqual(box.width)
  })

  test('merged candles are as wide as asked for, and no more of them than needed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 200_000 }),
        fc.integer({ min: 200, max: 3_000 }),
        (span, width) => {
          const rows = rowsPerCandle({ from: 0, span }, width, 2)
          expect((rows * width) / span).toBeGreaterThanOrEqual(2)
          if (rows > 1) expect(((rows / 2) * width) / span).toBeLessThan(2)
        },
      ),
    )
  })
})

/** Minutes of whole sessions, Monday to Friday, from 2 November 2026. */
const sessions = (days: number, minutes = 5): Float64Array => {
  const monday = Date.UTC(2026, 10, 2) - IST_OFFSET_MS
  const times: number[] = []
  for (let day = 0; times.length < (days * 375) / minutes; day++) {
    if (day % 7 > 4) continue
    for (let minute = 555; minute < 930; minute += minutes)
      times.push(monday + day * DAY_MS + minute * MINUTE_MS)
  }
  return Float64Array.from(times)
}

describe('marks of time', () => {
  const labels = (time: Float64Array, from: number, to: number, apart: number) =>
    timeMarks({ time, from, to, apart }).map(({ label }) => label)

  test('are round times within a day, and the day where it begins', () => {
    expect(labels(sessions(2), 40, 115, 12)).toEqual(['13:00', '14:00', '3 Nov', '11:00', '12:00'])
  })

  test('are days where many are in sight', () => {
    expect(labels(sessions(10), 0, 750, 100)).toEqual(['2 Nov', '5 Nov', '9 Nov', '11 Nov', '13 Nov'])
  })

  test('are months and years over a long time', () => {
    const days = Float64Array.from(
      { length: 900 },
      (_, day) => Date.UTC(2024, 5, 1) - IST_OFFSET_MS + day * DAY_MS,
    )
    expect(labels(days, 0, 900, 120)).toEqual(['Jul', '2025', 'Jul', '2026', 'Jul'])
  })

  test('stand at their own candles in order and never too close', () => {
    const time = sessions(60)
    fc.assert(
      fc.property(
        fc.nat(4_000),
        fc.integer({ min: 5, max: 4_400 }),
        fc.integer({ min: 6, max: 500 }),
        (from, length, apart) => {
          const to = Math.min(time.length, from + length)
          const marks = timeMarks({ time, from, to, apart })
          marks.forEach(({ row, label }, index) => {
            expect(row).toBeGreaterThanOrEqual(from)
            expect(row).toBeLessThan(to)
            if (label.includes(':')) expect(toIstClock(time[row] ?? 0)).toEqual(label)
            const before = marks[index - 1]
            if (before !== undefined) expect(row - before.row).toBeGreaterThanOrEqual(apart)
          })
        },
      ),
    )
  })
})

describe('prices on the axis', () => {
  test('are round, in the pane, and stand where the scale puts them', () => {
    const [pane] = panesIn({ width: 900, height: 500 }, [])
    if (pane === undefined) throw new Error('there is no pane')
    const scale = priceScaleOf({ low: 24_013.4, high: 24_291.7 }, pane, true, {
      top: 18,
      bottom: 0,
      kind: 'linear',
    })
    const marks = priceMarks(scale, pane, null)
    expect(marks.length).toBeGreaterThan(4)
    for (const { value, y } of marks) {
      expect(value % 10).toEqual(0)
      expect(y).toBeCloseTo(scale(value))
      expect(y).toBeGreaterThan(pane.top)
      expect(y).toBeLessThan(pane.bottom)
    }
  })

  test('one price alone still has a scale', () => {
    const [pane] = panesIn({ width: 900, height: 500 }, [])
    if (pane === undefined) throw new Error('there is no pane')
    const scale = priceScaleOf({ low: 100, high: 100 }, pane, false, { top: 18, bottom: 0, kind: 'linear' })
    expect(Number.isFinite(scale(100))).toEqual(true)
  })

  test('a logarithmic scale gives equal ratios equal heights, with round prices', () => {
    const [pane] = panesIn({ width: 900, height: 500 }, [])
    if (pane === undefined) throw new Error('there is no pane')
    const scale = priceScaleOf({ low: 100, high: 800 }, pane, false, { top: 0, bottom: 0, kind: 'log' })
    expect(scale(100) - scale(200)).toBeCloseTo(scale(400) - scale(800))
    for (const { value, y } of priceMarks(scale, pane, null)) {
      expect(value % 10).toEqual(0)
      expect(y).toBeCloseTo(scale(value))
    }
  })

  test('prices at or below zero are drawn linearly, as they have no logarithm', () => {
    const [pane] = panesIn({ width: 900, height: 500 }, [])
    if (pane === undefined) throw new Error('there is no pane')
    const scale = priceScaleOf({ low: 0, high: 10 }, pane, false, { top: 0, bottom: 0, kind: 'log' })
    expect(scale(0) - scale(5)).toBeCloseTo(scale(5) - scale(10))
  })

  test('a scale in percent is marked at round percentages of its base', () => {
    const [pane] = panesIn({ width: 900, height: 500 }, [])
    if (pane === undefined) throw new Error('there is no pane')
    const scale = priceScaleOf({ low: 95, high: 110 }, pane, false, { top: 0, bottom: 0, kind: 'percent' })
    const marks = priceMarks(scale, pane, { price: 100, isIndexed: false })
    expect(marks.map(({ text }) => text)).toContain('+2.00%')
    for (const { value, y } of marks) {
      expect(Math.abs(value - Math.round(value))).toBeLessThan(1e-9)
      expect(y).toBeCloseTo(scale(value))
    }
  })

  test('an indexed scale counts from 100', () => {
    const [pane] = panesIn({ width: 900, height: 500 }, [])
    if (pane === undefined) throw new Error('there is no pane')
    const scale = priceScaleOf({ low: 190, high: 220 }, pane, false, { top: 0, bottom: 0, kind: 'indexed' })
    const marks = priceMarks(scale, pane, { price: 200, isIndexed: true })
    expect(marks.map(({ text }) => text)).toContain('104.00')
    expect(marks.find(({ text }) => text === '104.00')?.value).toBeCloseTo(208, 9)
  })

  test('panes lie below each other and fill the drawing', () => {
    const panes = panesIn({ width: 900, height: 600 }, ['rsi', 'macd'])
    expect(panes.map(({ id }) => id)).toEqual(['price', 'rsi', 'macd'])
    for (const [index, pane] of panes.slice(1).entries()) expect(pane.top).toEqual(panes[index]?.bottom)
    expect(panes.at(-1)?.bottom).toEqual(600 - 22)
  })
})
