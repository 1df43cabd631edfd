import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { MINUTE_MS } from '../../../../src/domain/time.ts'

export type ShockKind = 'crash' | 'gap' | 'circuit'

/** A move of the simulated market's prices that begins and ends within one session. */
export interface MarketShock {
  /** UUID. */
  readonly id: string
  readonly kind: ShockKind
  /** Share that goes to its lower limit; null for the whole market. */
  readonly share: InstrumentId | null
  /** Market time, the beginning of a minute. */
  readonly startsAt: number
  readonly endsAt: number
}

/** Minutes, ascending, at which the price is down, begins to come back and is back. */
interface Course {
  readonly down: number
  readonly turns: number
  readonly back: number
}

// Each course is short enough to be traded through, and the longest ends well within the 45 minutes of trading that a shock
// needs. They are part of past days: another course needs another kind.
const courses: Readonly<Record<ShockKind, Course>> = {
  crash: { down: 3, turns: 5, back: 15 },
  gap: { down: 0, turns: 15, back: 35 },
  circuit: { down: 4, turns: 14, back: 24 },
}

/** Share of the price that a share with a beta of 1 loses: less than the 10 % at which exchanges halt the whole market. */
export const MARKET_FALL = {
  // The fall of US indices in minutes on 6 May 2010.
  crash: 0.06,
  // Beyond the stops that most traders keep, so that they fill behind their triggers.
  gap: 0.03,
} as const

export const TRADING_MINUTES_NEEDED = 45

export const minutesOfShock = (kind: ShockKind): number => courses[kind].back

/** Minutes since its start, the first included and the second not, in which it is as deep as it goes. */
export const deepestOf = (kind: ShockKind): readonly [number, number] => [
  courses[kind].down,
  courses[kind].turns,
]

/** Between 0, the price without the shock, and 1. */
export const depthAt = (kind: ShockKind, sinceStart: number): number => {
  const { down, turns, back } = courses[kind]
  const minutes = sinceStart / MINUTE_MS
  if (minutes < 0 || minutes >= back) return 0
  if (minutes < down) return minutes / down
  return minutes <= turns ? 1 : (back - minutes) / (back - turns)
}
