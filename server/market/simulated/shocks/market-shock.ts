import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { MINUTE_MS } from '../../../../src/domain/time.ts'

export type ShockKind = 'crash' | 'gap' | 'circuit'

export interface MarketShock {
  readonly id: string
  readonly kind: ShockKind
  readonly share: InstrumentId | null
  /** Market time, the beginning of a minute. */
  readonly startsAt: number
  readonly endsAt: number
}

/** Minutes since the start. */
interface Course {
  readonly down: number
  readonly turns: number
  readonly back: number
}

// Prices of past days depend on these numbers: a different course needs a kind of its own. Each has ended within
// TRADING_MINUTES_NEEDED after it was asked for.
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
