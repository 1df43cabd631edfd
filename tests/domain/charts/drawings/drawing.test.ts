import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Drawing,
  type DrawingStep,
  drawingOf,
  extended,
  inverseOf,
  isFinished,
  POINTS_MAX,
  plainStyle,
  problemOf,
  withChange,
  withPoint,
} from '../../../../src/domain/charts/drawings/drawing.ts'
import { drawingInWords } from '../../../../src/domain/charts/drawings/drawing-words.ts'
import {
  extensionLevels,
  ratioText,
  retracementLevels,
} from '../../../../src/domain/charts/drawings/levels.ts'
import { planOf } from '../../../../src/domain/charts/drawings/position-plan.ts'
import {
  type DrawingTool,
  drawingTools,
  pointsToPlace,
  toolSpecs,
} from '../../../../src/domain/charts/drawings/tools.ts'
import { UNITS_MAX, unitsOf } from '../../../../src/domain/orders/order-sizing.ts'

const instrument = 'NSE_INFY'
const at = (hour: number, price: number) => ({ at: Date.UTC(2026, 10, 20, hour), price })
const draw = (tool: DrawingTool, ...points: readonly ReturnType<typeof at>[]): Drawing =>
  drawingOf({ id: 'one', tool, points, style: plainStyle })

describe('a drawing', () => {
  test.each(drawingTools)('of %s is complete once its points are placed', (tool) => {
    const count = pointsToPlace(tool)
    const points = Array.from({ length: count }, (_, index) => at(index, 100 + index))
    const drawing = draw(tool, ...points)
    expect(problemOf(drawing)).toBe(null)
    expect(drawing.points.length).toBe(toolSpecs[tool].points)
    expect(isFinished(tool, count)).toBe(toolSpecs[tool].isOpenEnded !== true)
    expect(problemOf({ ...drawing, points: drawing.points.slice(1) })).toContain(toolSpecs[tool].name)
  })

  test('has a time and a price at each point, and a text of some length', () => {
    expect(problemOf(draw('trend', at(1, 100), { at: Number.NaN, price: 1 }))).toBe(
      'Trend line has a point without a time or price',
    )
    expect(problemOf({ ...draw('text', at(1, 100)), text: 'x'.repeat(201) })).toBe(
      'a text has at most 200 characters',
    )
    const long = Array.from({ length: POINTS_MAX + 1 }, (_, index) => at(index, 100))
    expect(problemOf(draw('path', ...long))).toBe('Path has 2 to 200 points, not 201')
  })

  test('a trend line becomes a ray, an extended line and a trend line again', () => {
    let drawing: Drawing | null = draw('trend', at(1, 100), at(2, 101))
    const seen = [1, 2, 3].map(() => {
      drawing = drawing && extended(drawing)
      return drawing?.tool
    })
    expect(seen).toEqual(['ray', 'extended', 'trend'])
    expect(extended(draw('rectangle', at(1, 100), at(2, 101)))?.isExtended).toBe(true)
    expect(extended(draw('ellipse', at(1, 100), at(2, 101)))).toBe(null)
  })

  test('is named by what it is and where', () => {
    expect(drawingInWords(draw('horizontal', at(1, 1_505)))).toBe('Horizontal line 1,505.00')
    expect(drawingInWords(draw('fib', at(1, 1_490), at(2, 1_551)))).toBe(
      'Fibonacci retracement 1,490.00 to 1,551.00',
    )
    expect(drawingInWords(draw('vertical', at(1, 0)))).toBe('Vertical line')
    expect(drawingInWords({ ...draw('text', at(1, 5)), text: 'Support' })).toBe('Text "Support"')
  })
})

