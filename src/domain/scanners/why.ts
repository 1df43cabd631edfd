import { printCondition } from '../strategies/condition/print.ts'
import type { Condition, Operand } from '../strategies/condition/tree.ts'

/** A part of a rule with its numbers; a tree as a list, each part before those inside it. */
export interface WhyPart {
  readonly depth: number
  /** `all of`, `any of`, or the printed comparison. */
  readonly text: string
  readonly isTrue: boolean | null
  readonly left: number | null
  readonly right: number | null
}

export interface Judged {
  readonly valueOf: (operand: Operand) => number
  readonly isTrue: (part: Condition) => boolean | null
}

const known = (value: number): number | null => (Number.isNaN(value) ? null : value)

export const whyParts = (rule: Condition, judged: Judged, depth = 0): readonly WhyPart[] => {
  const isTrue = judged.isTrue(rule)
  if (rule.kind === 'compare') {
    const [left, right] = [rule.left, rule.right].map((operand) => known(judged.valueOf(operand)))
    return [{ depth, text: printCondition(rule), isTrue, left: left ?? null, right: right ?? null }]
  }
  const text = rule.kind === 'all' ? 'all of' : 'any of'
  return [
    { depth, text, isTrue, left: null, right: null },
    ...rule.of.flatMap((part) => whyParts(part, judged, depth + 1)),
  ]
}

/** How far a rule is from being true, relative to its numbers: 0 where it is; it only sorts. */
export const distanceOf = (rule: Condition, judged: Judged): number => {
  const isTrue = judged.isTrue(rule)
  if (isTrue === null) return Number.POSITIVE_INFINITY
  if (isTrue) return 0
  if (rule.kind === 'all') return rule.of.reduce((sum, part) => sum + distanceOf(part, judged), 0)
  if (rule.kind === 'any') return Math.min(...rule.of.map((part) => distanceOf(part, judged)))
  const [left, right] = [judged.valueOf(rule.left), judged.valueOf(rule.right)]
  return Math.abs(left - right) / Math.max(Math.abs(left), Math.abs(right), 1e-9)
}

export const failing = (
  rule: Condition,
  judged: Judged,
): readonly Extract<Condition, { kind: 'compare' }>[] => {
  if (judged.isTrue(rule) !== false) return []
  return rule.kind === 'compare' ? [rule] : rule.of.flatMap((part) => failing(part, judged))
}

/** The operand that a reader looks at first, with its value: `rsi(14) 30.6`. */
export const firstOperand = ({ left, right }: Extract<Condition, { kind: 'compare' }>): Operand =>
  left.kind === 'number' ? right : left
