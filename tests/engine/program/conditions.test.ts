import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openMinuteOf, sessionOn } from '../../../src/domain/calendar/calendar.ts'
import { type Candles, emptyCandles, sliceCandles } from '../../../src/domain/charts/candle.ts'
import type { Interval } from '../../../src/domain/charts/interval.ts'
import { resample } from '../../../src/domain/charts/resample.ts'
import { type InstrumentId, instrumentId } from '../../../src/domain/instruments/instrument.ts'
import {
  type Comparator,
  type Condition,
  comparators,
  type Operand,
} from '../../../src/domain/strategies/condition/tree.ts'
import { toIstClock } from '../../../src/domain/time.ts'
import { putChart } from '../../../src/engine/program/chart.ts'
import { evaluate } from '../../../src/engine/program/evaluate.ts'
import { sessionGroupOf, toHigherTimeframe } from '../../../src/engine/program/higher-timeframe.ts'
import { createCompiler, STEPS_MAX } from '../../../src/engine/program/program.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { conditionValues } from '../../support/engine/naive/naive.ts'
import { barsOf } from '../../support/engine/naive/naive-series.ts'
import {
  at,
  type CandleOptions,
  candles,
  close,
  compare,
  date,
  indicator,
  number,
} from '../../support/engine/notation.ts'
import { anyIndicator, series } from '../../support/engine/random.ts'
import { sharedData } from '../../support/shared-data.ts'

const host = await engineHost('Backtest')

const operandValues = (input: Candles, tree: Operand, interval: Interval = '5min') => {
  const compiler = createCompiler({ interval })
  const step = compiler.operand(tree)
  return host.use((memory) => {
    const columns = evaluate(memory, compiler.program, input, putChart(memory, input))
    return [...memory.take(columns(step), input.time.length)]
  })
}

/** Flags as a line: x where the condition holds. Read through a column that is 1 only there. */
const holds = (input: Candles, tree: Condition, interval: Interval = '5min') => {
  const compiler = createCompiler({ interval })
  const step = compiler.condition(tree)
  return host.use((memory) => {
    const columns = evaluate(memory, compiler.program, input, putChart(memory, input))
    const bytes = new Uint8Array(memory.take(columns(step), Math.ceil(input.time.length / 8)).buffer)
    return [...bytes.subarray(0, input.time.length)].map((flag) => (flag === 1 ? 'x' : '.')).join('')
  })
}

const compiled = (tree: Condition, interval: Interval = '5min') => {
  const compiler = createCompiler({ interval, instrument: instrumentId('INDICES', 'NIFTY 50') })
  compiler.condition(tree)
  return compiler.program
}

