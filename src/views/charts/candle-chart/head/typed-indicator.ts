import { quietEnvironment } from '../../../../commands/environment.ts'
import { indicatorText } from '../../../../commands/grammar/backtests/indicator.ts'
import type { SavedDefinition } from '../../../../machines/strategies/definitions.ts'

/** An indicator, a calculation or a rule, as the chart keeps it. */
export const readTyped = (
  text: string,
  definitions: readonly SavedDefinition[],
): { readonly indicator: string } | { readonly problem: string } => {
  const taken = indicatorText.read(text.trim(), 0, { ...quietEnvironment, definitions })
  if (taken === null) return { problem: `Expected ${indicatorText.expects}` }
  return taken.kind === 'value'
    ? { indicator: taken.value }
    : { problem: `Expected ${taken.problem.expected}` }
}
