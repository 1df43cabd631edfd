import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

/** Share of a pause in which the event loop had something to do, from which on work ahead waits for another pause. */
const BUSY_SHARE = 0.25

/**
 * Ends after a pause in which little else was to be done: what is made ahead can wait, orders cannot. `isStopped` ends
 * the waiting too.
 */
export const untilQuiet = async (pauseMs: number, isStopped: () => boolean): Promise<void> => {
  for (let isBusy = true; isBusy && !isStopped(); ) {
    const before = performance.eventLoopUtilization()
    await wait(pauseMs, undefined, { ref: false })
    isBusy = performance.eventLoopUtilization(before).utilization > BUSY_SHARE
  }
}
