import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Candles } from '../../../src/domain/charts/candle.ts'
import { averageTypes, type IndicatorSpec } from '../../../src/domain/charts/indicators/spec.ts'
import { indicators } from '../../../src/domain/charts/indicators.ts'
import type { Interval } from '../../../src/domain/charts/interval.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { parseOperand } from '../../../src/domain/strategies/condition/parse.ts'
import { type Condition, comparators, type Operand } from '../../../src/domain/strategies/condition/tree.ts'
import { createHost } from '../../../src/engine/kernel-host.ts'
import { createEvaluator, type Evaluator } from '../../../src/engine/live/live.ts'
import { createLiveHost } from '../../../src/engine/live/live-host.ts'
import { putChart } from '../../../src/engine/program/chart.ts'
import { evaluate } from '../../../src/engine/program/evaluate.ts'
import { backtestKernels } from '../../../src/engine/program/kernels.ts'
import { createCompiler } from '../../../src/engine/program/program.ts'
import type { Program, StepId } from '../../../src/engine/program/steps.ts'
import { engineModules } from '../../support/engine/engines.ts'
import { candleAt, manySessions, randomsOf } from '../../support/engine/live-candles.ts'
import {
  at,
  type CandleOptions,
  candles,
  close,
  compare,
  indicator,
  number,
} from '../../support/engine/notation.ts'
import { anyIndicator, paramsOf } from '../../support/engine/random.ts'

const { backtest } = await engineModules()
const batch = createHost(backtest, 'Backtest', backtestKernels)
const live = createLiveHost(backtest)

const larger: readonly (Interval | undefined)[] = [
  undefined,
  '10min',
  '15min',
  'hour',
  '4hour',
  'day',
  'week',
  'month',
]

interface Compiled {
  readonly program: Program
  readonly operands: readonly StepId[]
  readonly conditions: readonly StepId[]
}

interface Asked {
  readonly operands?: readonly (readonly [Operand, string])[]
  readonly conditions?: readonly Condition[]
  readonly interval?: Interval
  readonly instrument?: InstrumentId
}

const compile = ({ operands = [], conditions = [], interval = '5min', instrument }: Asked): Compiled => {
  const compiler = createCompiler({ interval, ...(instrument === undefined ? {} : { instrument }) })
  return {
    operands: operands.map(([tree, output]) =>
      tree.kind === 'indicator' ? compiler.output(tree, output) : compiler.operand(tree),
    ),
    conditions: conditions.map(compiler.condition),
    program: compiler.program,
  }
}

/** Every output of an indicator on the chart or a larger candle; on the chart where the larger one refuses it. */
const outputsOf = (spec: IndicatorSpec, params: readonly (number | string)[], interval?: Interval) => {
  const operand = { kind: 'indicator' as const, key: spec.key, params: [...params] }
  const on = (frame: Interval | undefined) => {
    const tree = frame === undefined ? operand : { ...operand, interval: frame }
    return compile({ operands: spec.outputs.map((output) => [tree, output] as const) })
  }
  try {
    return on(interval)
  } catch {
    return on(undefined)
  }
}

type Row = readonly (number | boolean)[]

const batchRows = ({ program, operands, conditions }: Compiled, input: Candles): readonly Row[] =>
  batch.use((memory) => {
    const rows = input.time.length
    const columns = evaluate(memory, program, input, putChart(memory, input))
    const numbers = operands.map((step) => memory.take(columns(step), rows))
    const flags = conditions.map(
      (step) => new Uint8Array(memory.take(columns(step), Math.ceil(rows / 8)).buffer),
    )
    return Array.from({ length: rows }, (_, row) => [
      ...numbers.map((column) => column[row] ?? Number.NaN),
      ...flags.map((column) => column[row] === 1),
    ])
  })

const rowOf = (evaluator: Evaluator, { operands, conditions }: Compiled): Row => [
  ...operands.map(evaluator.value),
  ...conditions.map(evaluator.isTrue),
]

