import { describe, expect, test } from 'vitest'
import { parseCondition, parseOperand } from '../../../../src/domain/strategies/condition/parse.ts'
import {
  printCondition,
  printOperand,
  shortCondition,
} from '../../../../src/domain/strategies/condition/print.ts'
import { withoutNames } from '../../../../src/domain/strategies/condition/without-names.ts'
import { type Definition, printDefinition } from '../../../../src/domain/strategies/definitions/definition.ts'
import { parseDefinition } from '../../../../src/domain/strategies/definitions/read-definition.ts'
import {
  changedNames,
  readCondition,
  readConditionPrefix,
  renewed,
  toKept,
  toTyped,
} from '../../../../src/domain/strategies/definitions/written.ts'

const define = (text: string, known: readonly Definition[] = []): Definition => {
  const parsed = parseDefinition(text, known)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem))
  return parsed.tree
}

const squeeze = define('squeeze(n = 20, width = 0.1) = bollinger_bandwidth(close,n,2) < width')
const spread = define('spread(n) = close - ema(close,n)')
const wide = define('wide = spread(20) > atr(14) and squeeze(50)', [squeeze, spread])
const all = [squeeze, spread, wide]

describe('a definition', () => {
  test('is read, and printed as it is read', () => {
    expect(squeeze).toEqual({
      name: 'squeeze',
      params: [
        { name: 'n', default: '20' },
        { name: 'width', default: '0.1' },
      ],
      body: 'bollinger_bandwidth(close,n,2) < width',
    })
    for (const one of all) expect(define(printDefinition(one), all)).toEqual(one)
  })

  test.each<[string, number, string]>([
    ['ema(n) = close', 1, 'another name, as ema is a word of the rules'],
    ['and = close', 1, 'another name, as and is a word of the rules'],
    ['day = close', 1, 'another name, as day is a word of the rules'],
    ['squeeze', 8, '= and what it stands for'],
    ['squeeze =', 10, 'a rule or an operand'],
    ['4x = close', 1, 'a name of at most 30'],
    ['s(n, n) = close', 6, 'n only once'],
    ['s(n, close) = close', 6, 'another name, as close'],
    ['s(n 2) = close', 3, 'a name, or a name with its value'],
    ['s(n) = close > emma(close,n)', 16, 'an indicator; nearest: ema'],
    ['s = close > ema(close,20', 25, ', or ) of ema'],
    ['s(a,b,c,d,e,f,g) = close', 3, 'at most 6 parameters'],
    ['s(n) = s(n) > 1', 8, 'a number or an indicator such as ema(close,9)'],
    ['s = spread > 1', 5, 'a value for n: spread(n)'],
    ['s = spread(1,2) > 1', 5, 'at most 1 value: spread(n)'],
  ])('%s is refused at column %d', (text, column, expected) => {
    const parsed = parseDefinition(text, all)
    expect(parsed.ok ? null : [parsed.problem.column, parsed.problem.expected]).toEqual([
      column,
      expect.stringContaining(expected),
    ])
  })
})

