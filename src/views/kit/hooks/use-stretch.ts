import { startTransition, useCallback, useEffect, useMemo, useState } from 'react'

/** The first screenful is rendered in steps, each in its own task. */
const ROWS_AT_FIRST = 1
const ROWS_AT_A_STEP = 8
const ROWS_IN_SIGHT = 45
/** Thousands of rows at once would block the page. */
const ROWS_AT_ONCE = 300
/** Rows per idle step, which fits into one frame. */
const ROWS_WHEN_IDLE = 40
const IDLE_ROWS_MAX = 2_000

export interface Stretch<Item> {
  readonly shown: readonly Item[]
  readonly isWhole: boolean
  readonly isFilling: boolean
  readonly grow: (by?: number) => void
  readonly toEnd: () => void
  /** With another key rows are made anew: React takes the square of their number to insert or move thousands. */
  readonly bodyKey: string
}

export function useStretch<Item>(rows: readonly Item[], order: string): Stretch<Item> {
  const [limit, setLimit] = useState(ROWS_AT_FIRST)
  const [jumps, setJumps] = useState(0)
  const [shownOrder, setShownOrder] = useState(order)
  if (order !== shownOrder) {
    setShownOrder(order)
    setLimit(Math.min(limit, ROWS_AT_ONCE))
  }
  const kept = Math.min(limit, Math.max(ROWS_AT_ONCE, rows.length))
  const isWhole = kept >= rows.length
  const isFilling = !isWhole && kept < ROWS_AT_ONCE
  const shown = useMemo(() => (isWhole ? rows : rows.slice(0, kept)), [rows, kept, isWhole])
  const grow = useCallback((by = ROWS_AT_ONCE) => setLimit(kept + by), [kept])
  const toEnd = (): void => {
    setJumps(jumps + 1)
    grow(rows.length)
  }
  useEffect(() => {
    if (!isFilling) return
    startTransition(() => setLimit(kept < ROWS_IN_SIGHT ? kept + ROWS_AT_A_STEP : ROWS_AT_ONCE))
  }, [isFilling, kept])
  useEffect(() => {
    if (isWhole || isFilling || kept >= IDLE_ROWS_MAX || !('requestIdleCallback' in globalThis)) return
    const idle = requestIdleCallback(() => grow(ROWS_WHEN_IDLE))
    return () => cancelIdleCallback(idle)
  }, [isWhole, isFilling, kept, grow])
  return { shown, isWhole, isFilling, grow, toEnd, bodyKey: `${jumps} ${order}` }
}
