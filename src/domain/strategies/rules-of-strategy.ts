import { parseCondition } from './condition/parse.ts'
import type { Condition } from './condition/tree.ts'
import type { EquityStrategy } from './strategy.ts'

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

export const rulesOfStrategy = ({
  entryType,
  entryLogic,
  exitType,
  exitLogic,
}: EquityStrategy): StrategyRules => ({
  entry: entryType === 'condition' ? ruleOf(entryLogic) : null,
  exit: exitType === 'condition' ? ruleOf(exitLogic) : null,
})
