import { formatNumber } from '../format.ts'
import { printOperand, shortOperand } from '../strategies/condition/print.ts'
import type { Comparator, Condition, Operand } from '../strategies/condition/tree.ts'
import type { LoggedValue } from './deployment.ts'

const verbs: Readonly<Record<Comparator, string>> = {
  'equal to': 'equals',
  'crosses above': 'crossed above',
  'crosses below': 'crossed below',
  'lower than': 'below',
  'higher than equal to': 'at or above',
  'lower than equal to': 'at or below',
  'higher than': 'above',
}

/** A rule that was true: `rsi(14) 28.31 below 30 and close 101.50 above sma(close,20) 100.97`. */
export const ruleInNumbers = (condition: Condition, values: readonly LoggedValue[]): string => {
  const known = new Map(values.map(({ text, value }) => [text, value]))
  const side = (operand: Operand): string => {
    const text = printOperand(operand)
    return operand.kind === 'number'
      ? text
      : `${shortOperand(operand)} ${formatNumber(known.get(text) ?? null)}`
  }
  const words = (part: Condition, isInner: boolean): string => {
    if (part.kind === 'compare') return `${side(part.left)} ${verbs[part.comparator]} ${side(part.right)}`
    const joined = part.of.map((one) => words(one, true)).join(part.kind === 'all' ? ' and ' : ' or ')
    return isInner && part.of.length > 1 ? `(${joined})` : joined
  }
  return words(condition, false)
}
