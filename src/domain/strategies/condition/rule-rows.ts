import type { Condition } from './tree.ts'

/** A rule as the rows of a form: parts that must all be true, or of which any must be. */
export interface RuleRows {
  readonly joiner: 'all' | 'any'
  readonly rows: readonly Condition[]
}

export const rowsOfRule = (rule: Condition): RuleRows =>
  rule.as !== undefined || rule.kind === 'compare' || rule.of.length < 2
    ? { joiner: 'all', rows: [rule] }
    : { joiner: rule.kind, rows: rule.of }

/** Null without rows. A single row is the rule itself. */
export const ruleOfRows = ({ joiner, rows }: RuleRows): Condition | null => {
  const [first, ...others] = rows
  if (first === undefined) return null
  return others.length === 0 ? first : { kind: joiner, of: rows }
}

export const withRow = ({ joiner, rows }: RuleRows, index: number, row: Condition): RuleRows => ({
  joiner,
  rows: index < rows.length ? rows.with(index, row) : [...rows, row],
})

export const withoutRow = ({ joiner, rows }: RuleRows, index: number): RuleRows => ({
  joiner,
  rows: rows.filter((_, other) => other !== index),
})

/** Moves a row `by` places, at most to either end. */
export const withRowMoved = ({ joiner, rows }: RuleRows, index: number, by: number): RuleRows => {
  const row = rows[index]
  if (row === undefined) return { joiner, rows }
  const others = rows.filter((_, other) => other !== index)
  const to = Math.min(Math.max(index + by, 0), others.length)
  return { joiner, rows: others.toSpliced(to, 0, row) }
}
