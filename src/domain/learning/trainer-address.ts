import { pathOf, readOn } from '../screens.ts'

export const drillSets = ['basics', 'scalping', 'options', 'yours'] as const
export type DrillSet = (typeof drillSets)[number]

/** The first set if the query names none that exists. */
export const readTrainer = (query: URLSearchParams): DrillSet =>
  drillSets.find((one) => one === query.get('set')) ?? drillSets[0]

export const drillSetAt = (path: string): DrillSet | null => readOn('trainer', path, readTrainer)

export const pathOfTrainer = (set: DrillSet): string => pathOf('trainer', set === drillSets[0] ? {} : { set })
