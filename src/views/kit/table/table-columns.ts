import type { ReactNode } from 'react'
import type { ShownColumn } from './print-table.tsx'
import { type CellFrame, cellFrame } from './row-cells.tsx'

export interface ColumnOf<Item> extends ShownColumn<Item> {
  readonly isRowHeader?: boolean
  readonly width?: number | `${number}fr`
  readonly minWidth?: number
  /** Pixels of the table's width. */
  readonly showFrom?: number
  /** Not sortable without it. Nulls last in both directions. */
  readonly sortBy?: (row: Item) => number | string | null
}

export interface PhoneRow {
  readonly title: ReactNode
  readonly value: ReactNode
  readonly note?: ReactNode
  readonly detail?: ReactNode
}

export const framesOf = <Item>(
  columns: readonly ColumnOf<Item>[],
  widths: readonly number[],
): readonly CellFrame[] => {
  let left = 0
  return columns.map(({ id, isNumeric = false, isRowHeader = false }, column) => {
    const width = widths[column] ?? 0
    const style = { left, width }
    left += width
    return cellFrame({ id, column, style, isNumeric, isRowHeader })
  })
}
