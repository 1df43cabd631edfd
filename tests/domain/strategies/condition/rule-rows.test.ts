import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCondition } from '../../../../src/domain/strategies/condition/parse.ts'
import { printCondition } from '../../../../src/domain/strategies/condition/print.ts'
import {
  type RuleRows,
  rowsOfRule,
  ruleOfRows,
  withoutRow,
  withRow,
  withRowMoved,
} from '../../../../src/domain/strategies/condition/rule-rows.ts'
import type { Condition } from '../../../../src/domain/strategies/condition/tree.ts'
import { conditionTrees } from '../../../support/condition-trees.ts'

const rule = (text: string): Condition => {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(text)
  return parsed.tree
}

/** `all | close > 1 | close > 2` */
const line = ({ joiner, rows }: RuleRows): string => [joiner, ...rows.map(printCondition)].join(' | ')

const edited = (text: string, edit: (rows: RuleRows) => RuleRows): string | null => {
  const made = ruleOfRows(edit(rowsOfRule(rule(text))))
  return made === null ? null : printCondition(made)
}

describe('a rule as rows', () => {
  test.each([
    ['close > 1', 'all | close > 1'],
    ['close > 1 and close > 2', 'all | close > 1 | close > 2'],
    ['close > 1 or close > 2 and close > 3', 'any | close > 1 | close > 2 and close > 3'],
    ['(close > 1 or close > 2) and close > 3', 'all | close > 1 or close > 2 | close > 3'],
  ])('%s', (text, expected) => {
    expect(line(rowsOfRule(rule(text)))).toEqual(expected)
  })

  test('is the rule again, whatever the rule', () => {
    fc.assert(
      fc.property(conditionTrees, (tree) => {
        const again = ruleOfRows(rowsOfRule(tree))
        expect(again === null ? null : printCondition(again)).toEqual(printCondition(tree))
      }),
    )
  })

  test('takes a row, loses one, and moves one as far as the end', () => {
    const three = 'close > 1 and close > 2 and close > 3'
    expect(edited(three, (rows) => withRow(rows, 1, rule('rsi(14) < 30')))).toEqual(
      'close > 1 and rsi(14) < 30 and close > 3',
    )
    expect(edited('close > 1', (rows) => withRow(rows, 1, rule('close > 2')))).toEqual(
      'close > 1 and close > 2',
    )
    expect(edited(three, (rows) => withoutRow(rows, 0))).toEqual('close > 2 and close > 3')
    expect(edited('close > 1', (rows) => withoutRow(rows, 0))).toEqual(null)
    expect(edited(three, (rows) => withRowMoved(rows, 0, 1))).toEqual('close > 2 and close > 1 and close > 3')
    expect(edited(three, (rows) => withRowMoved(rows, 0, 9))).toEqual('close > 2 and close > 3 and close > 1')
    expect(edited(three, (rows) => withRowMoved(rows, 2, -9))).toEqual(
      'close > 3 and close > 1 and close > 2',
    )
  })

  test('keeps a group in parentheses when it joins its like', () => {
    expect(
      edited('close > 1 or close > 2', (rows) => withRow(rows, 2, rule('close > 3 or close > 4'))),
    ).toEqual('close > 1 or close > 2 or (close > 3 or close > 4)')
  })
})
