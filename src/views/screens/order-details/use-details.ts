import { useCallback, useEffect } from 'react'
import { useConsole, useSnapshot } from '../../kit/console.tsx'

/** Passing over rows must not request each one. */
const FOLLOW_MS = 180

interface Details {
  readonly isOpen: boolean
  readonly close: () => void
}

export function useDetails(follow: string | null): Details {
  const { actors, run, dispatch } = useConsole()
  const isOpen = useSnapshot('orderDetails', (details) => !details.matches('closed'))
  const close = useCallback(
    () => dispatch({ to: 'orderDetails', event: { type: 'details.close' } }),
    [dispatch],
  )
  useEffect(() => {
    if (!isOpen || follow === null) return
    if (actors.orderDetails.getSnapshot().context.orderId === follow) return
    const timer = setTimeout(() => run({ command: 'order.details', args: { order: follow } }), FOLLOW_MS)
    return () => clearTimeout(timer)
  }, [actors, run, isOpen, follow])
  useEffect(
    () => () => {
      if (!actors.orderDetails.getSnapshot().matches('closed')) close()
    },
    [actors, close],
  )
  return { isOpen, close }
}