describe('a rule with names', () => {
  test.each<[string, string]>([
    ['squeeze', 'squeeze{bollinger_bandwidth(close,20,2) < 0.1}'],
    ['squeeze(30)', 'squeeze(30){bollinger_bandwidth(close,30,2) < 0.1}'],
    [
      'squeeze(30, 0.2) and rsi(14) < 30',
      'squeeze(30, 0.2){bollinger_bandwidth(close,30,2) < 0.2} and rsi(14) < 30',
    ],
    ['spread(9) > 2', 'spread(9){close - ema(close,9)} > 2'],
    ['(spread(9) + 1) * 2 > -3', '(spread(9){close - ema(close,9)} + 1) * 2 > -3'],
    [
      'squeeze(20, atr(14) / close)',
      'squeeze(20, atr(14) / close){bollinger_bandwidth(close,20,2) < (atr(14) / close)}',
    ],
    [
      'wide',
      'wide{spread(20){close - ema(close,20)} > atr(14) and squeeze(50){bollinger_bandwidth(close,50,2) < 0.1}}',
    ],
    ['close of "squeeze" > 1', 'close of "squeeze" > 1'],
    ['SQUEEZE(30) or close > 1', 'SQUEEZE(30){bollinger_bandwidth(close,30,2) < 0.1} or close > 1'],
  ])('%s', (typed, kept) => {
    expect(toKept(typed, all)).toBe(kept)
    expect(toTyped(kept, all)).toBe(typed)
    expect(toKept(kept, all)).toBe(kept)
    const parsed = parseCondition(kept)
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem))
    const printed = printCondition(parsed.tree)
    expect(parseCondition(printed)).toEqual(parsed)
    expect(printCondition(withoutNames(parsed.tree))).not.toContain('{')
    expect(toTyped(printed, all)).toBe(shortCondition(parsed.tree))
  })

  test('means what it is without them', () => {
    const read = readCondition('not_known or wide', all)
    expect(read.ok).toBe(false)
    const named = readCondition('wide or squeeze(10)', all)
    const plain = parseCondition(
      '(close - ema(close,20) > atr(14) and bollinger_bandwidth(close,50,2) < 0.1) or bollinger_bandwidth(close,10,2) < 0.1',
    )
    expect(named.ok && plain.ok && withoutNames(named.tree)).toEqual(plain.ok && plain.tree)
  })

  test.each<[string, number, string, string]>([
    ['close > 1 and spread > 2', 15, 'spread', 'a value for n: spread(n)'],
    ['squeeze(1,2,3)', 1, 'squeeze', 'at most 2 values: squeeze(n, width)'],
    ['squeeze(high)', 1, 'high', 'a whole number from'],
    ['close > 1 and squeeze(20) > 5', 27, '>', 'the end, and, or'],
    ['squeeze(20) and clse > 2', 17, 'clse', 'an indicator; nearest: close'],
    ['spread(20) and close > 1', 12, 'and', 'a comparator'],
  ])('%s fails at column %d', (typed, column, found, expected) => {
    const read = readCondition(typed, all)
    expect(read.ok ? null : read.problem).toEqual({
      column,
      found,
      expected: expect.stringContaining(expected),
    })
  })

  test('ends where it ends in a line', () => {
    const line = 'bt squeeze(30) and spread(9) > 1 on nifty 5min'
    const read = readConditionPrefix(line, 3, all)
    expect([read.ok, line.slice(read.to)]).toEqual([true, ' on nifty 5min'])
  })

  test('never runs away: what uses itself, or grows too long, is left as it is', () => {
    const a: Definition = { name: 'aa', params: [], body: 'bb > 1' }
    const b: Definition = { name: 'bb', params: [], body: 'aa + 1' }
    expect(toKept('aa', [a, b])).toBe('aa')
    const read = readCondition('aa', [a, b])
    expect(read.ok ? '' : read.problem.expected).toContain('would use itself')
    const doubling = Array.from({ length: 8 }, (_, index): Definition => {
      const inner = index === 0 ? 'close' : `d${index - 1}`
      return { name: `d${index}`, params: [], body: Array.from({ length: 40 }, () => inner).join(' + ') }
    })
    expect(toKept('d7 > 1', doubling).length).toBeLessThan(20_000)
  })

  test('keeps what its names stood for, says what changed, and is renewed', () => {
    const kept = toKept('squeeze(30) and spread(9) > 1', all)
    const now = [define('squeeze(n = 20) = bollinger_bandwidth(close,n,2) < 0.05'), spread]
    expect(toTyped(kept, now)).toBe('squeeze(30){bollinger_bandwidth(close,30,2) < 0.1} and spread(9) > 1')
    expect(changedNames(kept, now)).toEqual([
      {
        name: 'squeeze(30)',
        was: 'bollinger_bandwidth(close,30,2) < 0.1',
        now: 'bollinger_bandwidth(close,30,2) < 0.05',
      },
    ])
    expect(toTyped(renewed(kept, now), now)).toBe('squeeze(30) and spread(9) > 1')
    expect(changedNames(kept, [spread])).toEqual([
      { name: 'squeeze(30)', was: 'bollinger_bandwidth(close,30,2) < 0.1', now: null },
    ])
    expect(renewed(kept, [spread])).toBe(kept)
  })

  test('a range within its values is swept, without a name, unless its value is used twice', () => {
    expect(toKept('squeeze(10..30:10)', all)).toBe('(bollinger_bandwidth(close,10..30:10,2) < 0.1)')
    const twice = define('twice(n) = ema(close,n) > sma(close,n)')
    const read = readCondition('twice(5..9)', [twice])
    expect(read.ok ? '' : read.problem.expected).toContain('more than once')
  })
})

test('an operand may have a name, too', () => {
  const parsed = parseOperand('spread(9){close - ema(close,9)} * 2')
  expect(parsed.ok && printOperand(parsed.tree)).toBe('spread(9){close - ema(close,9)} * 2')
})
