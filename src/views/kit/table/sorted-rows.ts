import { useMemo, useState } from 'react'
import type { SortDescriptor } from 'react-aria-components/Table'
import { sortRows } from './sort-rows.ts'
import type { ColumnOf } from './table-columns.ts'

/** Rows keep their places; new ones are put before the row that follows them in `sorted`. */
export const heldOrder = <Item>(
  before: readonly string[],
  sorted: readonly Item[],
  rowKey: (row: Item) => string,
): readonly string[] => {
  const known = new Set(before)
  const present = new Set(sorted.map(rowKey))
  const order = before.filter((key) => present.has(key))
  let next: string | null = null
  for (const row of sorted.toReversed()) {
    const key = rowKey(row)
    if (!known.has(key)) order.splice(next === null ? order.length : order.indexOf(next), 0, key)
    next = key
  }
  return order
}

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((key, index) => key === other[index])

interface HeldOrder {
  readonly by: string | null
  readonly keys: readonly string[]
}

function useHeldOrder<Item>(
  sorted: readonly Item[],
  rowKey: (row: Item) => string,
  by: string | null,
): readonly Item[] {
  const [held, setHeld] = useState<HeldOrder>({ by: null, keys: [] })
  const next = useMemo(
    () => (by !== null && held.by === by ? heldOrder(held.keys, sorted, rowKey) : sorted.map(rowKey)),
    [held, by, sorted, rowKey],
  )
  if (by !== null && (held.by !== by || !isEqual(held.keys, next))) setHeld({ by, keys: next })
  return useMemo(() => {
    if (by === null) return sorted
    const rows = new Map(sorted.map((row) => [rowKey(row), row]))
    return next.flatMap((key) => rows.get(key) ?? [])
  }, [by, next, sorted, rowKey])
}

export const underHeadings = <Item>(
  rows: readonly Item[],
  rowKey: (row: Item) => string,
  headingOf: (row: Item) => string,
): readonly Item[] => {
  const isHeading = (row: Item) => headingOf(row) === rowKey(row)
  const under = new Map(rows.filter(isHeading).map((row) => [rowKey(row), [row]]))
  for (const row of rows) if (!isHeading(row)) under.get(headingOf(row))?.push(row)
  return [...under.values()].flat()
}

interface SortedBy<Item> {
  readonly rowKey: (row: Item) => string
  readonly headingOf: ((row: Item) => string) | undefined
  readonly initialSort: SortDescriptor | undefined
  readonly orderOf: string | null
}

export function useSortedRows<Item>(
  rows: readonly Item[],
  columns: readonly ColumnOf<Item>[],
  { rowKey, headingOf, initialSort, orderOf }: SortedBy<Item>,
) {
  const [sort, setSort] = useState(initialSort)
  const inOrder = useMemo(() => {
    const sorted = sortRows(rows, columns, sort)
    return headingOf === undefined ? sorted : underHeadings(sorted, rowKey, headingOf)
  }, [rows, columns, sort, rowKey, headingOf])
  const by = orderOf === null ? null : `${orderOf} ${sort?.column} ${sort?.direction}`
  return { sorted: useHeldOrder(inOrder, rowKey, by), sort, setSort }
}
