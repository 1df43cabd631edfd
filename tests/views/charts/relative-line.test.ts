import { describe, expect, test } from 'vitest'
import { createLineColumn } from '../../../src/views/charts/candle-chart/line-column.ts'
import { panesIn, priceScaleOf } from '../../../src/views/charts/candle-chart/plot-layout.ts'
import { factorOf, scaledBy } from '../../../src/views/charts/candle-chart/relative-line.ts'

const close = Float64Array.of(100, 110, 121, 133.1)
const columnOf = (...values: readonly number[]) => createLineColumn(Float64Array.from(values))
const { NaN: none } = Number

describe('a line of another instrument', () => {
  test('begins at the price of the first candle in sight, and shows the percentages of its own', () => {
    const line = { isRelative: true, column: columnOf(2_000, 2_200, 2_310, 2_079) }
    const factor = factorOf(line, close, 1, 4)
    expect(factor).toEqual(110 / 2_200)
    const scale = priceScaleOf(
      { low: 90, high: 140 },
      panesIn({ width: 500, height: 300 }, [])[0] ?? never(),
      false,
      {
        top: 0,
        bottom: 0,
        kind: 'linear',
      },
    )
    const own = scaledBy(scale, factor)
    expect(own(2_200)).toBeCloseTo(scale(110), 9)
    // Up five percent, as 115.5 is from 110.
    expect(own(2_310)).toBeCloseTo(scale(115.5), 9)
    expect(own.invert(scale(115.5))).toBeCloseTo(2_310, 6)
    expect(own.domain()[0]).toBeCloseTo((scale.domain()[0] ?? 0) / factor, 6)
  })

  test('that begins later joins at its own first candle', () => {
    const line = { isRelative: true, column: columnOf(none, none, 50, 55) }
    expect(factorOf(line, close, 0, 4)).toEqual(121 / 50)
  })

  test('that has no candle in sight is not drawn', () => {
    const line = { isRelative: true, column: columnOf(none, none, none, 55) }
    expect(factorOf(line, close, 0, 3)).toEqual(none)
  })

  test('is the only kind that is moved', () => {
    expect(factorOf({ column: columnOf(1, 2, 3, 4) }, close, 0, 4)).toEqual(1)
  })

  test('has a newest value that moves, with its extremes', () => {
    const column = columnOf(1, 2, 3, 4)
    column.putLast(9)
    expect([...column.values, column.extremes(0, 4).high, column.extremes(0, 3).high]).toEqual([
      1, 2, 3, 9, 9, 3,
    ])
  })
})

function never(): never {
  throw new Error('no pane')
}
