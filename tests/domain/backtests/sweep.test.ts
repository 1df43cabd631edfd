import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestOf, emptyFigures, putRow } from '../../../src/domain/backtests/sweep/figures.ts'
import {
  countOfRange,
  type NumberRange,
  parseRange,
  printRange,
  valuesOfRange,
} from '../../../src/domain/backtests/sweep/number-range.ts'
import {
  axisIndices,
  combinationAt,
  countOfPlan,
  numbersOf,
} from '../../../src/domain/backtests/sweep/sweep-plan.ts'
import {
  parseSweptPrefix,
  printSwept,
  withNumbers,
} from '../../../src/domain/backtests/sweep/swept-condition.ts'
import { walkFiguresOf } from '../../../src/domain/backtests/sweep/walk-figures.ts'
import { walkWindows } from '../../../src/domain/backtests/sweep/walk-windows.ts'
import { parseCondition } from '../../../src/domain/strategies/condition/parse.ts'
import { printCondition } from '../../../src/domain/strategies/condition/print.ts'
import type { Condition, Operand } from '../../../src/domain/strategies/condition/tree.ts'
import { addDays, type IstDate, istDateToDayNumber } from '../../../src/domain/time.ts'

const day = (text: string) => text as IstDate

/** Ranges of whole numbers and of hundredths, of two values or more. */
const ranges: fc.Arbitrary<NumberRange> = fc
  .record({
    unit: fc.constantFrom(1, 100),
    from: fc.integer({ min: 1, max: 400 }),
    steps: fc.integer({ min: 1, max: 30 }),
    step: fc.integer({ min: 1, max: 40 }),
    rest: fc.nat(39),
  })
  .map(({ unit, from, steps, step, rest }) => ({
    from: from / unit,
    to: (from + steps * step + (rest % step)) / unit,
    step: step / unit,
  }))

describe('a range', () => {
  test('printed and parsed is the same', () => {
    fc.assert(
      fc.property(ranges, (range) => {
        expect(parseRange(printRange(range))).toEqual(range)
      }),
    )
  })

  test('holds its first value, steps evenly and never goes beyond its last', () => {
    fc.assert(
      fc.property(ranges, (range) => {
        const values = valuesOfRange(range)
        expect(values.length).toBe(countOfRange(range))
        expect(values[0]).toBe(range.from)
        expect(values.at(-1)).toBeLessThanOrEqual(range.to)
        expect((values.at(-1) ?? 0) + range.step).toBeGreaterThan(range.to)
        expect(values.every((value) => String(value).length <= 7)).toBe(true)
      }),
    )
  })

  test('has no dust of its steps', () => {
    expect(valuesOfRange({ from: 0.1, to: 0.7, step: 0.1 })).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7])
  })
})

const wholeRanges = fc
  .record({
    from: fc.integer({ min: 1, max: 200 }),
    steps: fc.integer({ min: 1, max: 9 }),
    step: fc.integer({ min: 1, max: 20 }),
  })
  .map(({ from, steps, step }) => ({ from, to: from + steps * step, step }))

interface Written {
  readonly text: string
  readonly ranges: readonly NumberRange[]
}

const pieces: readonly ((range: NumberRange) => string)[] = [
  (range) => `ema(close,${printRange(range)})`,
  (range) => `ema(open,${printRange(range)})@hour`,
  (range) => `rsi(${printRange(range)})`,
  (range) => printRange(range),
  (range) => `max(close, sma(close,${printRange(range)}))`,
  (range) => `(open + ${printRange(range)}) / 2`,
  (range) => `supertrend(${printRange(range)},3)`,
  (range) => `ema(rsi(${printRange(range)}),9)`,
  (range) => `sma(close - sma(close,${printRange(range)}),20)`,
]

const operands: fc.Arbitrary<Written> = fc
  .tuple(fc.constantFrom(...pieces), wholeRanges)
  .map(([write, range]) => ({ text: write(range), ranges: [range] }))
const plain: fc.Arbitrary<Written> = fc
  .constantFrom('close', 'ema(close,9)', '100', 'rsi(14)')
  .map((text) => ({ text, ranges: [] }))

const compares: fc.Arbitrary<Written> = fc
  .tuple(fc.oneof(operands, plain), fc.constantFrom('crosses above', '<', '>='), fc.oneof(operands, plain))
  .map(([left, sign, right]) => ({
    text: `${left.text} ${sign} ${right.text}`,
    ranges: [...left.ranges, ...right.ranges],
  }))
const conditions: fc.Arbitrary<Written> = fc
  .tuple(fc.array(compares, { minLength: 1, maxLength: 3 }), fc.constantFrom(' and ', ' or '))
  .map(([parts, word]) => ({
    text: parts.map(({ text }) => text).join(word),
    ranges: parts.flatMap(({ ranges: held }) => held),
  }))

