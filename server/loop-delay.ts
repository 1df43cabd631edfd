import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 10
const NANOSECONDS = 1_000_000
const WINDOW_MS = 10_000

export interface LoopDelay {
  /** Delay of timers in ms. */
  read(): { readonly p99: number; readonly max: number }
  close(): void
}

/** More than some tens of ms means that orders wait. */
export const createLoopDelay = (): LoopDelay => {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  const late = (nanoseconds: number): number =>
    Math.max(0, Math.round((nanoseconds / NANOSECONDS - RESOLUTION_MS) * 10) / 10)
  const look = () => ({ p99: late(histogram.percentile(99)), max: late(histogram.max) })
  let last: ReturnType<typeof look> | null = null
  const timer = setInterval(() => {
    last = look()
    histogram.reset()
  }, WINDOW_MS)
  timer.unref()
  return {
    read: () => last ?? look(),
    close: () => {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