describe('comparators', () => {
  const line = candles('99 100 101 101 100 99 100 100 102')
  test.each<[Comparator, string]>([
    ['equal to', '.x..x.xx.'],
    ['higher than', '..xx....x'],
    ['lower than', 'x....x...'],
    ['higher than equal to', '.xxxx.xxx'],
    ['lower than equal to', 'xx..xxxx.'],
    ['crosses above', '..x.....x'],
    ['crosses below', '.....x...'],
  ])('close %s 100', (comparator, expected) => {
    expect(holds(line, compare(close, comparator, number(100)))).toBe(expected)
  })
  test.each(comparators)('%s is false where either side has no value', (comparator) => {
    const late = indicator('sma', 'close', 9)
    expect(holds(line, compare(late, comparator, number(1)))).toMatch(/^\.{8}/)
    expect(holds(line, compare(number(1), comparator, late))).toMatch(/^\.{8}/)
  })
  test('a cross needs values on the candle before as well', () => {
    const fast = indicator('sma', 'close', 2)
    expect(holds(candles('100 110 90 110'), compare(close, 'crosses above', fast))).toBe('...x')
    expect(holds(candles('100 110'), compare(close, 'crosses above', fast))).toBe('..')
  })
  test('rounding noise is neither higher nor lower', () => {
    const noisy = candles(`25000 ${25000 + 2e-6} ${25000 + 3e-6}`)
    expect(holds(noisy, compare(close, 'higher than', number(25000)))).toBe('..x')
    expect(holds(noisy, compare(close, 'equal to', number(25000)))).toBe('xx.')
    expect(holds(noisy, compare(close, 'crosses above', number(25000)))).toBe('..x')
  })
  test('nor is it among candles that are far away, wherever it stands', () => {
    for (let noisyAt = 0; noisyAt < 40; noisyAt++) {
      const line = Array.from({ length: 40 }, (_, row) => (row === noisyAt ? 25000 + 2e-6 : 25001))
      const higher = line.map((_, row) => (row === noisyAt ? '.' : 'x')).join('')
      expect(holds(candles(line.join(' ')), compare(close, 'higher than', number(25000)))).toBe(higher)
      expect(holds(candles(line.join(' ')), compare(number(25000), 'lower than', close))).toBe(higher)
    }
  })

  const index = sharedData('indicators/index.json')
  const published: { id: string; indicator: string }[] =
    index === null ? [] : JSON.parse(readFileSync(index, 'utf8')).vectors
  const crossings = published.filter((vector) => vector.indicator === 'comparator')
  test.skipIf(index === null)('the reference data set holds published crossings', () => {
    expect(crossings.length).toBe(4)
  })
  test.each(crossings.map(({ id }) => [id]))('%s', (id) => {
    const folder = index?.replace(/index\.json$/, '') ?? ''
    const vector = JSON.parse(readFileSync(`${folder}vectors/${id}.json`, 'utf8'))
    const rows = vector.values.length
    const made = emptyCandles(rows)
    made.time.forEach((_, row) => {
      made.time[row] = at('2024-01-01', '09:15') + row * 60_000
    })
    const quotes = vector.quotes === null ? [] : readFileSync(`${folder}${vector.quotes}`, 'utf8').split('\n')
    const closeAt = quotes[0]?.split(',').indexOf('close') ?? -1
    const values = (row: number, side: 'left' | 'right') =>
      vector.quotes === null ? vector.inputs[side][row] : Number(quotes[row + 1]?.split(',')[closeAt])
    for (let row = 0; row < rows; row++) {
      made.close[row] = values(row, 'left')
      made.open[row] = values(row, 'right')
      made.high[row] = Math.max(values(row, 'left'), values(row, 'right'))
      made.low[row] = Math.min(values(row, 'left'), values(row, 'right'))
    }
    const side = (name: 'left' | 'right'): Operand =>
      vector.quotes === null
        ? indicator(name === 'left' ? 'close' : 'open')
        : indicator('ema', 'close', vector.params[name].params.period)
    const found = holds(made, compare(side('left'), vector.params.op, side('right')))
    const expected = vector.values.map((value: number | null) => (value === 1 ? 'x' : '.')).join('')
    const from = vector.compare_from
    expect(found.slice(from)).toBe(expected.slice(from))
    expect(expected.slice(from)).toContain('x')
  })
})

