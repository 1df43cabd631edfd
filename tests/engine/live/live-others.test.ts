import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Candles, candlesFrom } from '../../../src/domain/charts/candle.ts'
import type { Interval } from '../../../src/domain/charts/interval.ts'
import { type InstrumentId, instrumentId } from '../../../src/domain/instruments/instrument.ts'
import {
  type Condition,
  comparators,
  type IndicatorOperand,
} from '../../../src/domain/strategies/condition/tree.ts'
import { createHost } from '../../../src/engine/kernel-host.ts'
import { createEvaluator, type Evaluator } from '../../../src/engine/live/live.ts'
import { createLiveHost } from '../../../src/engine/live/live-host.ts'
import { createLiveRule } from '../../../src/engine/live/live-rule.ts'
import { putChart } from '../../../src/engine/program/chart.ts'
import { evaluate } from '../../../src/engine/program/evaluate.ts'
import { othersOf } from '../../../src/engine/program/frames.ts'
import { backtestKernels } from '../../../src/engine/program/kernels.ts'
import { putOthers } from '../../../src/engine/program/other-series.ts'
import { createCompiler } from '../../../src/engine/program/program.ts'
import type { Program, StepId } from '../../../src/engine/program/steps.ts'
import { engineModules } from '../../support/engine/engines.ts'
import { candleAt, manySessions } from '../../support/engine/live-candles.ts'
import { at, candles, close, compare, indicator } from '../../support/engine/notation.ts'
import { anyIndicator } from '../../support/engine/random.ts'

const { backtest } = await engineModules()
const batch = createHost(backtest, 'Backtest', backtestKernels)
const live = createLiveHost(backtest)

const index = instrumentId('INDICES', 'NIFTY 50')
const tcs = instrumentId('NSE', 'TCS')
const future = instrumentId('NFO-FUT', 'NIFTY26AUGFUT')

interface Compiled {
  readonly program: Program
  readonly operands: readonly StepId[]
  readonly conditions: readonly StepId[]
}

interface Series {
  readonly own: Candles
  readonly others: Readonly<Record<InstrumentId, Candles>>
}

const compile = (
  operands: readonly IndicatorOperand[],
  conditions: readonly Condition[] = [],
  instrument: InstrumentId = index,
): Compiled => {
  const compiler = createCompiler({ interval: '5min', instrument })
  return {
    operands: operands.map(compiler.operand),
    conditions: conditions.map(compiler.condition),
    program: compiler.program,
  }
}

type Row = readonly (number | boolean)[]

const batchRows = ({ program, operands, conditions }: Compiled, { own, others }: Series): readonly Row[] =>
  batch.use((memory) => {
    const rows = own.time.length
    const around = putOthers(memory, program, others)
    const columns = evaluate(memory, program, own, putChart(memory, own), around)
    const numbers = operands.map((step) => memory.take(columns(step), rows))
    const flags = conditions.map((step) => memory.takeFlags(columns(step), rows))
    return Array.from({ length: rows }, (_, row) => [
      ...numbers.map((column) => column[row] ?? Number.NaN),
      ...flags.map((column) => column[row] === 1),
    ])
  })

const rowOf = (evaluator: Evaluator, { operands, conditions }: Compiled): Row => [
  ...operands.map(evaluator.value),
  ...conditions.map(evaluator.isTrue),
]

/** Every candle in the order in which it is fed; `instrument` is null for a row of the chart. */
const fedOf = ({ own, others }: Series, isEager: boolean) => {
  const rows = Array.from(own.time, (time, row) => ({ time, instrument: null, candle: candleAt(own, row) }))
  const around = Object.entries(others).flatMap(([instrument, input]) =>
    Array.from(input.time, (time, row) => ({
      // Eager: as soon as the row before has been decided; otherwise right before the row that begins with it.
      time: isEager ? Math.max(...own.time.filter((one) => one < time), Number.NEGATIVE_INFINITY) + 1 : time,
      instrument: instrument as InstrumentId,
      candle: candleAt(input, row),
    })),
  )
  return [...around, ...rows].toSorted((one, other) => one.time - other.time)
}

const feed = (evaluator: Evaluator, { instrument, candle }: ReturnType<typeof fedOf>[number]): boolean => {
  if (instrument === null) evaluator.push(candle)
  else evaluator.pushOther(instrument, candle)
  return instrument === null
}

