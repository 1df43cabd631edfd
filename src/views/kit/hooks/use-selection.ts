import { useCallback, useEffect, useMemo, useState } from 'react'
import { useConsole } from '../console.tsx'

interface Selection {
  readonly keys: readonly string[]
  readonly set: (keys: readonly string[]) => void
  readonly clear: () => void
}

const none: readonly string[] = []

/** Selected rows that leave the list are dropped. */
export function useSelection<Item>(rows: readonly Item[], rowKey: (row: Item) => string): Selection {
  const { setSelection } = useConsole()
  const [wanted, setWanted] = useState<readonly string[]>(none)
  const keys = useMemo(() => {
    if (wanted.length === 0) return none
    const isWanted = new Set(wanted)
    return rows.map(rowKey).filter((key) => isWanted.has(key))
  }, [rows, rowKey, wanted])
  useEffect(() => setSelection(keys), [keys, setSelection])
  useEffect(() => () => setSelection(none), [setSelection])
  const clear = useCallback(() => setWanted(none), [])
  return { keys, set: setWanted, clear }
}
