import { instrumentId } from '../../../src/domain/instrument.ts'
import { istDayNumber } from '../../../src/domain/time.ts'
import type { Clock } from '../../ports.ts'
import { findSimulated } from '../master/universe.ts'
import { untilQuiet } from '../quiet.ts'
import type { SimulatedDays } from './simulated-days.ts'

/** Each session takes some 15 ms; with this pause the work takes a tenth of a core and two to three minutes. */
const PAUSE_MS = 120
/** Sessions whose minutes are kept ready: 90 days. */
const MINUTES_READY = 65

/** Makes the sessions of the main indices, the latest first, so that charts of them come at once. */
export const createPrefill = (days: SimulatedDays, clock: Clock) => {
  return {
    async run(isStopped: () => boolean): Promise<void> {
      const nifty = findSimulated(instrumentId('INDICES', 'NIFTY 50'))
      if (nifty === null) return
      const last = days.sessions.lastUntil(istDayNumber(clock.now()))
      for (let session = last; session >= 0 && !isStopped(); session--) {
        // Indices that share members are made together, so one stands for all.
        if (last - session < MINUTES_READY) days.leavesOf(nifty, session)
        else days.rangeOf(nifty, session)
        await untilQuiet(PAUSE_MS, isStopped)
      }
    },
  }
}
