import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { istDayNumber } from '../../../src/domain/time.ts'
import type { Clock } from '../../ports.ts'
import { findSimulated } from '../master/universe.ts'
import { whenIdle } from '../when-idle.ts'
import type { SimulatedDays } from './simulated-days.ts'

/** A session takes about 15 ms: with this pause a tenth of a core, for two to three minutes. */
const PAUSE_MS = 120
/** 90 days. */
const MINUTES_READY = 65

export const createPrefill = (days: SimulatedDays, clock: Clock) => {
  return {
    async run(isStopped: () => boolean): Promise<void> {
      const nifty = findSimulated(instrumentId('INDICES', 'NIFTY 50'))
      if (nifty === null) return
      const last = days.sessions.lastUntil(istDayNumber(clock.now()))
      for (let session = last; session >= 0 && !isStopped(); session--) {
        // Indices that share members are made together, so one is enough.
        if (last - session < MINUTES_READY) days.pathOf(nifty, session)
        else days.rangeOf(nifty, session)
        await whenIdle(PAUSE_MS, isStopped)
      }
    },
  }
}
