import { type InstrumentId, type Universe, universes } from '../instruments/instrument.ts'
import type { InstrumentIndex } from '../instruments/instrument-index.ts'

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

export const describeUniverse = (universe: Universe): string =>
  `Survivorship bias: today’s ${universe} members are used for the whole span. Stocks that have left the index, mostly after falling, are missing.`
