import { epochMs } from '../../src/domain/time.ts'
import type { HandClock } from './clock.ts'

/** A clock that begins at `2026-11-20 10:00`, Indian time, and goes on as fast as any other. */
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
