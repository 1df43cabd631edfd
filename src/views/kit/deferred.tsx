import { type ReactNode, startTransition, useEffect, useState } from 'react'

interface LaterProps {
  /** From 1; each turn is its own task. */
  readonly turn?: number
  readonly children: ReactNode
}

/** Delays slow parts so that they do not block keys. */
export function Later({ turn = 1, children }: LaterProps) {
  const [reached, setReached] = useState(0)
  const isTime = reached >= turn
  useEffect(() => {
    if (!isTime) startTransition(() => setReached(reached + 1))
  }, [isTime, reached])
  return isTime && children
}
