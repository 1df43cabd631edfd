import type { Instrument } from '../../../../src/domain/instruments/instrument.ts'
import type { createDice } from './world.ts'

/** Ticks and lots that a list may give from one minute to the next; the first are those it begins with. */
const ticks = [0.05, 0.1, 0.5] as const
const lots = [1, 1, 25, 75] as const

export interface ChangingList {
  readonly find: (id: string) => Instrument | null
  readonly version: () => string
  readonly changes: number
  readonly change: () => void
}

/**
 * The list of instruments of one world, which another one takes the place of while orders rest: ticks and lots change,
 * names stay. Everything is drawn from the dice of the world, so that a seed plays the same lists again.
 */
export const createChangingList = (
  instruments: readonly Instrument[],
  dice: ReturnType<typeof createDice>,
): ChangingList => {
  let rows = new Map(instruments.map((row) => [row.id as string, row]))
  let changes = 0
  return {
    find: (id: string): Instrument | null => rows.get(id) ?? null,
    version: (): string => `list-${changes}`,
    get changes(): number {
      return changes
    },
    change(): void {
      changes += 1
      rows = new Map(
        [...rows].map(([id, row]) => [id, { ...row, tickSize: dice.pick(ticks), lotSize: dice.pick(lots) }]),
      )
    },
  }
}