const numbersIn = (part: Condition | Operand): number => JSON.stringify(part).length

describe('a condition with ranges', () => {
  test('printed and parsed is the same, whatever stands behind it', () => {
    fc.assert(
      fc.property(
        conditions,
        fc.constantFrom('', ' on reliance 2024-01-01..2024-12-31 15min', ' sl 0.5..2:0.5%'),
        ({ text, ranges: held }, tail) => {
          const parsed = parseSweptPrefix(`sweep ${text}${tail}`, 6)
          if (!parsed.ok) throw new Error(`${text}: ${parsed.problem.expected}`)
          expect(parsed.swept.ranges.map(({ range }) => range)).toEqual(held)
          expect(parsed.to).toBe(6 + text.length)
          const again = parseSweptPrefix(printSwept(parsed.swept), 0)
          expect(again).toEqual({ ok: true, swept: parsed.swept, to: printSwept(parsed.swept).length })
        },
      ),
    )
  })

  test('has none in the name of an instrument', () => {
    const text = 'ema(close,5..9) of "0..4 -" > rsi(14)'
    const parsed = parseSweptPrefix(text, 0)
    expect(parsed.ok && parsed.swept.ranges.map(({ range }) => printRange(range))).toEqual(['5..9'])
    expect(parsed.ok && printSwept(parsed.swept)).toBe(text)
  })

  test('with numbers in place of its ranges is the condition one would have typed', () => {
    fc.assert(
      fc.property(
        conditions,
        fc.array(fc.nat(30), { minLength: 6, maxLength: 6 }),
        ({ text, ranges: held }, picks) => {
          const parsed = parseSweptPrefix(text, 0)
          if (!parsed.ok) throw new Error(parsed.problem.expected)
          const values = held.map((range, index) => {
            const all = valuesOfRange(range)
            return all[(picks[index] ?? 0) % all.length] ?? range.from
          })
          let index = 0
          const typed = text.replace(/(?<![\w.])\d+\.\.\d+(?::\d+)?/g, () => String(values[index++]))
          const expected = parseCondition(typed)
          if (!expected.ok) throw new Error(`${typed}: ${expected.problem.expected}`)
          const tree = withNumbers(
            parsed.swept.tree,
            parsed.swept.ranges.map(({ path }) => path),
            values,
          )
          expect(tree).toEqual(expected.tree)
          expect(printCondition(tree)).toBe(printCondition(expected.tree))
          expect(numbersIn(tree)).toBeGreaterThan(0)
        },
      ),
    )
  })

  test.each([
    ['ema(close,20..5) > close', 11, '20..5', 'a range that goes up, as in 5..20'],
    ['ema(close,5..20:0) > close', 11, '5..20:0', 'a step above 0, as in 5..20:5'],
    ['ema(close,5..20:30) > close', 11, '5..20:30', 'a range of two numbers or more, as in 5..20:5'],
    ['rsi(14) < 1..20000', 11, '1..20000', 'a range of at most 10000 numbers'],
    ['ema(close,5..9000) > close', 11, '5..9000', 'a whole number from 1 to 5000 as period'],
    ['ema(close,5..20:0.5) > close', 11, '5..20:0.5', 'a whole number from 1 to 5000 as period'],
    ['close > open -5..9', 14, '-5..9', 'a range of numbers without a sign here'],
    [
      'ema(close,5..20) crosess above 4',
      18,
      'crosess',
      'a comparator: crosses above, crosses below, <, <=, >, >=, =',
    ],
  ])('%s is refused where it goes wrong', (text, column, found, expected) => {
    const parsed = parseSweptPrefix(text, 0)
    expect(parsed.ok ? null : parsed.problem).toEqual({ column, found, expected })
  })

  test('reads days behind it as days', () => {
    const parsed = parseSweptPrefix('rsi(14) < 20..40:10 2024-04..2024-06', 0)
    expect(parsed.ok ? [parsed.swept.ranges.length, parsed.to] : null).toEqual([1, 19])
  })
})

