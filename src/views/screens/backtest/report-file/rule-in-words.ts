import { printOperand } from '../../../../domain/strategies/condition/print.ts'
import type { Comparator, Condition } from '../../../../domain/strategies/condition/tree.ts'

const verbs: Readonly<Record<Comparator, string>> = {
  'equal to': 'is equal to',
  'crosses above': 'crosses above',
  'crosses below': 'crosses below',
  'lower than': 'is below',
  'higher than equal to': 'is at or above',
  'lower than equal to': 'is at or below',
  'higher than': 'is above',
}

/** `rsi(14) is below 30 and close is above 100` */
export const ruleInWords = (condition: Condition): string => {
  if (condition.kind === 'compare') {
    const { left, comparator, right } = condition
    return `${printOperand(left)} ${verbs[comparator]} ${printOperand(right)}`
  }
  return condition.of
    .map((part) => (part.kind === 'compare' ? ruleInWords(part) : `(${ruleInWords(part)})`))
    .join(condition.kind === 'all' ? ' and ' : ' or ')
}
