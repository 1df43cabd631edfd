import { useEffect, useRef } from 'react'
import { useConsole } from './console.tsx'

interface TableRequests {
  /** Writes the rows on screen to a file. */
  readonly onExport: () => void
  /** Opens the fields of a row. */
  readonly onEdit?: (key: string) => void
}

/** Does what commands ask of the table on screen. */
export function useTableRequests(requests: TableRequests): void {
  const { actors } = useConsole()
  const latest = useRef(requests)
  useEffect(() => {
    latest.current = requests
  })
  useEffect(() => {
    const subscriptions = [
      actors.tables.on('table.exportAsked', () => latest.current.onExport()),
      actors.tables.on('table.editAsked', ({ key }) => latest.current.onEdit?.(key)),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [actors])
}