const withEvaluator = <Result>(compiled: Compiled, work: (evaluator: Evaluator) => Result): Result => {
  const evaluator = createEvaluator(live, compiled.program)
  try {
    return work(evaluator)
  } finally {
    evaluator.close()
  }
}

/** Row by row, with a snapshot after `pick` candles of any instrument that another evaluator goes on from. */
const check = (compiled: Compiled, input: Series, { isEager = false, pick = 0 } = {}): number => {
  const expected = batchRows(compiled, input)
  const read = othersOf(compiled.program)
  const fed = fedOf(input, isEager).filter(
    ({ instrument }) => instrument === null || read.includes(instrument),
  )
  const stop = pick % (fed.length + 1)
  const rows: Row[] = []
  const run = (evaluator: Evaluator, part: typeof fed): void => {
    for (const one of part) if (feed(evaluator, one)) rows.push(rowOf(evaluator, compiled))
  }
  const stored = withEvaluator(compiled, (first) => {
    run(first, fed.slice(0, stop))
    return new Uint8Array(first.snapshot().buffer).slice()
  })
  withEvaluator(compiled, (second) => {
    second.restore(new Float64Array(stored.buffer))
    run(second, fed.slice(stop))
  })
  expect(rows).toEqual(expected)
  return expected.filter((row) => row.some((value) => typeof value === 'number' && !Number.isNaN(value)))
    .length
}

const frames: readonly (Interval | undefined)[] = [
  undefined,
  '10min',
  '15min',
  'hour',
  '4hour',
  'day',
  'week',
  'month',
]

const laterBy = at('2026-08-03', '00:00') - at('2024-04-01', '00:00')
const later = (input: Candles): Candles => ({ ...input, time: input.time.map((time) => time + laterBy) })

const threeSeries = fc
  .tuple(manySessions, manySessions, manySessions, fc.boolean())
  .map(([own, one, other, isLater]): Series => {
    const [first, second, third] = [own, one, other].map((input) => (isLater ? later(input) : input))
    return { own: first ?? own, others: { [tcs]: second ?? one, [future]: third ?? other } }
  })

const anyOperand = fc
  .tuple(anyIndicator, fc.constantFrom(...frames), fc.constantFrom(tcs, future))
  .map(([[spec, params], interval, instrument]): IndicatorOperand => {
    const operand = { kind: 'indicator' as const, key: spec.key, params: [...params], instrument }
    const isOfSessions = /range|candle|prev/.test(spec.key)
    return interval === undefined || isOfSessions ? operand : { ...operand, interval }
  })

describe('candle by candle with other instruments is the whole series, to the bit', () => {
  test('values of any indicators, whenever the candles are fed and wherever it stops and goes on', () => {
    let looked = 0
    fc.assert(
      fc.property(
        fc.tuple(anyOperand, anyOperand),
        threeSeries,
        fc.boolean(),
        fc.nat(),
        fc.constantFrom(index, future),
        (operands, input, isEager, pick, traded) => {
          const others = traded === future ? { [tcs]: input.others[tcs] ?? input.own } : input.others
          const read = operands.map((operand) =>
            traded === future ? { ...operand, instrument: tcs } : operand,
          )
          looked += check(compile(read, [], traded), { own: input.own, others }, { isEager, pick })
        },
      ),
      { numRuns: 300, seed: 71 },
    )
    expect(looked).toBeGreaterThan(5_000)
  })

  test('conditions between the own and the others', () => {
    let held = 0
    fc.assert(
      fc.property(
        anyOperand,
        anyOperand,
        fc.constantFrom(...comparators),
        threeSeries,
        fc.nat(),
        (left, right, comparator, input, pick) => {
          const tree: Condition = {
            kind: 'any',
            of: [compare(left, comparator, right), compare(left, comparator, close)],
          }
          const compiled = compile([], [tree])
          check(compiled, input, { pick })
          held += batchRows(compiled, input).filter(([flag]) => flag === true).length
        },
      ),
      { numRuns: 150, seed: 72 },
    )
    expect(held).toBeGreaterThan(1_000)
  })

  test('a larger candle whose last is missing is read with the row that begins when it would have', () => {
    const operands = [{ ...close, instrument: tcs, interval: '15min' as const }]
    const input = { own: candles('1 2 3 4'), others: { [tcs]: candles('10 20 - 40') } }
    expect(batchRows(compile(operands), input).map(([value]) => value)).toEqual([
      Number.NaN,
      Number.NaN,
      20,
      20,
    ])
    check(compile(operands), input, { pick: 4 })
  })
})

