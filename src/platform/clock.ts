import { type EpochMs, epochMs } from '../domain/time.ts'

/** Resolution of a `Date` header. */
const HEADER_STEP_MS = 1000

export interface Clock {
  /** Server time; browser time until the first answer. */
  now(): EpochMs
  /** Lead of the browser's clock over the server's, in ms; 0 until the first answer. */
  skewMs(): number
  /** The call went out and came back at these readings of `ticks`. */
  observe(serverMs: number, sentAt: number, receivedAt: number): void
}

export interface ClockPorts {
  readonly wallClock: () => number
  /** Monotonic ms. */
  readonly ticks: () => number
}

/**
 * Each header bounds server time minus `ticks` from both sides, and all bounds together narrow it. Bounds
 * that contradict the known ones mean that a clock was set or the machine slept: then only the newest count.
 */
export const createClock = ({ wallClock, ticks }: ClockPorts): Clock => {
  let bounds: { readonly low: number; readonly high: number } | null = null

  const offset = (): number => (bounds === null ? wallClock() - ticks() : (bounds.low + bounds.high) / 2)

  return {
    now: () => epochMs(Math.round(ticks() + offset())),
    skewMs: () => (bounds === null ? 0 : Math.round(wallClock() - ticks() - offset())),
    observe(serverMs, sentAt, receivedAt) {
      const seen = { low: serverMs - receivedAt, high: serverMs + HEADER_STEP_MS - sentAt }
      const both = {
        low: Math.max(seen.low, bounds?.low ?? seen.low),
        high: Math.min(seen.high, bounds?.high ?? seen.high),
      }
      bounds = both.low <= both.high ? both : seen
    },
  }
}
