import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'

/** A screen of rows joins in steps, each drawn in a task of its own; the first one draws the grid too. */
const ROWS_AT_FIRST = 1
const ROWS_AT_A_STEP = 8
const ROWS_IN_SIGHT = 45
/** So many rows join the grid at a time: thousands at once would hold up the page. */
const ROWS_AT_ONCE = 300
/** While the page has nothing else to do, rows join in steps that fit into a frame, up to so many in all. */
const ROWS_WHEN_IDLE = 40
const IDLE_ROWS_MAX = 2_000

export interface Stretch<Item> {
  readonly shown: readonly Item[]
  readonly isWhole: boolean
  /** The rows of the first screen are still joining. */
  readonly isFilling: boolean
  /** Takes in some more rows, or all of them. */
  readonly grow: (by?: number) => void
}

/** The first rows of the table; more join as one comes near their end. */
export function useStretch<Item>(rows: readonly Item[]): Stretch<Item> {
  const [limit, setLimit] = useState(ROWS_AT_FIRST)
  const kept = Math.min(limit, Math.max(ROWS_AT_ONCE, rows.length))
  const isWhole = kept >= rows.length
  const isFilling = !isWhole && kept < ROWS_AT_ONCE
  const shown = useMemo(() => (isWhole ? rows : rows.slice(0, kept)), [rows, kept, isWhole])
  const grow = useCallback((by = ROWS_AT_ONCE) => setLimit(kept + by), [kept])
  useEffect(() => {
    if (!isFilling) return
    startTransition(() => setLimit(kept < ROWS_IN_SIGHT ? kept + ROWS_AT_A_STEP : ROWS_AT_ONCE))
  }, [isFilling, kept])
  useEffect(() => {
    if (isWhole || isFilling || kept >= IDLE_ROWS_MAX || !('requestIdleCallback' in globalThis)) return
    const idle = requestIdleCallback(() => grow(ROWS_WHEN_IDLE))
    return () => cancelIdleCallback(idle)
  }, [isWhole, isFilling, kept, grow])
  return { shown, isWhole, isFilling, grow }
}