describe('a candle out of order is refused and changes nothing', () => {
  const compiled = compile([{ ...close, instrument: tcs }, close])
  const candle = (clock: string, price = 10) => candleAt(candles(String(price), { open: clock }), 0)

  test.each<[string, (evaluator: Evaluator) => void]>([
    [
      'candles of NSE_TCS: (2024-04-01 09:20 IST) comes after a row that reads it',
      (evaluator) => evaluator.pushOther(tcs, candle('09:20')),
    ],
    [
      'candles of NSE_TCS: (2024-04-01 09:15 IST) has the time of the row before',
      (evaluator) => evaluator.pushOther(tcs, candle('09:15')),
    ],
    [
      'candles of NSE_TCS: (2024-04-01 09:25 IST) has no close',
      (evaluator) => evaluator.pushOther(tcs, { ...candle('09:25'), close: Number.NaN }),
    ],
    [
      'candles of NSE_INFY: the conditions do not read them',
      (evaluator) => evaluator.pushOther(instrumentId('NSE', 'INFY'), candle('09:25')),
    ],
    [
      'candles: row 2 (2024-04-01 09:25 IST) comes after a later candle of NSE_TCS',
      (evaluator) => {
        withEvaluator(compiled, (ahead) => {
          ahead.restore(evaluator.snapshot())
          ahead.pushOther(tcs, candle('09:30'))
          ahead.push(candle('09:25'))
        })
      },
    ],
  ])('%s', (reason, work) => {
    withEvaluator(compiled, (evaluator) => {
      evaluator.pushOther(tcs, candle('09:15'))
      evaluator.push(candle('09:15', 1))
      evaluator.push(candle('09:20', 2))
      const before = evaluator.snapshot()
      expect(() => work(evaluator)).toThrow(reason)
      expect(evaluator.snapshot()).toEqual(before)
      evaluator.pushOther(tcs, candle('09:25', 30))
      evaluator.push(candle('09:25', 3))
      expect(rowOf(evaluator, compiled)).toEqual([30, 3])
    })
  })

  test('one inside a larger candle that a row has read', () => {
    const larger = compile([{ ...close, instrument: tcs, interval: '10min' }])
    withEvaluator(larger, (evaluator) => {
      evaluator.pushOther(tcs, candle('09:15'))
      evaluator.push(candle('09:20'))
      expect(() => evaluator.pushOther(tcs, candle('09:23'))).toThrow(
        'candles of NSE_TCS: 2024-04-01 09:23 lies inside the 10min candle of 2024-04-01 09:15, which has closed',
      )
    })
  })
})

test('a rule names the instruments whose candles it takes, but not its own', () => {
  const rule = 'close of "NIFTY 50" > 5 and rsi(14)@15min of "TCS" < close of "NSE_INFY"'
  const made = createLiveRule(live, { rule, instrument: index, interval: '5min' })
  expect(made.others).toEqual(['NSE_TCS', 'NSE_INFY'])
  made.close()
})

test('an evaluator of other instruments holds no more after a hundred thousand candles', () => {
  const compiled = compile([
    { ...indicator('sma', 'close', 20, 0), instrument: tcs },
    { ...close, instrument: tcs, interval: '15min' },
  ])
  withEvaluator(compiled, (evaluator) => {
    const sizes = new Set<number>()
    const start = at('2024-04-01', '09:15')
    const template = candlesFrom(() => Float64Array.of(100))
    for (let row = 0; row < 100_000; row++) {
      const time = start + Math.floor(row / 75) * 86_400_000 + (row % 75) * 300_000
      evaluator.pushOther(tcs, { ...candleAt(template, 0), time })
      evaluator.push({ ...candleAt(template, 0), time })
      if (row % 10_000 === 9_999) sizes.add(evaluator.snapshot().byteLength).add(live.numbers().byteLength)
    }
    expect(sizes.size).toBe(2)
  })
})
