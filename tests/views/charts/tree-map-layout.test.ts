import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PlacedTile, rootOf, tileTowards } from '../../../src/views/charts/tree-map/tree-map-layout.ts'

const size = { width: 600, height: 400 }

const groups = fc.array(
  fc.record({
    name: fc.uuid(),
    tiles: fc
      .array(fc.double({ min: 0.001, max: 10, noNaN: true }), { minLength: 1, maxLength: 60 })
      .map((weights) =>
        weights
          .toSorted((a, b) => b - a)
          .map((weight, index) => ({ key: `T${index}`, label: `T${index}`, weight })),
      ),
  }),
  { minLength: 1, maxLength: 8 },
)

describe('a heat map', () => {
  test('weighs what its tiles do, and shows each as itself or among the rest', () => {
    fc.assert(
      fc.property(groups, (all) => {
        const root = rootOf(all, size)
        const weight = all.flatMap(({ tiles }) => tiles).reduce((sum, tile) => sum + tile.weight, 0)
        expect(root?.value).toBeCloseTo(weight, 6)
        const shown = (root?.leaves() ?? []).map(({ data }) =>
          data.kind === 'rest' ? data.count : data.kind === 'tile' ? 1 : 0,
        )
        expect(shown.reduce((sum, one) => sum + one, 0)).toBe(all.flatMap(({ tiles }) => tiles).length)
      }),
    )
  })
  test('of nothing is none', () => {
    expect(rootOf([], size)).toBe(null)
  })
})

const tile = (left: number, top: number): PlacedTile => ({
  datum: { kind: 'rest', count: 1, group: '', weight: 1 },
  ...{ left, top, width: 10, height: 10 },
})

/** 0 1 above 2 3. */
const square = [tile(0, 0), tile(10, 0), tile(0, 10), tile(10, 10)]

test.each([
  [0, 'ArrowRight', 1],
  [0, 'ArrowDown', 2],
  [3, 'ArrowLeft', 2],
  [3, 'ArrowUp', 1],
  [1, 'ArrowRight', 1],
  [0, 'j', undefined],
] as const)('from tile %i, %s leads to %s', (from, key, to) => {
  expect(tileTowards(square, from, key)).toBe(to)
})
