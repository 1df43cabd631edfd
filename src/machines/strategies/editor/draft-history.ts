import type { EquityStrategy, OptionsStrategy, Strategy } from '../../../domain/strategies/strategy.ts'
import { type EditHistory, recorded } from '../../edit-history.ts'

/** Undefined takes an optional field away. */
export type PartOf<Of extends Strategy> = {
  readonly [Name in Exclude<keyof Of, 'category'>]?: Of[Name] | undefined
}

export type DraftHistory = EditHistory<Strategy>

export type StrategyPart = PartOf<EquityStrategy> | PartOf<OptionsStrategy>

export const isSameStrategy = (one: Strategy, other: Strategy): boolean =>
  one === other || JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

const sorted = (strategy: Strategy): readonly (readonly [string, unknown])[] =>
  Object.entries(strategy).sort(([one], [other]) => (one < other ? -1 : 1))

/** The part must be of the draft's category. */
export const changed = (history: DraftHistory, part: StrategyPart, group: string | null): DraftHistory => {
  const { draft } = history
  const next = Object.fromEntries(
    Object.entries({ ...draft, ...part }).filter(([, value]) => value !== undefined),
  ) as unknown as Strategy
  if (isSameStrategy(draft, next)) return { ...history, group }
  return recorded(history, next, group)
}
