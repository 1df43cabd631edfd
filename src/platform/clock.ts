import { type EpochMs, epochMs } from '../domain/time.ts'

/** A `Date` header says the second and not when within it. */
const HEADER_STEP_MS = 1000

export interface Clock {
  /** Server time as well as it is known; browser time until the first answer. */
  now(): EpochMs
  /** How far the browser's clock is ahead of the server's, in milliseconds; 0 until the first answer. */
  skewMs(): number
  /** A header said `serverMs`; the call went out and came back at these readings of `ticks`. */
  observe(serverMs: number, sentAt: number, receivedAt: number): void
}

export interface ClockPorts {
  /** The browser's wall clock. */
  readonly wallClock: () => number
  /** Milliseconds that only ever go up. */
  readonly ticks: () => number
}

/**
 * Each header bounds the difference between server time and `ticks` from both sides; the bounds of all of them
 * together narrow it. Bounds that contradict the known ones mean that a clock was set or the machine slept: then the
 * newest stand alone.
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
