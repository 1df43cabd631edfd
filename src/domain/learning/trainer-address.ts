import { pathOf, screenAt } from '../screens.ts'

export const drillSets = ['basics', 'scalping', 'options', 'yours'] as const
export type DrillSet = (typeof drillSets)[number]

/** What is left out, or cannot be read, is the first set. */
export const readTrainer = (query: URLSearchParams): DrillSet =>
  drillSets.find((one) => one === query.get('set')) ?? drillSets[0]

export const drillSetAt = (path: string): DrillSet | null =>
  screenAt(path) === 'trainer' ? readTrainer(new URLSearchParams(path.split('?')[1] ?? '')) : null

export const pathOfTrainer = (set: DrillSet): string => pathOf('trainer', set === drillSets[0] ? {} : { set })