const liveRows = (compiled: Compiled, input: Candles, evaluator: Evaluator, from = 0): readonly Row[] =>
  Array.from({ length: input.time.length - from }, (_, index) => {
    evaluator.push(candleAt(input, from + index))
    return rowOf(evaluator, compiled)
  })

/** The first row on which two runs differ in a bit, with both; null where there is none. */
const differenceOf = (found: readonly Row[], expected: readonly Row[]) => {
  if (found.length !== expected.length) return [found.length, expected.length]
  const row = expected.findIndex((values, index) =>
    values.some((value, column) => !Object.is(value, found[index]?.[column])),
  )
  return row < 0 ? null : [row, found[row], expected[row]]
}

const withEvaluator = <Result>(compiled: Compiled, work: (evaluator: Evaluator) => Result): Result => {
  const evaluator = createEvaluator(live, compiled.program)
  try {
    return work(evaluator)
  } finally {
    evaluator.close()
  }
}

/**
 * Row by row, and from a snapshot taken at `pick` and read back from its bytes by another evaluator. Gives the rows that
 * held a value.
 */
const check = (compiled: Compiled, input: Candles, pick: number): number => {
  const expected = batchRows(compiled, input)
  const at = pick % (input.time.length + 1)
  withEvaluator(compiled, (evaluator) => {
    const whole = liveRows(compiled, input, evaluator)
    expect(differenceOf(whole, expected)).toBeNull()
  })
  withEvaluator(compiled, (first) => {
    for (let row = 0; row < at; row++) first.push(candleAt(input, row))
    const stored = new Uint8Array(first.snapshot().buffer).slice()
    withEvaluator(compiled, (second) => {
      for (let row = 0; row < Math.min(at, 3); row++) second.push(candleAt(input, row))
      second.restore(new Float64Array(stored.buffer))
      expect([second.rows(), second.lastAt()]).toEqual([at, at === 0 ? null : input.time[at - 1]])
      if (at > 0) expect(differenceOf([rowOf(second, compiled)], expected.slice(at - 1, at))).toBeNull()
      expect(differenceOf(liveRows(compiled, input, second, at), expected.slice(at))).toBeNull()
    })
  })
  return expected.filter((row) => row.some((value) => typeof value === 'number' && !Number.isNaN(value)))
    .length
}

