import type { SortDescriptor } from 'react-aria-components/Table'

interface SortColumn<Item> {
  readonly id: string
  readonly sortBy?: (row: Item) => number | string | null
}

/** Nulls last in both directions. */
export const sortRows = <Item>(
  rows: readonly Item[],
  columns: readonly SortColumn<Item>[],
  sort: SortDescriptor | undefined,
): readonly Item[] => {
  const by = columns.find((column) => column.id === sort?.column)?.sortBy
  if (!by || !sort) return rows
  const sign = sort.direction === 'descending' ? -1 : 1
  return [...rows].sort((left, right) => compare(by(left), by(right), sign))
}

const compare = (left: number | string | null, right: number | string | null, sign: number): number => {
  if (left === right) return 0
  if (left === null) return 1
  if (right === null) return -1
  return left < right ? -sign : sign
}
