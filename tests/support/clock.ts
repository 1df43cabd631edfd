import type { Clock } from '../../server/ports.ts'
import { type EpochMs, epochMs } from '../../src/domain/time.ts'

export interface HandClock extends Clock {
  set(at: number): void
  advance(ms: number): void
}

/** Stands still until it is moved. Reads `2026-11-20 10:00` as IST. */
export const clockAt = (istText: string): HandClock => {
  let now: EpochMs = epochMs(Date.parse(`${istText.replace(' ', 'T')}+05:30`))
  return {
    now: () => now,
    set: (at) => {
      now = epochMs(at)
    },
    advance: (ms) => {
      now = epochMs(now + ms)
    },
  }
}
