import type { InstrumentId } from '../instruments/instrument.ts'
import { parseCondition } from './condition/parse.ts'
import type { Condition } from './condition/tree.ts'
import type { Strategy, UnderlyingRule } from './strategy.ts'

/** Null where there is no condition, or one that cannot be read. */
export interface StrategyRules {
  readonly entry: Condition | null
  readonly exit: Condition | null
}

/** Null if the text cannot be read. */
export const ruleOf = (logic: string): Condition | null => {
  const parsed = parseCondition(logic)
  return parsed.ok ? parsed.tree : null
}

export const logicOn = (rules: readonly UnderlyingRule[], instrument: InstrumentId | null): string =>
  (rules.find(({ segSym }) => segSym === instrument) ?? rules[0])?.logic ?? ''

export const logicsOf = (
  strategy: Strategy,
  instrument: InstrumentId | null,
): { readonly entry: string; readonly exit: string } =>
  strategy.category === 'equity'
    ? { entry: strategy.entryLogic, exit: strategy.exitLogic }
    : {
        entry: logicOn(strategy.entryUnderlyings, instrument),
        exit: logicOn(strategy.exitUnderlyings, instrument),
      }

export const rulesOfStrategy = (strategy: Strategy, instrument: InstrumentId | null): StrategyRules => {
  const { entry, exit } = logicsOf(strategy, instrument)
  return {
    entry: strategy.entryType === 'condition' ? ruleOf(entry) : null,
    exit: strategy.exitType === 'condition' ? ruleOf(exit) : null,
  }
}
