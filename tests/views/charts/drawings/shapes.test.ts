import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyCandles } from '../../../../src/domain/charts/candle.ts'
import { type Drawing, drawingOf, plainStyle } from '../../../../src/domain/charts/drawings/drawing.ts'
import { type DrawingTool, drawingTools, toolSpecs } from '../../../../src/domain/charts/drawings/tools.ts'
import { createCandleSeries } from '../../../../src/market/candle-series.ts'
import { distanceToSegment, hitOf } from '../../../../src/views/charts/candle-chart/drawings/hit-drawings.ts'
import {
  type Label,
  type Pixel,
  type Projection,
  type Stroke,
  shapesOf,
} from '../../../../src/views/charts/candle-chart/drawings/shapes.ts'
import { pointAt, simplified } from '../../../../src/views/charts/candle-chart/drawings/snap.ts'

const MINUTE = 60_000

/** A candle a minute, ten pixels wide; a rupee a pixel, 500 at the top. */
const space: Projection = {
  xOf: (at) => (at / MINUTE) * 10 + 5,
  yOf: (price) => 500 - price,
  rowOf: (at) => Math.floor(at / MINUTE),
  timeOf: (row) => row * MINUTE,
  timeAt: (x) => Math.floor(x / 10) * MINUTE,
  priceAt: (y) => 500 - y,
  right: 600,
  top: 0,
  bottom: 400,
}
const context = { lotSize: 1, timeInWords: () => '20 Nov 2026, 10:15' }

const at = (row: number, price: number) => ({ at: row * MINUTE, price })
const draw = (tool: DrawingTool, points: readonly ReturnType<typeof at>[], more: Partial<Drawing> = {}) =>
  shapesOf({ ...drawingOf({ id: 'one', tool, points, style: plainStyle }), ...more }, space, context)

const lines = (drawn: ReturnType<typeof draw>): readonly (readonly Pixel[])[] =>
  drawn.shapes.filter((shape): shape is Stroke => shape.kind === 'stroke').map(({ points }) => points)
const texts = (drawn: ReturnType<typeof draw>): readonly string[] =>
  drawn.shapes.filter((shape): shape is Label => shape.kind === 'label').map(({ text }) => text)

const two = [at(10, 200), at(20, 300)]

describe('shapes', () => {
  test.each(drawingTools)('of %s are drawn from its first points on', (tool) => {
    const all = Array.from({ length: Math.max(2, toolSpecs[tool].points) }, (_, index) =>
      at(10 + index * 10, 200 + index * 37),
    ).slice(0, toolSpecs[tool].isOpenEnded ? 2 : toolSpecs[tool].points)
    for (let count = 1; count <= all.length; count++) {
      const { shapes, handles } = draw(tool, all.slice(0, count))
      expect(handles.length).toBeGreaterThanOrEqual(count)
      for (const shape of shapes)
        if (shape.kind !== 'oval' && shape.kind !== 'label')
          expect(shape.points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true)
    }
    expect(draw(tool, all).shapes.length).toBeGreaterThan(0)
  })

  test('a trend line ends at its points, a ray at the edge, an extended line at both', () => {
    expect(lines(draw('trend', two))).toEqual([
      [
        { x: 105, y: 300 },
        { x: 205, y: 200 },
      ],
    ])
    const [ray] = lines(draw('ray', two))
    expect(ray).toEqual([
      { x: 105, y: 300 },
      { x: 600, y: -195 },
    ])
    const [extended] = lines(draw('extended', two))
    expect(extended).toEqual([
      { x: 0, y: 405 },
      { x: 600, y: -195 },
    ])
    const [upright] = lines(draw('ray', [at(10, 200), at(10, 300)]))
    expect(upright?.[1]).toEqual({ x: 105, y: 0 })
  })

  test('the other side of a channel is as steep as the first', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), fc.nat(300), fc.integer({ min: 1, max: 40 }), (p, q, r, row) => {
        const [near = [], , far = []] = lines(draw('channel', [at(0, p), at(row, q), at(5, r)]))
        const rise = ([a, b]: readonly Pixel[]) => (b?.y ?? 0) - (a?.y ?? 0)
        expect(rise(far)).toBeCloseTo(rise(near), 6)
        const [start, end] = far
        if (start === undefined || end === undefined) throw new Error('no other side')
        const share = (55 - start.x) / (end.x - start.x)
        expect(start.y + share * (end.y - start.y)).toBeCloseTo(500 - r, 6)
      }),
    )
  })

  test('levels of a retracement are labelled with share and price, and go on to the edge when extended', () => {
    expect(texts(draw('fib', two))).toContain('61.8%  238.20')
    const ends = (drawn: ReturnType<typeof draw>) =>
      lines(drawn)
        .at(-1)
        ?.map(({ x }) => x)
    expect(ends(draw('fib', two))).toEqual([105, 205])
    expect(ends(draw('fib', two, { isExtended: true }))).toEqual([105, 600])
  })

  test('a range says its change, in candles and time too', () => {
    expect(texts(draw('measure', two))).toEqual(['+100.00 (+50.00%)', '10 candles, 10m'])
    expect(texts(draw('measure', [...two].reverse()))).toEqual(['−100.00 (−33.33%)', '-10 candles, 10m'])
  })

  test('a position says quantity, risk and reward', () => {
    const labels = texts(draw('long', [at(10, 200), at(30, 190)]))
    expect(labels).toEqual([
      'Target 220.00 +10.00% +₹10,000',
      'Long 500 at 200.00, reward : risk 2.00',
      'Stop 190.00 −5.00% −₹5,000',
    ])
    const [, dear] = texts(draw('long', [at(10, 200), at(30, 190)], { risk: 5 }))
    expect(dear).toBe('Long 200.00: risk does not cover one lot')
  })

  test('a drawing too narrow to be read has no labels', () => {
    expect(texts(draw('fib', [at(10, 200), at(12, 300)]))).toEqual([])
  })
})

