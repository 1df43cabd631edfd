import { epochMs } from '../../src/domain/time.ts'
import type { HandClock } from './clock.ts'

/** Begins at `2026-11-20 10:00` IST and runs at real speed. */
export const runningClockAt = (istText: string): HandClock => {
  let offset = Date.parse(`${istText.replace(' ', 'T')}+05:30`) - performance.now()
  const now = () => epochMs(Math.floor(performance.now() + offset))
  return {
    now,
    set: (at) => {
      offset = at - performance.now()
    },
    advance: (ms) => {
      offset += ms
    },
  }
}
