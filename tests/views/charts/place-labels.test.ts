import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeLabels } from '../../../src/views/charts/place-labels.ts'

test('a label stands where it would unless it were clipped or covered another', () => {
  const at = (...lefts: number[]) =>
    placeLabels(
      lefts.map((left) => ({ left, width: 40 })),
      200,
    )
  expect(at(10, 100)).toEqual([
    { left: 10, row: 0 },
    { left: 100, row: 0 },
  ])
  expect(at(-20, 190)).toEqual([
    { left: 0, row: 0 },
    { left: 160, row: 0 },
  ])
  expect(at(50, 80, 90, 130).map(({ row }) => row)).toEqual([0, 1, 2, 0])
})

test('no label is clipped and no two cover each other', () => {
  const label = fc.record({
    left: fc.integer({ min: -100, max: 500 }),
    width: fc.integer({ min: 10, max: 80 }),
  })
  fc.assert(
    fc.property(fc.array(label, { maxLength: 12 }), (labels) => {
      const placed = placeLabels(labels, 400).map(({ left, row }, index) => ({
        row,
        left,
        right: left + (labels[index]?.width ?? 0),
      }))
      for (const [index, one] of placed.entries()) {
        expect([one.left >= 0, one.right <= 400]).toEqual([true, true])
        for (const other of placed.slice(index + 1))
          expect(one.row !== other.row || one.right <= other.left || other.right <= one.left).toEqual(true)
      }
    }),
  )
})
