import type { EquityStrategy, OptionsStrategy, Strategy } from '../../../domain/strategies/strategy.ts'

export const UNDO_MAX = 200

/** Undefined takes an optional field away. */
export type PartOf<Of extends Strategy> = {
  readonly [Name in Exclude<keyof Of, 'category'>]?: Of[Name] | undefined
}

export type StrategyPart = PartOf<EquityStrategy> | PartOf<OptionsStrategy>

/** Changes of one `group` in a row are undone together: the letters typed into one field. */
export interface DraftHistory {
  readonly draft: Strategy
  readonly past: readonly Strategy[]
  /** The next to be redone is first. */
  readonly future: readonly Strategy[]
  readonly group: string | null
}

export const isSameStrategy = (one: Strategy, other: Strategy): boolean =>
  one === other || JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

const sorted = (strategy: Strategy): readonly (readonly [string, unknown])[] =>
  Object.entries(strategy).sort(([one], [other]) => (one < other ? -1 : 1))

/** The part must be of the draft's category. */
export const changed = (history: DraftHistory, part: StrategyPart, group: string | null): DraftHistory => {
  const { draft, past } = history
  const next = Object.fromEntries(
    Object.entries({ ...draft, ...part }).filter(([, value]) => value !== undefined),
  ) as unknown as Strategy
  if (isSameStrategy(draft, next)) return { ...history, group }
  const isOneGroup = group !== null && group === history.group
  return {
    draft: next,
    past: isOneGroup ? past : [...past, draft].slice(-UNDO_MAX),
    future: [],
    group,
  }
}

export const undone = (history: DraftHistory): DraftHistory => {
  const { draft, past, future } = history
  const before = past.at(-1)
  if (before === undefined) return history
  return { draft: before, past: past.slice(0, -1), future: [draft, ...future], group: null }
}

export const redone = (history: DraftHistory): DraftHistory => {
  const { draft, past, future } = history
  const [after, ...later] = future
  if (after === undefined) return history
  return { draft: after, past: [...past, draft], future: later, group: null }
}