describe('candle by candle is the whole series, to the bit, with a stop and a start between', () => {
  test.each(indicators.map((spec) => [spec.key, spec] as const))('%s', (_, spec) => {
    let looked = 0
    fc.assert(
      fc.property(
        paramsOf(spec),
        fc.constantFrom(...larger),
        manySessions,
        fc.nat(),
        (params, interval, input, pick) => {
          looked += check(outputsOf(spec, params, interval), input, pick)
        },
      ),
      { numRuns: 25, seed: 41 },
    )
    expect(looked).toBeGreaterThan(150)
  })

  const movingAverages = indicators.filter((spec) => spec.key === 'moving_average')
  test.each(averageTypes)('a moving average of type %s', (type) => {
    let looked = 0
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 30 }),
        fc.constantFrom('close', 'volume', 'hlcc4'),
        fc.constantFrom(...larger),
        manySessions,
        fc.nat(),
        (period, field, interval, input, pick) => {
          for (const spec of movingAverages)
            looked += check(outputsOf(spec, [type, field, period, -1], interval), input, pick)
        },
      ),
      { numRuns: 25, seed: 42 },
    )
    expect(looked).toBeGreaterThan(150)
  })

  test('conditions over any of them at once', () => {
    const operand = fc
      .tuple(anyIndicator, fc.constantFrom(...larger.slice(0, 4)))
      .map(([[spec, params], interval]): Operand => {
        const tree = { kind: 'indicator' as const, key: spec.key, params: [...params] }
        const isSession = /range|candle|prev/.test(spec.key)
        return interval === undefined || isSession ? tree : { ...tree, interval }
      })
    const condition = fc
      .tuple(operand, fc.constantFrom(...comparators), fc.oneof(operand, fc.constant(number(1_200))))
      .map(([left, comparator, right]): Condition => compare(left, comparator, right))
    const tree = fc
      .tuple(fc.constantFrom('all', 'any'), fc.array(condition, { minLength: 1, maxLength: 5 }))
      .map(([kind, of]): Condition => ({ kind, of }))
    let held = 0
    fc.assert(
      fc.property(tree, condition, manySessions, fc.nat(), (one, other, input, pick) => {
        const compiled = compile({ conditions: [one, other] })
        check(compiled, input, pick)
        held += batchRows(compiled, input).filter((flags) => flags[0] === true).length
      }),
      { numRuns: 150, seed: 43 },
    )
    expect(held).toBeGreaterThan(1_000)
  })

  test.each([
    'ema(rsi(14),9)',
    'ema((close - open) / (high - low),5)',
    'sma(volume / sma(volume,20),3)@15min',
    'bollinger_upper(ema(close,5) - ema(close,20),10,2)',
    'stddev(10,rsi(7)@hour,2)',
    'dema(ema(wma(hl2,3),3),4)',
  ])('computed on an operand: %s', (text) => {
    const parsed = parseOperand(text)
    if (!parsed.ok) throw new Error(parsed.problem.expected)
    let looked = 0
    fc.assert(
      fc.property(manySessions, fc.nat(), (input, pick) => {
        looked += check(compile({ operands: [[parsed.tree, 'value']] }), input, pick)
      }),
      { numRuns: 25, seed: 44 },
    )
    expect(looked).toBeGreaterThan(150)
  })

  test('windows as long as the catalogue allows, over candles enough to fill them', () => {
    const long = 1_300
    const input = minutes(3_000)
    const compiled = compile({
      interval: 'min',
      operands: [
        [indicator('sma', 'close', long), 'value'],
        [indicator('cci', long), 'value'],
        [indicator('aroon_oscillator', long), 'value'],
        [indicator('bollinger_upper', 'close', long), 'value'],
        [indicator('hull_ma', 'close', long), 'value'],
        [{ ...indicator('close', -long) }, 'value'],
      ],
    })
    check(compiled, input, 1_777)
    expect(
      batchRows(compiled, input)
        .at(-1)
        ?.every((value) => Number.isFinite(value)),
    ).toBe(true)
  })

  test('derivatives close their day at 15:40 since 2026-08-03', () => {
    const operands = [[{ ...close, interval: 'day' as const }, 'value']] as const
    const input = candles('1 2 3 4 | 5 6', { day: '2026-08-03', open: '15:20' })
    const instrument = 'NFO-FUT_NIFTY26AUGFUT' as InstrumentId
    check(compile({ operands, instrument }), input, 3)
    const rows = withEvaluator(compile({ operands, instrument }), (evaluator) =>
      liveRows(compile({ operands, instrument }), input, evaluator),
    )
    expect(rows.map(([value]) => value)).toEqual([Number.NaN, Number.NaN, Number.NaN, 4, 4, 4])
  })

  test.each<[string, string, CandleOptions, Interval, Interval]>([
    ['weeks of days', '1 | 2 | - | - | 3 | 4 | 5', { day: '2024-04-25', open: '00:00' }, 'day', 'week'],
    ['months of days', '1 | 2 | - | - | 3 | 4 | 5', { day: '2024-04-25', open: '00:00' }, 'day', 'month'],
    ['quarter hours of tens', '1 2 3 4 5 6 7', { minutes: 10 }, '10min', '15min'],
  ])('%s', (_, line, options, interval, frame) => {
    check(
      compile({ interval, operands: [[{ ...close, interval: frame }, 'value']] }),
      candles(line, options),
      4,
    )
  })
})

