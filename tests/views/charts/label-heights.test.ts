import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadLabels } from '../../../src/views/charts/candle-chart/lines/label-heights.ts'

const pane = { top: 0, bottom: 400, height: 22 }

test('labels stand at their lines where these are apart', () => {
  expect(spreadLabels([300, 100, 200], pane)).toEqual([300, 100, 200])
})

test('labels of near lines are pushed apart in the order of their prices', () => {
  expect(spreadLabels([105, 100], pane)).toEqual([122, 100])
  expect(spreadLabels([395, 398], pane)).toEqual([367, 389])
})

test('they never cover each other while the pane has room', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 450 }), { maxLength: 15 }), (lines) => {
      const places = [...spreadLabels(lines, pane)].sort((a, b) => a - b)
      for (const [index, place] of places.entries()) {
        expect(place).toBeLessThanOrEqual(pane.bottom)
        if (index > 0) expect(place - (places[index - 1] ?? 0)).toBeGreaterThanOrEqual(22)
      }
    }),
  )
})
