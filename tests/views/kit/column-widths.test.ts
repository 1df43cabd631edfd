import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ColumnSize, columnWidths } from '../../../src/views/kit/table/column-widths.ts'

const sizes = fc.array(
  fc.record<ColumnSize>({
    width: fc.oneof(fc.integer({ min: 20, max: 200 }), fc.constantFrom<`${number}fr`>('1fr', '2fr', '1.2fr')),
    minWidth: fc.integer({ min: 20, max: 150 }),
  }),
  { minLength: 1, maxLength: 12 },
)

const least = ({ width, minWidth = 56 }: ColumnSize) => (typeof width === 'number' ? width : minWidth)

describe('widths of columns', () => {
  test.each([
    [[{ width: 100 }, { width: '1fr' as const }, { width: '3fr' as const }], 500, [100, 100, 300]],
    [[{ width: '1fr' as const, minWidth: 200 }, { width: '1fr' as const }], 300, [200, 100]],
    [[{}, {}, {}], 200, [67, 66, 67]],
    [[{ width: 100 }, {}], 0, [100, 56]],
  ])('%j over %i pixels are %j', (columns, available, widths) => {
    expect(columnWidths(columns, available)).toEqual(widths)
  })

  test('none is below its least, and together they fill what there is', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 3_000 }), (columns, available) => {
        const widths = columnWidths(columns, available)
        const needed = columns.reduce((sum, column) => sum + least(column), 0)
        const sum = widths.reduce((total, width) => total + width, 0)
        const isElastic = columns.some(({ width }) => typeof width !== 'number')
        expect(widths.every((width, index) => width >= least(columns[index] ?? {}) - 1)).toBe(true)
        if (isElastic) expect(sum).toBe(Math.max(needed, available))
        else expect(sum).toBe(needed)
      }),
    )
  })
})