describe('combinations', () => {
  const axes = fc.array(wholeRanges, { minLength: 0, maxLength: 3 }).map((all) => ({
    axes: all.map((range, index) => ({
      label: `axis ${index}`,
      parameter: { kind: 'stop' as const },
      range,
    })),
  }))

  test('are numbered in grid order, the last axis fastest', () => {
    fc.assert(
      fc.property(axes, (plan) => {
        const all = Array.from({ length: countOfPlan(plan) }, (_, at) => axisIndices(plan, at))
        expect(all.map((indices) => combinationAt(plan, indices))).toEqual(all.map((_, at) => at))
        const words = all.map((indices) => indices.map((index) => String(index).padStart(2)).join())
        expect(words).toEqual([...words].sort())
        expect(new Set(words).size).toBe(words.length)
      }),
    )
  })

  test('take their numbers from the axes', () => {
    const plan = {
      axes: ['5..15:5', '0.5..1:0.5'].map((text, index) => ({
        label: '',
        parameter: { kind: index === 0 ? ('stop' as const) : ('target' as const) },
        range: parseRange(text) ?? { from: 0, to: 0, step: 1 },
      })),
    }
    expect([0, 1, 2, 5].map((at) => numbersOf(plan, at))).toEqual([
      [5, 0.5],
      [5, 1],
      [10, 0.5],
      [15, 1],
    ])
  })

  test('that are equal are ranked by grid order, and those that never traded not at all', () => {
    const figures = emptyFigures(5)
    const row = {
      finalPnl: 0,
      return: 0,
      sharpe: null,
      maxDraw: 0,
      winRate: null,
      profitFactor: null,
      chargesPaid: 0,
      maxCapUsed: 0,
    }
    putRow(figures, 0, { ...row, trades: 0, return: 9, sharpe: 9 })
    putRow(figures, 1, { ...row, trades: 3, return: 2, maxDraw: 4 })
    putRow(figures, 2, { ...row, trades: 3, return: 5, maxDraw: 4, sharpe: 1 })
    putRow(figures, 3, { ...row, trades: 3, return: 5, maxDraw: 2, sharpe: 1 })
    expect(bestOf(figures, 'return')).toBe(2)
    expect(bestOf(figures, 'sharpe')).toBe(2)
    expect(bestOf(figures, 'maxDraw')).toBe(3)
    expect(bestOf(figures, 'profitFactor')).toBe(null)
  })
})

describe('the windows of a walk-forward', () => {
  test('test each day behind the first choice once, and none that was chosen in', () => {
    const spans = fc.record({
      length: fc.integer({ min: 1, max: 900 }),
      inDays: fc.integer({ min: 1, max: 400 }),
      outDays: fc.integer({ min: 5, max: 200 }),
    })
    fc.assert(
      fc.property(spans, ({ length, ...terms }) => {
        const from = day('2023-02-11')
        const to = addDays(from, length - 1)
        const windows = walkWindows(from, to, terms)
        const tested = windows.flatMap(({ outFrom, outTo }) =>
          Array.from({ length: istDateToDayNumber(outTo) - istDateToDayNumber(outFrom) + 1 }, (_, index) =>
            addDays(outFrom, index),
          ),
        )
        const expected = Array.from({ length: Math.max(0, length - terms.inDays) }, (_, index) =>
          addDays(from, terms.inDays + index),
        )
        expect(tested).toEqual(expected)
        for (const { inFrom, inTo, outFrom } of windows) {
          expect(addDays(inTo, 1)).toBe(outFrom)
          expect(addDays(inFrom, terms.inDays - 1)).toBe(inTo)
        }
      }),
    )
  })

  test('are those of a calendar', () => {
    expect(walkWindows(day('2024-01-01'), day('2024-04-15'), { inDays: 60, outDays: 30 })).toEqual([
      { inFrom: '2024-01-01', inTo: '2024-02-29', outFrom: '2024-03-01', outTo: '2024-03-30' },
      { inFrom: '2024-01-31', inTo: '2024-03-30', outFrom: '2024-03-31', outTo: '2024-04-15' },
    ])
  })

  test('join their tests to one curve', () => {
    const row = {
      finalPnl: 0,
      return: 0,
      sharpe: null,
      maxDraw: 0,
      trades: 2,
      winRate: null,
      profitFactor: null,
      chargesPaid: 0,
      maxCapUsed: 0,
    }
    const [first, second] = walkWindows(day('2024-01-01'), day('2024-04-30'), { inDays: 60, outDays: 30 })
    if (first === undefined || second === undefined) throw new Error('no windows')
    const step = (pnl: number, cumulative: readonly number[]) => ({
      chosen: 1,
      inSample: { ...row, finalPnl: 600 },
      outOfSample: { ...row, finalPnl: pnl },
      curve: { days: [day('2024-03-01'), day('2024-03-04')], cumulative },
      message: null,
    })
    const walk = walkFiguresOf(
      [
        { ...first, ...step(150, [200, 150]) },
        { ...second, ...step(-50, [-100, -50]) },
      ],
      1_000,
    )
    expect(walk).toEqual({
      curve: {
        days: ['2024-03-01', '2024-03-04', '2024-03-01', '2024-03-04'],
        cumulative: [200, 150, 50, 100],
      },
      finalPnl: 100,
      trades: 4,
      maxDraw: 12.5,
      profitableWindows: 1,
      testedWindows: 2,
      // 100 over 60 days tested, 1200 over 120 days chosen in.
      efficiency: expect.closeTo((100 / 60 / (1200 / 120)) * 100, 9),
    })
  })
})
