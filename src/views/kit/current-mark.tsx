import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'

export interface Current {
  readonly key: () => string | null
  readonly watch: (wake: () => void) => () => void
}

/** The current key for those who ask: rows are not drawn again because another one is current. */
export function useCurrent(currentKey: string | null): Current {
  const key = useRef(currentKey)
  const listeners = useRef(new Set<() => void>())
  useLayoutEffect(() => {
    key.current = currentKey
    for (const wake of listeners.current) wake()
  }, [currentKey])
  return useMemo(
    () => ({
      key: () => key.current,
      watch: (wake) => {
        listeners.current.add(wake)
        return () => listeners.current.delete(wake)
      },
    }),
    [],
  )
}

/** Stands in the current row, and the style of the row follows it. */
export function CurrentMark({ current, of }: { readonly current: Current; readonly of: string }) {
  const isCurrent = useSyncExternalStore(current.watch, () => current.key() === of)
  return isCurrent && <i data-current="" hidden />
}
