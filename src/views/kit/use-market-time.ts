import { useCallback, useSyncExternalStore } from 'react'
import { marketTimeAt } from '../../machines/market-state.ts'
import { useConsole } from './console.tsx'

/** Market time in whole steps, renders again when a step has passed; the corrected clock until the server said it. */
export function useMarketTime(stepMs: number): number {
  const { actors, now } = useConsole()
  const read = () => {
    const at = now()
    return Math.floor((marketTimeAt(actors.marketState.getSnapshot().context, at) ?? at) / stepMs) * stepMs
  }
  const subscribe = useCallback(
    (wake: () => void) => {
      const timer = setInterval(wake, Math.min(stepMs, 1000))
      const subscription = actors.marketState.subscribe(wake)
      return () => {
        clearInterval(timer)
        subscription.unsubscribe()
      }
    },
    [actors, stepMs],
  )
  return useSyncExternalStore(subscribe, read)
}