/** Minutes of regular sessions with prices of all digits. */
const minutes = (rows: number): Candles => {
  const words = Array.from({ length: rows }, (_, row) => 1_000 + 50 * Math.sin(row / 7) + row / 300)
  const line = words.map((word, row) => (row % 375 === 0 && row > 0 ? `| ${word}` : word)).join(' ')
  return candles(line, { minutes: 1 })
}

describe('what it holds does not grow', () => {
  const tree: Condition = {
    kind: 'all',
    of: [
      compare(indicator('ema', 'close', 9), 'crosses above', indicator('ema', 'close', 21)),
      compare(indicator('rsi', 14), 'lower than', number(70)),
      compare(close, 'higher than', { ...indicator('sma', 'close', 20), interval: '15min' }),
    ],
  }
  test('a hundred thousand candles leave the memory and the snapshot as large as the first few thousand', () => {
    const compiled = compile({ conditions: [tree], interval: 'min' })
    withEvaluator(compiled, (evaluator) => {
      const start = at('2024-04-01', '09:15')
      const sizes = new Set<number>()
      const random = randomsOf(7)
      let price = 1_000
      let held = 0
      for (let row = 0; row < 100_000; row++) {
        const time = start + Math.floor(row / 375) * 86_400_000 + (row % 375) * 60_000
        price *= 1 + 0.01 * (random() - 0.5)
        evaluator.push({ time, open: price, high: price + 1, low: price - 1, close: price, volume: 1 })
        if (evaluator.isTrue(compiled.conditions[0] ?? 0)) held += 1
        if (row % 5_000 === 4_999) {
          sizes.add(live.numbers().byteLength)
          sizes.add(-evaluator.snapshot().byteLength)
        }
      }
      expect(sizes.size).toBe(2)
      expect(evaluator.snapshot().byteLength).toBeLessThan(16_384)
      expect(held).toBeGreaterThan(100)
    })
  })

  test('evaluators that come and go take the room of those that went', () => {
    const host = createLiveHost(backtest)
    const { program } = compile({ conditions: [tree], interval: 'min' })
    const other = compile({ operands: [[indicator('sma', 'close', 900), 'value']], interval: 'min' }).program
    const open = () => [
      createEvaluator(host, program),
      createEvaluator(host, other),
      createEvaluator(host, program),
    ]
    let running = open()
    const size = host.numbers().byteLength
    for (let turn = 0; turn < 200; turn++) {
      for (const evaluator of running) evaluator.close()
      running[0]?.close()
      running = turn % 2 === 0 ? open().toReversed() : open()
    }
    expect(host.numbers().byteLength).toBe(size)
  })

  test('evaluators beside each other keep apart, also when the memory moves as it grows', () => {
    const input = minutes(200)
    const compiled = compile({ operands: [[indicator('sma', 'close', 50), 'value']], interval: 'min' })
    const host = createLiveHost(backtest)
    const before = host.numbers().byteLength
    const first = createEvaluator(host, compiled.program)
    const head = liveRows(compiled, { ...input, time: input.time.subarray(0, 100) }, first)
    const others = Array.from({ length: 200 }, () => createEvaluator(host, compiled.program))
    for (const other of others) liveRows(compiled, minutes(70), other)
    expect(host.numbers().byteLength).toBeGreaterThan(before)
    const tail = liveRows(compiled, input, first, 100)
    expect(differenceOf([...head, ...tail], batchRows(compiled, input))).toBeNull()
  })
})

