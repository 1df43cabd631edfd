import type { Scheduler } from '../../server/broker/runtime/scheduler.ts'
import type { HandClock } from './clock.ts'

/** Nothing comes by itself; whoever waits moves the clock. */
export const handScheduler = (clock: HandClock): Scheduler => ({
  every: () => () => {},
  after: async (ms) => clock.advance(ms),
})