describe('trees', () => {
  const input = candles('100 101 102 103')
  const above = (price: number) => compare(close, 'higher than', number(price))
  test.each<[string, Condition, string]>([
    ['all of', { kind: 'all', of: [above(100), compare(close, 'lower than', number(103))] }, '.xx.'],
    ['any of', { kind: 'any', of: [above(102), compare(close, 'equal to', number(100))] }, 'x..x'],
    ['one condition in a group', { kind: 'all', of: [above(101)] }, '..xx'],
    [
      'nested',
      {
        kind: 'any',
        of: [
          { kind: 'all', of: [above(100), above(101)] },
          { kind: 'any', of: [above(102)] },
        ],
      },
      '..xx',
    ],
  ])('%s', (_, tree, expected) => {
    expect(holds(input, tree)).toBe(expected)
  })
  test.each<[string, Operand, number[]]>([
    ['+', { kind: 'arithmetic', operator: '+', left: close, right: number(1) }, [101, 102, 103, 104]],
    ['-', { kind: 'arithmetic', operator: '-', left: close, right: number(1) }, [99, 100, 101, 102]],
    ['*', { kind: 'arithmetic', operator: '*', left: close, right: number(2) }, [200, 202, 204, 206]],
    ['/', { kind: 'arithmetic', operator: '/', left: close, right: number(2) }, [50, 50.5, 51, 51.5]],
    ['min', { kind: 'call', name: 'min', of: [close, number(101), number(102)] }, [100, 101, 101, 101]],
    ['max', { kind: 'call', name: 'max', of: [close, number(101)] }, [101, 101, 102, 103]],
    ['abs', { kind: 'call', name: 'abs', of: [number(-3)] }, [3, 3, 3, 3]],
  ])('%s', (_, tree, expected) => {
    expect(operandValues(input, tree)).toEqual(expected)
  })
  test('division by zero and overflow have no value', () => {
    const zero: Operand = { kind: 'arithmetic', operator: '/', left: close, right: number(0) }
    const huge: Operand = { kind: 'arithmetic', operator: '*', left: number(1e300), right: number(1e300) }
    expect(operandValues(input, zero)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
    expect(operandValues(input, huge)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
    expect(holds(input, compare(zero, 'equal to', zero))).toBe('....')
  })
  test('what two conditions share is one step', () => {
    const fast = indicator('ema', 'close', 9)
    const slow = indicator('ema', 'close', 21)
    const tree: Condition = {
      kind: 'all',
      of: [compare(fast, 'crosses above', slow), compare(fast, 'higher than', indicator('dema', 'close', 9))],
    }
    expect(compiled(tree).steps.map((step) => ('kernel' in step ? step.kernel : step.kind))).toEqual([
      'given',
      'ema',
      'ema',
      'stand',
      'judge',
      'ema',
      'scale',
      'subtract',
      'stand',
      'judge',
      'both',
    ])
  })
  test('any two indicators compare as their definitions do', () => {
    fc.assert(
      fc.property(
        anyIndicator,
        anyIndicator,
        fc.constantFrom(...comparators),
        series({ maxLength: 60 }),
        ([left, leftParams], [right, rightParams], comparator, input) => {
          const tree = compare({ kind: 'indicator', key: left.key, params: leftParams }, comparator, {
            kind: 'indicator',
            key: right.key,
            params: rightParams,
          })
          const expected = conditionValues(barsOf(input), tree).map((value) => (value ? 'x' : '.'))
          expect(holds(input, tree)).toBe(expected.join(''))
        },
      ),
      { numRuns: 300, seed: 31 },
    )
  })
})

describe('what cannot be computed is refused with the reason', () => {
  const on = (changes: object): Condition => compare({ ...close, ...changes }, 'higher than', number(1))
  const deep = (levels: number): Condition =>
    levels === 0 ? on({}) : { kind: 'all', of: [deep(levels - 1)] }
  const many: Condition = {
    kind: 'any',
    of: Array.from({ length: STEPS_MAX }, (_, price) => compare(close, 'higher than', number(price))),
  }
  test.each<[string, unknown]>([
    ['of RELIANCE: not an instrument such as NSE_INFY', on({ instrument: 'RELIANCE' })],
    ['of 5: not an instrument such as NSE_INFY', on({ instrument: 5 })],
    ['@min is finer than the 5min candles of this run', on({ interval: 'min' })],
    ['unknown interval 7min', on({ interval: '7min' })],
    ['unknown indicator foo', on({ key: 'foo' })],
    ['close takes 1 values, got 0', on({ params: undefined })],
    ['NaN is not a number', compare(number(Number.NaN), 'higher than', close)],
    ['unknown comparator like', { ...on({}), comparator: 'like' }],
    ['all of: holds no condition', { kind: 'all', of: [] }],
    ['min of nothing', compare({ kind: 'call', name: 'min', of: [] }, 'higher than', close)],
    ['the conditions have a gap', { kind: 'all', of: [null] }],
    ['the conditions hold a group that is no list', { kind: 'any', of: 3 }],
    ['unknown condition {"kind":"not"}', { kind: 'not' }],
    ['the conditions are nested deeper than 64', deep(70)],
    ['the conditions take more than 1000 steps', many],
  ])('%s', (reason, tree) => {
    expect(() => compiled(tree as Condition)).toThrow(reason)
  })
  test('naming the own instrument is the same as naming none', () => {
    const own = on({ instrument: instrumentId('INDICES', 'NIFTY 50') })
    expect(compiled(own).steps.length).toBe(compiled(on({})).steps.length)
  })
})

describe('values of a larger candle', () => {
  const seen = (input: Candles, interval: Interval, fine: Interval = '5min') =>
    operandValues(input, { ...close, interval }, fine)
      .map((value) => (Number.isNaN(value) ? '-' : value))
      .join(' ')

  test('are those of its last closed candle: readable on the candle that completes it', () => {
    expect(seen(candles('1 2 3 4 5 6 7'), '15min')).toBe('- - 3 3 3 6 6')
  })
  test('when the completing candle is missing they come with the next candle', () => {
    expect(seen(candles('1 2 - 4 5 6'), '15min')).toBe('- - 2 2 6')
  })
  test('stay over night; hour candles begin at 09:15, the last is short', () => {
    expect(seen(candles('1 2 | 3 4', { open: '15:20' }), 'hour')).toBe('- 2 2 4')
    expect(seen(candles('1 2 3', { open: '10:05' }), 'hour')).toBe('- 2 2')
  })
  test('a pre-open candle is one of its own, counted back from the open', () => {
    const early = toHigherTimeframe(candles('1 2 3 4', { open: '09:10' }), {
      interval: '15min',
      fine: '5min',
    })
    expect([...early.candles.open]).toEqual([1, 2])
    expect([...early.closed]).toEqual([0, 0, 0, 1])
  })
  test('a day closes with the candle that reaches 15:30, or else with the first of the next day', () => {
    expect(seen(candles('1 2 | 3 4', { open: '15:20' }), 'day')).toBe('- 2 2 4')
    expect(seen(candles('1 2 | 3 4', { open: '11:00' }), 'day')).toBe('- - 2 2')
  })
  test('candles after the regular close belong to no larger candle', () => {
    const late = toHigherTimeframe(candles('1 2 99', { open: '15:20' }), { interval: 'day', fine: '5min' })
    expect([...late.candles.high]).toEqual([2])
    expect([...late.closed]).toEqual([-1, 0, 0])
  })
  test.each<[string, string, CandleOptions, Interval, string]>([
    ['a muhurat hour begins at 18:15', '1 2 3 4', { day: '2022-10-24', open: '18:15' }, '15min', '- - 3 3'],
    ['a muhurat hour ends the day', '1 2 | 5', { day: '2022-10-24', open: '19:05' }, 'day', '- 2 2'],
    ['a muhurat afternoon begins at 13:45', '1 2 3', { day: '2025-10-21', open: '14:35' }, 'hour', '- 2 2'],
    ['a short Saturday ends at 12:30', '1 2 3', { day: '2024-03-02', open: '12:20' }, 'day', '- 2 2'],
    ['and so does its last hour', '1 2 3', { day: '2024-03-02', open: '12:20' }, 'hour', '- 2 2'],
    ['a late open keeps the hours of the session', '1 2 3 4', { open: '10:05' }, 'hour', '- 2 2 2'],
    [
      'a day that the calendar calls closed ends with the next',
      '1 2 | 5',
      { day: '2019-10-27', open: '18:15' },
      'day',
      '- - 2',
    ],
    [
      'so does an evening it takes for a regular day',
      '1 2 | 5',
      { day: '2019-10-29', open: '18:15' },
      'day',
      '- - 2',
    ],
    [
      'weekly candles read days, whatever their hours',
      '1 | 2',
      { day: '2024-03-02', open: '00:00' },
      'week',
      '- -',
    ],
  ])('%s', (_, line, options, interval, expected) => {
    expect(seen(candles(line, options), interval, interval === 'week' ? 'day' : '5min')).toBe(expected)
  })
  test('a day of futures closes at 15:40 since 2026-08-03, that of an index at 15:30', () => {
    const closedOf = (id: string) => {
      const group = sessionGroupOf(id as InstrumentId)
      const series = candles('1 2 3 4', { day: '2026-08-03', open: '15:20' })
      return [...toHigherTimeframe(series, { interval: 'day', fine: '5min', group }).closed]
    }
    expect([closedOf('NFO-FUT_NIFTY26AUGFUT'), closedOf('INDICES_NIFTY 50')]).toEqual([
      [-1, -1, -1, 0],
      [-1, 0, 0, 0],
    ])
  })
  test('are the candles the server answers, whatever the day', () => {
    const sizes = ['10min', '15min', '30min', 'hour', '4hour', 'day', 'week', 'month'] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...sizes),
        fc.constantFrom('2024-04-01', '2024-03-02', '2022-10-24', '2025-10-21', '2024-05-18'),
        fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { minLength: 1 }),
        (interval, day, places) => {
          const open = sessionOn(date(day))?.openMinute ?? 0
          const words = Array.from({ length: 12 }, (_, index) =>
            places.includes(index) ? `${index + 1}` : '-',
          )
          const series = candles(words.join(' '), { day, open: toIstClock(at(day, '00:00') + open * 60_000) })
          const inSession = series.time.every(
            (time) => time < at(day, '00:00') + (sessionOn(date(day))?.closeMinute ?? 0) * 60_000,
          )
          expect(inSession).toBe(true)
          expect(toHigherTimeframe(series, { interval, fine: '5min' }).candles).toEqual(
            resample(series, interval, openMinuteOf),
          )
        },
      ),
      { numRuns: 200, seed: 33 },
    )
  })
  test('weeks and months close with the first candle of the next', () => {
    const daily = { open: '00:00', day: '2024-04-25', minutes: 1440 }
    expect(seen(candles('1 | 2 | - | - | 3 | 4 | 5', daily), 'week', 'day')).toBe('- - 2 2 2')
    expect(seen(candles('1 | 2 | - | - | 3 | 4 | 5', daily), 'month', 'day')).toBe('- - - - 4')
  })
  test('open, high, low and volume are those of all the candles inside', () => {
    const { candles: large } = toHigherTimeframe(
      candles('5/9/4/6 6/7/1/2 2/3/2/3 8', { volume: [1, 2, 3, 4] }),
      {
        interval: '15min',
        fine: '5min',
      },
    )
    expect([[...large.open], [...large.high], [...large.low], [...large.close], [...large.volume]]).toEqual([
      [5, 8],
      [9, 8],
      [1, 8],
      [3, 8],
      [6, 4],
    ])
  })
  test('never look ahead, whatever the size', () => {
    const sizes: Interval[] = ['5min', '10min', '15min', '30min', 'hour', 'day', 'week', 'month']
    fc.assert(
      fc.property(fc.constantFrom(...sizes), series({ maxLength: 60 }), fc.nat(), (interval, input, pick) => {
        const known = 1 + (pick % input.time.length)
        const tree = { ...indicator('sma', 'close', 2), interval }
        expect(operandValues(sliceCandles(input, 0, known), tree)).toEqual(
          operandValues(input, tree).slice(0, known),
        )
      }),
      { numRuns: 200, seed: 32 },
    )
  })
})