describe('what is no candle is refused and leaves everything as it was', () => {
  const good = candleAt(candles('100/102/99/101'), 0)
  const time = at('2024-04-01', '09:20')
  const operands = [[indicator('ema', 'close', 2), 'value']] as const
  test.each<[object, string]>([
    [{ time: good.time }, '(2024-04-01 09:15 IST) has the time of the row before'],
    [{ time: at('2024-04-01', '09:10') }, '(2024-04-01 09:10 IST) is earlier than the row before'],
    [{ time: Number.NaN }, 'has no time'],
    [{ open: Number.NaN }, '(2024-04-01 09:20 IST) has no open'],
    [{ close: Number.NEGATIVE_INFINITY }, '(2024-04-01 09:20 IST) has no close'],
    [{ high: 98 }, '(2024-04-01 09:20 IST) has a high of 98 under its low of 99'],
  ])('%j', (changes, reason) => {
    const compiled = compile({ operands })
    withEvaluator(compiled, (evaluator) => {
      evaluator.push(good)
      const before = evaluator.snapshot()
      expect(() => evaluator.push({ ...good, time, ...changes })).toThrow(`candles: row 1 ${reason}`)
      expect(evaluator.snapshot()).toEqual(before)
      evaluator.push({ ...good, time })
      expect(evaluator.value(compiled.operands[0] ?? 0)).toBe(101)
    })
  })

  test('one that begins inside a larger candle which has closed', () => {
    const frames = compile({ operands: [[{ ...close, interval: '10min' }, 'value']] })
    withEvaluator(frames, (evaluator) => {
      evaluator.push(good)
      evaluator.push({ ...good, time: time + 120_000 })
      const before = evaluator.snapshot()
      expect(() => evaluator.push({ ...good, time: time + 180_000 })).toThrow(
        '2024-04-01 09:23 lies inside the 10min candle of 2024-04-01 09:15, which has closed',
      )
      expect(evaluator.snapshot()).toEqual(before)
    })
  })
})

describe('snapshots', () => {
  const compiled = compile({ operands: [[indicator('ema', 'close', 3), 'value']] })
  const taken = () =>
    withEvaluator(compiled, (evaluator) => {
      liveRows(compiled, candles('100 101 103 102'), evaluator)
      return evaluator.snapshot()
    })
  const changed = (index: number, value: number) => taken().with(index, value)

  test.each<[string, () => unknown, string]>([
    [
      'of another program',
      () => withEvaluator(compile({ operands: [[close, 'value']] }), (other) => other.snapshot()),
      'the snapshot is of other conditions',
    ],
    ['of another version', () => changed(0, 0), 'the snapshot is of version 0, this is 3'],
    [
      'with a number changed',
      () => changed(taken().length - 1, 7),
      'the snapshot is damaged: its numbers do not add up',
    ],
    ['cut short', () => taken().slice(0, -1), 'numbers, these conditions take'],
    ['empty', () => new Float64Array(0), 'the snapshot is of version undefined, this is 3'],
    ['that are none', () => [1, 2, 3], 'the snapshot is no column of numbers'],
  ])('%s are refused with the reason and change nothing', (_, make, reason) => {
    withEvaluator(compiled, (evaluator) => {
      evaluator.push(candleAt(candles('90'), 0))
      const before = evaluator.snapshot()
      expect(() => evaluator.restore(make() as Float64Array<ArrayBuffer>)).toThrow(reason)
      expect(evaluator.snapshot()).toEqual(before)
    })
  })

  test('a snapshot is a copy that later candles do not change', () => {
    withEvaluator(compiled, (evaluator) => {
      liveRows(compiled, candles('100 101 103 102'), evaluator)
      const snapshot = evaluator.snapshot()
      liveRows(compiled, candles('100 101 103 102 99'), evaluator, 4)
      expect(snapshot).toEqual(taken())
    })
  })
})

test('before its first candle nothing has a value and no condition holds', () => {
  const compiled = compile({
    operands: [[close, 'value']],
    conditions: [compare(close, 'higher than', number(1))],
  })
  withEvaluator(compiled, (evaluator) => {
    expect([rowOf(evaluator, compiled), evaluator.rows(), evaluator.lastAt()]).toEqual([
      [Number.NaN, false],
      0,
      null,
    ])
  })
})

test('a closed evaluator takes nothing in any more', () => {
  const { program } = compile({ operands: [[close, 'value']] })
  const evaluator = createEvaluator(live, program)
  evaluator.close()
  expect(() => evaluator.push(candleAt(candles('1'), 0))).toThrow('the evaluator is closed')
})