describe('what the pointer is on', () => {
  test('a handle before the body, the body within reach, else nothing', () => {
    const trend = draw('trend', two)
    expect(hitOf(trend, { x: 106, y: 299 }, 6, true)).toEqual({ part: 'handle', index: 0 })
    expect(hitOf(trend, { x: 106, y: 299 }, 6, false)).toEqual({ part: 'body' })
    expect(hitOf(trend, { x: 155, y: 253 }, 6, true)).toEqual({ part: 'body' })
    expect(hitOf(trend, { x: 155, y: 280 }, 6, true)).toBe(null)
  })

  test('through an area the chart is moved, its edges take hold', () => {
    const box = draw('rectangle', two)
    expect(hitOf(box, { x: 150, y: 250 }, 6, false)).toBe(null)
    expect(hitOf(box, { x: 105, y: 250 }, 6, false)).toEqual({ part: 'body' })
    // The side that closes the shape.
    expect(hitOf(draw('triangle', [...two, at(30, 200)]), { x: 200, y: 300 }, 6, false)).toEqual({
      part: 'body',
    })
  })

  test('the rim of an ellipse, the text of a note', () => {
    const ellipse = draw('ellipse', two)
    expect(hitOf(ellipse, { x: 155, y: 200 }, 6, false)).toEqual({ part: 'body' })
    expect(hitOf(ellipse, { x: 155, y: 250 }, 6, false)).toBe(null)
    const note = draw('text', [at(10, 200)], { text: 'Resistance' })
    expect(hitOf(note, { x: 150, y: 303 }, 6, false)).toEqual({ part: 'body' })
  })

  test('the distance to a segment is that to its nearest point', () => {
    const pixel = fc.record({ x: fc.integer({ min: -50, max: 50 }), y: fc.integer({ min: -50, max: 50 }) })
    fc.assert(
      fc.property(pixel, pixel, pixel, fc.double({ min: 0, max: 1, noNaN: true }), (p, a, b, share) => {
        const on = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
        expect(distanceToSegment(p, a, b)).toBeLessThanOrEqual(Math.hypot(p.x - on.x, p.y - on.y) + 1e-9)
      }),
    )
  })
})

describe('a placed point', () => {
  const candles = emptyCandles(60)
  for (let row = 0; row < 60; row++) {
    candles.time[row] = row * MINUTE
    candles.open[row] = 300
    candles.high[row] = 320
    candles.low[row] = 290
    candles.close[row] = 310.25
  }
  const series = createCandleSeries(candles)
  const snapping = { series, tickSize: 0.05, isSnapping: true }

  test('takes the nearest of open, high, low and close of its candle', () => {
    expect(pointAt({ x: 104, y: 183 }, space, snapping)).toEqual(at(10, 320))
    expect(pointAt({ x: 104, y: 191 }, space, snapping)).toEqual(at(10, 310.25))
    expect(pointAt({ x: 104, y: 50 }, space, snapping)).toEqual(at(10, 450))
  })

  test('without snapping, or beyond the candles, it is where it is put, on the tick', () => {
    expect(pointAt({ x: 104, y: 183.02 }, space, { ...snapping, isSnapping: false })).toEqual(at(10, 317))
    expect(pointAt({ x: 700, y: 183 }, space, snapping)).toEqual(at(70, 317))
  })

  test('a stroke keeps its ends, and no point of it lies farther off than the tolerance', () => {
    const pixel = fc.record({ x: fc.integer({ min: 0, max: 100 }), y: fc.integer({ min: 0, max: 100 }) })
    fc.assert(
      fc.property(fc.array(pixel, { minLength: 2, maxLength: 60 }), (points) => {
        const kept = simplified(points, 2)
        expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)])
        for (const point of points) {
          const away = kept.slice(1).map((end, index) => distanceToSegment(point, kept[index] ?? end, end))
          expect(Math.min(...away)).toBeLessThanOrEqual(2 + 1e-9)
        }
      }),
    )
  })
})
