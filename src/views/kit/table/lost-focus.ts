import { useEffect, useRef } from 'react'

/** Tells that no row has the focus once the table is gone. */
export function useLostFocus<Item>(onRowFocus: ((row: Item | null) => void) | undefined): void {
  const tellFocus = useRef(onRowFocus)
  useEffect(() => {
    tellFocus.current = onRowFocus
  })
  useEffect(() => () => tellFocus.current?.(null), [])
}
