import { useEffect, useRef } from 'react'
import { useConsole } from '../console.tsx'

interface TableRequests {
  readonly onExport: () => void
  readonly onEdit?: (key: string) => void
}

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
