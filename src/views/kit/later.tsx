import { type ReactNode, startTransition, useEffect, useState } from 'react'

interface LaterProps {
  /** Those of a screen come one after the other, each in a task of its own: the first turn is 1. */
  readonly turn?: number
  readonly children: ReactNode
}

/** What takes long to draw comes once the rest of the screen is there, and in pieces that let keys through. */
export function Later({ turn = 1, children }: LaterProps) {
  const [reached, setReached] = useState(0)
  const isTime = reached >= turn
  useEffect(() => {
    if (!isTime) startTransition(() => setReached(reached + 1))
  }, [isTime, reached])
  return isTime && children
}
