import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CONDITION_DEPTH_MAX,
  CONDITION_LENGTH_MAX,
  CONDITION_NODES_MAX,
} from '../../../../src/domain/strategies/condition/cursor.ts'
import {
  parseCondition,
  parseConditionPrefix,
  parseOperand,
} from '../../../../src/domain/strategies/condition/parse.ts'
import { printCondition, printOperand } from '../../../../src/domain/strategies/condition/print.ts'
import {
  type Condition,
  comparators,
  type IndicatorOperand,
  type Operand,
} from '../../../../src/domain/strategies/condition/tree.ts'
import { conditionTrees, operandTrees } from '../../../support/condition-trees.ts'

const close: Operand = { kind: 'indicator', key: 'close', params: [0] }
const ema = (period: number): IndicatorOperand => ({
  kind: 'indicator',
  key: 'ema',
  params: ['close', period],
})
const number = (value: number): Operand => ({ kind: 'number', value })
const compare = (left: Operand, comparator: (typeof comparators)[number], right: Operand): Condition => ({
  kind: 'compare',
  left,
  comparator,
  right,
})
const tree = (text: string) => {
  const parsed = parseCondition(text)
  return parsed.ok ? parsed.tree : parsed.problem
}

describe('the condition language', () => {
  test.each<[string, Condition]>([
    ['ema(close,9) crosses above ema(close,21)', compare(ema(9), 'crosses above', ema(21))],
    ['EMA ( close , 9 )  CROSSES   below ema(21)', compare(ema(9), 'crosses below', ema(21))],
    ['close<100', compare(close, 'lower than', number(100))],
    ['close <= -1.5e2', compare(close, 'lower than equal to', number(-150))],
    ['close > .5', compare(close, 'higher than', number(0.5))],
    ['close >= 5.', compare(close, 'higher than equal to', number(5))],
    ['close = 1', compare(close, 'equal to', number(1))],
    ['close == 1', compare(close, 'equal to', number(1))],
    ...comparators.map((comparator): [string, Condition] => [
      `close ${comparator} 1`,
      compare(close, comparator, number(1)),
    ]),
    [
      'close > 1 and close > 2 or close > 3',
      {
        kind: 'any',
        of: [
          {
            kind: 'all',
            of: [compare(close, 'higher than', number(1)), compare(close, 'higher than', number(2))],
          },
          compare(close, 'higher than', number(3)),
        ],
      },
    ],
    [
      'all of (close > 1, any of (close > 2))',
      {
        kind: 'all',
        of: [
          compare(close, 'higher than', number(1)),
          { kind: 'any', of: [compare(close, 'higher than', number(2))] },
        ],
      },
    ],
    ['((close > 1))', compare(close, 'higher than', number(1))],
    [
      '(close + 1) * 2 > min(close, 3)',
      compare(
        {
          kind: 'arithmetic',
          operator: '*',
          left: { kind: 'arithmetic', operator: '+', left: close, right: number(1) },
          right: number(2),
        },
        'higher than',
        { kind: 'call', name: 'min', of: [close, number(3)] },
      ),
    ],
    [
      'close - -1 > abs(close -1)',
      compare({ kind: 'arithmetic', operator: '-', left: close, right: number(-1) }, 'higher than', {
        kind: 'call',
        name: 'abs',
        of: [{ kind: 'arithmetic', operator: '-', left: close, right: number(1) }],
      }),
    ],
    [
      'ema(close,9)@15min of "NIFTY 50" > close of "nfo-fut" and close > 1'.replace(
        '"nfo-fut"',
        '"RELIANCE"',
      ),
      {
        kind: 'all',
        of: [
          compare(
            {
              kind: 'indicator',
              key: 'ema',
              params: ['close', 9],
              interval: '15min',
              instrument: 'INDICES_NIFTY 50' as never,
            },
            'higher than',
            { kind: 'indicator', key: 'close', params: [0], instrument: 'NSE_RELIANCE' as never },
          ),
          compare(close, 'higher than', number(1)),
        ],
      },
    ],
    [
      'macd(12,26,9,signal) > macd',
      compare({ kind: 'indicator', key: 'macd', params: [12, 26, 9, 'signal'] }, 'higher than', {
        kind: 'indicator',
        key: 'macd',
        params: [12, 26, 9, 'macd'],
      }),
    ],
    [
      'ema(rsi(14),9)@15min > sma((close - open) / 2,20)',
      compare(
        { ...ema(9), over: { kind: 'indicator', key: 'rsi', params: [14] }, interval: '15min' },
        'higher than',
        {
          kind: 'indicator',
          key: 'sma',
          params: ['close', 20, 0],
          over: {
            kind: 'arithmetic',
            operator: '/',
            left: {
              kind: 'arithmetic',
              operator: '-',
              left: close,
              right: { kind: 'indicator', key: 'open', params: [0] },
            },
            right: number(2),
          },
        },
      ),
    ],
    ['ema((close),9) > ema( close , 9 )', compare(ema(9), 'higher than', ema(9))],
  ])('reads %s', (text, expected) => {
    expect(tree(text)).toEqual(expected)
  })

  const operandExpected = 'a number or an indicator such as ema(close,9)'
  const comparatorExpected = 'a comparator: crosses above, crosses below, <, <=, >, >=, ='
  test.each<[string, number, string, string]>([
    ['', 1, 'the end', operandExpected],
    ['close', 6, 'the end', comparatorExpected],
    ['close above 3', 7, 'above', comparatorExpected],
    ['close crosses 3', 7, 'crosses', comparatorExpected],
    ['close >', 8, 'the end', operandExpected],
    ['close > 3 close', 11, 'close', 'the end, and, or'],
    ['close > 3 and', 14, 'the end', operandExpected],
    ['emma(close,9) > 3', 1, 'emma', 'an indicator; nearest: ema, sma, wma'],
    ['close > 3 and zzzzzzzz > 1', 15, 'zzzzzzzz', 'a number or an indicator such as ema(close,9)'],
    ['ema(close,0) > 3', 11, '0', 'a whole number from 1 to 5000 as period'],
    ['ema(close,2.5) > 3', 11, '2.5', 'a whole number from 1 to 5000 as period'],
    ['ema(clos,9) > 3', 5, 'clos', 'field: open, high, low, close, volume, hl2, hlc3, ohlc4, hlcc4'],
    ['ema(close,9,9,9) > 3', 13, '9', ') of ema'],
    ['ema(rsi(14,9),9) > 3', 12, '9', ') of rsi'],
    ['ema(close * ,9) > 3', 13, ',', operandExpected],
    [
      'ema((5 + 2),9) > 3',
      5,
      '(',
      'an operand with an indicator in it, or field: open, high, low, close, volume, hl2, hlc3, ohlc4, hlcc4',
    ],
    [
      'ema(rsi(14) of "TCS",9)@15min > 3',
      24,
      '@',
      'an interval and an instrument behind ema or inside it, not both',
    ],
    ['vwap(3) > 3', 6, '3', ') as vwap takes no values'],
    ['ema(close,9 > 3', 13, '>', ', or ) of ema'],
    [
      'rsi(14)@7min < 3',
      9,
      '7min',
      'an interval: min, 2min, 3min, 5min, 10min, 15min, 30min, hour, 4hour, day, week, month',
    ],
    ['close of NIFTY > 3', 10, 'NIFTY', 'an instrument in quotes such as "NIFTY 50"'],
    ['(close > 3', 11, 'the end', 'and, or or )'],
    ['(close + 3', 11, 'the end', comparatorExpected],
    ['close > (close + 3', 19, 'the end', ')'],
    ['all of close > 3', 8, 'close', '( after all of'],
    ['all of (close > 3', 18, 'the end', ', or ) of all of'],
    ['min(close) > 3', 10, ')', 'two or more operands separated by commas'],
    ['abs(close, 2) > 3', 12, '2', 'one operand'],
    ['max close > 3', 5, 'close', '( after max'],
    ['3abc > close', 1, '3abc', operandExpected],
    ['1e999 > close', 1, '1e999', 'a smaller number'],
    ['close > $', 9, '$', operandExpected],
  ])('refuses "%s" at column %i', (text, column, found, expected) => {
    expect(tree(text)).toEqual({ column, found, expected })
  })

  test('text, nesting and parts are bounded', () => {
    const long = `close > ${'1'.repeat(CONDITION_LENGTH_MAX)}`
    expect(tree(long)).toEqual({
      column: CONDITION_LENGTH_MAX + 1,
      found: '11111111',
      expected: `at most ${CONDITION_LENGTH_MAX} characters`,
    })
    const deep = (levels: number) => `${'('.repeat(levels)}close > 1${')'.repeat(levels)}`
    expect(parseCondition(deep(CONDITION_DEPTH_MAX)).ok).toBe(true)
    expect(tree(deep(CONDITION_DEPTH_MAX + 1))).toEqual({
      column: CONDITION_DEPTH_MAX + 2,
      found: 'close',
      expected: `at most ${CONDITION_DEPTH_MAX} levels of nesting`,
    })
    const many = Array.from({ length: CONDITION_NODES_MAX }, () => '1>0').join(' or ')
    expect(tree(many)).toEqual({
      column: 465,
      found: '0',
      expected: `at most ${CONDITION_NODES_MAX} parts in a condition`,
    })
  })

  test('reads an operand alone', () => {
    expect(parseOperand('close')).toEqual({ ok: true, tree: close })
    expect(parseOperand('close > 1')).toEqual({
      ok: false,
      problem: { column: 7, found: '>', expected: 'the end, and, or' },
    })
  })

  test('a condition inside a line ends where it cannot go on', () => {
    const line = 'bt close > 100 on nifty 50'
    expect(parseConditionPrefix(line, 3)).toEqual({
      ok: true,
      tree: compare(close, 'higher than', number(100)),
      to: 14,
    })
    expect(parseConditionPrefix('bt clse > 1', 3)).toEqual({
      ok: false,
      problem: { column: 4, found: 'clse', expected: 'an indicator; nearest: close' },
      to: 7,
    })
  })

  test('what is printed reads back as the same tree', () => {
    fc.assert(
      fc.property(conditionTrees, (condition) => {
        const text = printCondition(condition)
        fc.pre(text.length <= CONDITION_LENGTH_MAX)
        expect(parseCondition(text)).toEqual({ ok: true, tree: condition })
      }),
    )
    fc.assert(
      fc.property(operandTrees, (operand) => {
        const text = printOperand(operand)
        fc.pre(text.length <= CONDITION_LENGTH_MAX)
        expect(parseOperand(text)).toEqual({ ok: true, tree: operand })
      }),
    )
  })

  test('any text is read or refused at a column inside it', () => {
    const words = [
      'close',
      'ema(',
      '9',
      ',',
      ')',
      '(',
      '>',
      'crosses above',
      'and',
      'or',
      'all of',
      '@',
      'of',
      '"x"',
      '-',
      '*',
      'min(',
      '𝄞',
    ]
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((all) => all.join(' ')),
    )
    fc.assert(
      fc.property(text, (line) => {
        const parsed = parseCondition(line)
        if (parsed.ok) expect(parseCondition(printCondition(parsed.tree))).toEqual(parsed)
        else {
          expect(parsed.problem.column).toBeGreaterThanOrEqual(1)
          expect(parsed.problem.column).toBeLessThanOrEqual(line.length + 1)
        }
      }),
    )
  })
})
