import { type InstrumentId, type Universe, universes } from './instrument.ts'
import type { InstrumentIndex } from './instrument-index.ts'

/** The universe whose members today are these instruments and no others, or null. */
export const universeOfRun = (
  instruments: readonly InstrumentId[],
  index: Pick<InstrumentIndex, 'membersOf'>,
): Universe | null => {
  const run = new Set(instruments)
  const isAll = (universe: Universe): boolean => {
    const members = index.membersOf(universe)
    return members.length > 1 && members.length === run.size && members.every(({ id }) => run.has(id))
  }
  return universes.find(isAll) ?? null
}

/** What a reader of a run over a universe must know, in whole sentences. */
export const describeUniverse = (universe: Universe): string =>
  `The shares are those of ${universe} today, for the whole span. One that was in it then and has left is missing, and what leaves has mostly fallen: that flatters the figures.`