describe('changes', () => {
  const known = fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 6 })
  const named = (index: number, price = index): Drawing => ({
    ...draw('horizontal', at(1, price)),
    id: String(index),
  })

  test('undone, they leave the drawings as they were, but for what lies on top', () => {
    fc.assert(
      fc.property(known, known, fc.integer(), (there, touched, price) => {
        const before = there.map((index) => named(index))
        const steps = touched.map((index): DrawingStep => {
          const old = before.find(({ id }) => id === String(index)) ?? null
          const isRemoved = old !== null && (index + price) % 2 === 0
          return { before: old, after: isRemoved ? null : named(index, price) }
        })
        const change = { instrument, steps } as never
        const again = withChange(withChange(before, change), inverseOf(change))
        const sorted = (list: readonly Drawing[]) =>
          list.toSorted((one, other) => one.id.localeCompare(other.id))
        expect(sorted(again)).toEqual(sorted(before))
      }),
    )
  })

  test('a changed drawing stays where it lies', () => {
    const steps = [{ before: named(1), after: named(1, 50) }]
    expect(withChange([named(1), named(2)], { steps })).toEqual([named(1, 50), named(2)])
  })
})

describe('a long or short position', () => {
  const long = draw('long', at(1, 100), at(3, 98))

  test('has its stop on the losing side, its target twice as far, and both end together', () => {
    expect(long.points).toEqual([at(1, 100), at(3, 98), at(3, 104)])
    expect(draw('short', at(1, 100), at(3, 98)).points).toEqual([at(1, 100), at(3, 102), at(3, 96)])
  })

  test('does not take a stop above, or a target below, its entry', () => {
    expect(withPoint(long, 1, at(3, 101))).toBe(long)
    expect(withPoint(long, 2, at(3, 99))).toBe(long)
    expect(withPoint(long, 0, at(1, 105))).toBe(long)
    expect(withPoint(long, 2, at(5, 110)).points).toEqual([at(1, 100), at(5, 98), at(5, 110)])
  })

  test('says what it risks and would make', () => {
    expect(planOf({ ...long, risk: 5_000 }, 1)).toEqual({
      ...{ side: 'buy', entry: 100, stop: 98, target: 104 },
      ...{ quantity: 2_500, loss: 5_000, profit: 10_000, rewardToRisk: 2 },
    })
    expect(planOf({ ...long, risk: 149 }, 75)?.quantity).toBe(0)
    expect(planOf(draw('trend', at(1, 100), at(2, 101)), 1)).toBe(null)
  })

  test('has the quantity of the order that it becomes', () => {
    const paise = (max: number) => fc.integer({ min: 1, max }).map((value) => value / 100)
    fc.assert(
      fc.property(
        paise(500_000),
        paise(9_000),
        fc.constantFrom(1, 65, 300),
        paise(10_000_000),
        (entry, away, lotSize, risk) => {
          const stop = Math.max(0.01, Math.round((entry - away) * 100) / 100)
          fc.pre(stop < entry && risk < UNITS_MAX / 100)
          const plan = planOf({ ...draw('long', at(1, entry), at(2, stop)), risk }, lotSize)
          const order = unitsOf(
            { kind: 'risk', rupees: risk },
            { side: 'buy', price: entry, stop: { kind: 'price', value: stop } } as never,
            { instrument: { lotSize }, title: 'X', freeMargin: null } as never,
          )
          expect(order.ok ? order.value : 0).toBe(plan?.quantity)
        },
      ),
    )
  })
})

describe('Fibonacci levels', () => {
  test('of a retracement run from the end of the move back to its start', () => {
    const levels = retracementLevels(at(1, 100), at(2, 200))
    expect(levels.map(({ ratio, price }) => [ratioText(ratio), Number(price.toFixed(4))])).toEqual([
      ['0%', 200],
      ['23.6%', 176.4],
      ['38.2%', 161.8],
      ['50%', 150],
      ['61.8%', 138.2],
      ['78.6%', 121.4],
      ['100%', 100],
    ])
  })

  test('of an extension measure the move again from where it resumed', () => {
    const levels = extensionLevels(at(1, 100), at(2, 200), at(3, 150))
    expect(levels.find(({ ratio }) => ratio === 1)?.price).toBe(250)
    expect(levels.find(({ ratio }) => ratio === 1.618)?.price).toBeCloseTo(311.8, 10)
  })
})
