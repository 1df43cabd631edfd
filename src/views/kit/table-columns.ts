import type { ReactNode } from 'react'
import type { ShownColumn } from './print-table.tsx'
import { type CellPlace, cellPlace } from './row-cells.tsx'

export interface ColumnOf<Item> extends ShownColumn<Item> {
  readonly isRowHeader?: boolean
  readonly width?: number | `${number}fr`
  readonly minWidth?: number
  /** Left out of tables narrower than this many pixels. */
  readonly showFrom?: number
  /** What the column sorts by; a column without it does not sort. Null comes last either way. */
  readonly sortBy?: (row: Item) => number | string | null
}

/** The two lines a row takes on a phone. */
export interface PhoneRow {
  readonly title: ReactNode
  readonly value: ReactNode
  readonly note?: ReactNode
  readonly detail?: ReactNode
}

/** Where the cells of each column stand, of columns that are so wide. */
export const placesOf = <Item>(
  columns: readonly ColumnOf<Item>[],
  widths: readonly number[],
): readonly CellPlace[] => {
  let left = 0
  return columns.map(({ id, isNumeric = false, isRowHeader = false }, column) => {
    const width = widths[column] ?? 0
    const style = { left, width }
    left += width
    return cellPlace({ id, column, style, isNumeric, isRowHeader })
  })
}
