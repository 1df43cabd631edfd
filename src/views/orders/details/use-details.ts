import { useCallback, useEffect, useRef } from 'react'
import { useConsole, useSnapshot } from '../../kit/console.tsx'

/** Passing over rows must not request each one. */
const FOLLOW_MS = 180

interface Details {
  readonly isOpen: boolean
  readonly close: () => void
}

export function useDetails(follow: string | null): Details {
  const { actors, dispatch } = useConsole()
  const isOpen = useSnapshot('orderDetails', (details) => !details.matches('closed'))
  const close = useCallback(
    () => dispatch({ to: 'orderDetails', event: { type: 'details.close' } }),
    [dispatch],
  )
  // Details opened by an order id, such as from a notification, stay until another row is chosen.
  const chosen = useRef(follow)
  useEffect(() => {
    const before = chosen.current
    chosen.current = follow
    if (!isOpen || follow === null || before === follow) return
    if (actors.orderDetails.getSnapshot().context.orderId === follow) return
    const open = () => dispatch({ to: 'orderDetails', event: { type: 'details.open', orderId: follow } })
    const timer = setTimeout(open, FOLLOW_MS)
    return () => clearTimeout(timer)
  }, [actors, dispatch, isOpen, follow])
  useEffect(
    () => () => {
      if (!actors.orderDetails.getSnapshot().matches('closed')) close()
    },
    [actors, close],
  )
  return { isOpen, close }
}
