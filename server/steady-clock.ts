import { type EpochMs, epochMs } from '../src/domain/time.ts'
import type { Clock, Log } from './ports.ts'

/** A wall clock that was set by more than this has jumped, which is logged. */
export const JUMP_MS = 1_000
/** How far the wall may be ahead without being followed: reading two clocks takes time. */
const FOLLOW_MS = 20

/** The time that market time is reckoned by: it only goes forward, whatever becomes of the wall clock. */
export interface SteadyClock extends Clock {
  /** What has to be added to `monotonicMs` of any process of this machine to read the same time. */
  offset(): number
  /** Calls `tell` when the offset has changed. */
  watch(tell: (offset: number) => void): void
}

export interface SteadyClockPorts {
  readonly wallClock: Clock
  /** Milliseconds that only go up, and that no setting of the wall clock touches. */
  readonly monotonicMs: () => number
  readonly log: Log
}

/** Counts from the start of the machine; the same in every process. Stands still while the machine is suspended. */
export const monotonicMs = (): number => {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}

/** The time of another process whose offset is known. */
export const clockWithOffset = (offset: () => number): Clock => ({
  now: () => epochMs(Math.floor(monotonicMs() + offset())),
})

/**
 * Begins with the wall clock and goes on by the monotonic one. A wall that is ahead is followed at once: the machine was
 * suspended, or its clock was corrected. One that was set back is not: time goes on at its own pace, ahead of the wall,
 * until the wall has caught up or the server starts again.
 */
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
