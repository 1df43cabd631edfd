import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { instrumentId } from '../../../src/domain/instrument.ts'
import { istDayNumber } from '../../../src/domain/time.ts'
import type { Clock } from '../../ports.ts'
import { findSimulated } from '../master/universe.ts'
import type { SimulatedDays } from './simulated-days.ts'

/** Each session takes some 15 ms; with this pause the work takes a tenth of a core and two to three minutes. */
const PAUSE_MS = 120
/** Share of a pause in which the event loop had something to do, from which on the work waits for another pause. */
const BUSY_SHARE = 0.25
/** Sessions whose minutes are kept ready: 90 days. */
const MINUTES_READY = 65

/** Makes the sessions of the main indices, the latest first, so that charts of them come at once. */
export const createPrefill = (days: SimulatedDays, clock: Clock) => {
  let isStopped = false

  /** Charts can be made when they are asked for; orders cannot wait. */
  const quiet = async (): Promise<void> => {
    for (let isBusy = true; isBusy && !isStopped; ) {
      const before = performance.eventLoopUtilization()
      await wait(PAUSE_MS, undefined, { ref: false })
      isBusy = performance.eventLoopUtilization(before).utilization > BUSY_SHARE
    }
  }

  return {
    stop: () => {
      isStopped = true
    },
    async run(): Promise<void> {
      const nifty = findSimulated(instrumentId('INDICES', 'NIFTY 50'))
      if (nifty === null) return
      const last = days.sessions.lastUntil(istDayNumber(clock.now()))
      for (let session = last; session >= 0 && !isStopped; session--) {
        // Indices that share members are made together, so one stands for all.
        if (last - session < MINUTES_READY) days.leavesOf(nifty, session)
        else days.rangeOf(nifty, session)
        await quiet()
      }
    },
  }
}
