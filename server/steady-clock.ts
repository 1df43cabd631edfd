import { type EpochMs, epochMs } from '../src/domain/time.ts'
import type { Clock, Log } from './ports.ts'

export const JUMP_MS = 1_000
/** Tolerated lead of the wall clock, as reading two clocks takes time. */
const FOLLOW_MS = 20

/** Base of market time: never goes back, whatever the wall clock does. */
export interface SteadyClock extends Clock {
  /** Added to `monotonicMs` of any process of this machine, it gives the same time. */
  offset(): number
  watch(tell: (offset: number) => void): void
}

export interface SteadyClockPorts {
  readonly wallClock: Clock
  readonly monotonicMs: () => number
  readonly log: Log
}

/** Since boot, the same in every process; stops while the machine is suspended. */
export const monotonicMs = (): number => {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}

export const clockWithOffset = (offset: () => number): Clock => ({
  now: () => epochMs(Math.floor(monotonicMs() + offset())),
})

// A wall clock that is ahead is followed at once: the machine was suspended or its clock corrected. One that
// was set back is not: time goes on at its own pace until the wall has caught up or the server restarts.
export const createSteadyClock = ({ wallClock, monotonicMs, log }: SteadyClockPorts): SteadyClock => {
  const watchers: ((offset: number) => void)[] = []
  let offset = wallClock.now() - monotonicMs()
  let aheadBefore = 0

  const look = (): number => {
    const steady = monotonicMs() + offset
    const ahead = wallClock.now() - steady
    const jump = Math.round(ahead - aheadBefore)
    if (Math.abs(jump) > JUMP_MS) {
      const words = jump > 0 ? 'the wall clock went forward' : 'the wall clock was set back'
      log.warn({ jumpMs: jump, marketAheadMs: Math.max(0, Math.round(-ahead)) }, words)
    }
    aheadBefore = Math.min(0, ahead)
    if (ahead <= FOLLOW_MS) return steady
    offset += ahead
    for (const tell of watchers) tell(offset)
    return steady + ahead
  }

  return {
    now: (): EpochMs => epochMs(Math.floor(look())),
    offset: () => offset,
    watch: (tell) => {
      watchers.push(tell)
    },
  }
}
