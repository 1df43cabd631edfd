import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react'

export interface Current {
  readonly key: () => string | null
  readonly watch: (wake: () => void) => () => void
}

/** A change of the current row does not render the rows again. */
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

export function CurrentMark({ current, of }: { readonly current: Current; readonly of: string }) {
  const isCurrent = useSyncExternalStore(current.watch, () => current.key() === of)
  return isCurrent && <i data-current="" hidden />
}
