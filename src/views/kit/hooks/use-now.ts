import { useCallback, useSyncExternalStore } from 'react'
import { useConsole } from '../console.tsx'

/** Milliseconds since the epoch from the corrected clock, in whole steps. */
export function useNow(stepMs: number): number {
  const console = useConsole()
  const now = () => Math.floor(console.now() / stepMs) * stepMs
  const subscribe = useCallback(
    (wake: () => void) => {
      const timer = setInterval(wake, stepMs)
      return () => clearInterval(timer)
    },
    [stepMs],
  )
  return useSyncExternalStore(subscribe, now)
}
