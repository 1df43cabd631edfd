import { useCallback, useSyncExternalStore } from 'react'
import { marketTimeAt } from '../../../domain/calendar/market-time.ts'
import { useConsole, useSnapshot } from '../console.tsx'

/** The corrected clock until the server has sent the market time. */
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

/** Returns `at` until the server has sent the market time. */
export function useMarketTimeOf(): (at: number) => number {
  const state = useSnapshot('marketState', ({ context }) => context)
  return useCallback((at: number) => marketTimeAt(state, at) ?? at, [state])
}
