import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

const BUSY_SHARE = 0.25

/** Resolves after a pause with little other work, as orders cannot wait, or once stopped. */
export const whenIdle = async (pauseMs: number, isStopped: () => boolean): Promise<void> => {
  for (let isBusy = true; isBusy && !isStopped(); ) {
    const before = performance.eventLoopUtilization()
    await wait(pauseMs, undefined, { ref: false })
    isBusy = performance.eventLoopUtilization(before).utilization > BUSY_SHARE
  }
}
