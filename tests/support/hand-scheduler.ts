import type { Scheduler } from '../../server/broker/runtime/scheduler.ts'
import type { HandClock } from './clock.ts'

/** Runs nothing by itself; waiting moves the clock. */
export const handScheduler = (clock: HandClock): Scheduler => ({
  every: () => () => {},
  after: async (ms) => clock.advance(ms),
})
