import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openMinuteOf, type SessionGroup, sessionOn } from '../../../src/domain/calendar/calendar.ts'
import {
  type Candles,
  candlesFrom,
  emptyCandles,
  type OtherCandles,
  sliceCandles,
} from '../../../src/domain/charts/candle.ts'
import { type Interval, intervalMinutes } from '../../../src/domain/charts/interval.ts'
import { candleStart, resample } from '../../../src/domain/charts/resample.ts'
import { type InstrumentId, instrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { Condition, IndicatorOperand } from '../../../src/domain/strategies/condition/tree.ts'
import {
  dayNumberToIstDate,
  istDayNumber,
  istMinuteOfDay,
  MINUTE_MS,
  startOfIstDate,
} from '../../../src/domain/time.ts'
import { putChart } from '../../../src/engine/program/chart.ts'
import { evaluate } from '../../../src/engine/program/evaluate.ts'
import { sessionGroupOf } from '../../../src/engine/program/higher-timeframe.ts'
import { putOthers } from '../../../src/engine/program/other-series.ts'
import { createCompiler } from '../../../src/engine/program/program.ts'
import { runTechnicals } from '../../../src/engine/program/technicals.ts'
import { lookAheadIn } from '../../../src/engine/robustness/robustness-run.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { manySessions } from '../../support/engine/live-candles.ts'
import { at, candles, close, compare, date, indicator, number } from '../../support/engine/notation.ts'
import { anyIndicator, series } from '../../support/engine/random.ts'

const host = await engineHost('Backtest')
const technicals = await engineHost('GetTechnicals')

const index = instrumentId('INDICES', 'NIFTY 50')
const tcs = instrumentId('NSE', 'TCS')
const future = instrumentId('NFO-FUT', 'NIFTY26AUGFUT')

interface Read {
  readonly own: Candles
  readonly others: OtherCandles
  readonly interval?: Interval
  readonly instrument?: InstrumentId
}

const columnOf = (
  { own, others, interval = '5min', instrument = index }: Read,
  operand: IndicatorOperand,
  output = 'value',
): readonly number[] => {
  const compiler = createCompiler({ interval, instrument })
  const step = compiler.output(operand, output)
  return host.use((memory) => {
    const around = putOthers(memory, compiler.program, others)
    const columns = evaluate(memory, compiler.program, own, putChart(memory, own), around)
    return [...memory.take(columns(step), own.time.length)]
  })
}

const flagsOf = ({ own, others, interval = '5min', instrument = index }: Read, tree: Condition): string => {
  const compiler = createCompiler({ interval, instrument })
  const step = compiler.condition(tree)
  return host.use((memory) => {
    const around = putOthers(memory, compiler.program, others)
    const columns = evaluate(memory, compiler.program, own, putChart(memory, own), around)
    return Array.from(memory.takeFlags(columns(step), own.time.length), (flag) => (flag ? 'x' : '.')).join('')
  })
}

const words = (values: readonly number[]): string =>
  values.map((value) => (Number.isNaN(value) ? '-' : value)).join(' ')

const closeOf = (other: InstrumentId, interval?: Interval): IndicatorOperand => ({
  ...close,
  instrument: other,
  ...(interval === undefined ? {} : { interval }),
})

describe('of another instrument', () => {
  const seen = (own: string, other: string, interval?: Interval) =>
    words(columnOf({ own: candles(own), others: { [tcs]: candles(other) } }, closeOf(tcs, interval)))

  test('a candle that begins with the row closes with it', () => {
    expect(seen('1 2 3', '10 20 30')).toBe('10 20 30')
  })
  test('where one is missing its last value holds, and before the first there is none', () => {
    expect(seen('1 2 3 4 5', '- 20 - - 50')).toBe('- 20 20 20 50')
    expect(seen('1 | 2 3', '- - 30 | - 50')).toBe('- 30 50')
  })
  test('candles at which the traded symbol has none count in its indicators', () => {
    const mean = { ...indicator('sma', 'close', 2, 0), instrument: tcs }
    const others = { [tcs]: candles('10 20 30 40') }
    expect(words(columnOf({ own: candles('1 - - 4'), others }, mean))).toBe('- 35')
  })
  test('a larger candle is read once it has closed, also where the one that completes it is missing', () => {
    expect(seen('1 2 3 4 5 6', '10 20 30 40 50 60', '15min')).toBe('- - 30 30 30 60')
    expect(seen('1 2 3 4 5 6', '10 20 - - - 60', '15min')).toBe('- - 20 20 20 60')
    expect(seen('1 2 - 4 5 6', '10 20 30 40 50 60', '15min')).toBe('- - 30 30 60')
  })
  test('weeks and months close with the first row of the next', () => {
    const daily = { open: '00:00', day: '2024-04-25', minutes: 1440 }
    const read = (frame: Interval) =>
      words(
        columnOf(
          {
            own: candles('1 | 2 | - | - | 3 | 4 | 5', daily),
            others: { [tcs]: candles('10 | - | - | - | - | - | 50', daily) },
            interval: 'day',
          },
          closeOf(tcs, frame),
        ),
      )
    expect([read('week'), read('month')]).toEqual(['- - 10 10 10', '- - - - 10'])
  })
  test('a cross is one of the two series as the rows see them', () => {
    const read = { own: candles('9 11 9 11 12'), others: { [tcs]: candles('10 10 - 12 11') } }
    expect(flagsOf(read, compare(close, 'crosses above', closeOf(tcs)))).toBe('.x..x')
  })
  test('volume, session and day figures are its own', () => {
    const others = {
      [tcs]: candles('10/15/9/10 20 | 30/31/29/30', { volume: [7, 8, 9] }),
    }
    const own = candles('1 2 | 3', { volume: [100, 100, 100] })
    const read = (key: string) => words(columnOf({ own, others }, { ...indicator(key), instrument: tcs }))
    expect([read('volume'), read('day_high'), read('day_low')]).toEqual(['7 8 9', '15 20 31', '9 9 29'])
  })
  test('sessions of derivatives end later since 2026-08-03, and the day of each closes with its own', () => {
    const late = { day: '2026-08-03', open: '15:20' }
    const own = { own: candles('1 2 | 3', late), instrument: index }
    const future40 = candles('10 20 30 40 | 50', late)
    expect(words(columnOf({ ...own, others: { [future]: future40 } }, closeOf(future, 'day')))).toBe('- - 40')
    const ofIndex = { own: candles('1 2 3 4 | 5', late), instrument: future }
    const index30 = candles('10 20 | 50', late)
    expect(words(columnOf({ ...ofIndex, others: { [index]: index30 } }, closeOf(index, 'day')))).toBe(
      '- 20 20 20 20',
    )
  })
  test('several instruments and intervals are read in one rule', () => {
    const sum: Condition = compare(
      { kind: 'arithmetic', operator: '+', left: closeOf(tcs), right: closeOf(future, '15min') },
      'higher than',
      number(140),
    )
    const others = { [tcs]: candles('10 20 30 40 50 60'), [future]: candles('100 - 100 - 120 -') }
    expect(flagsOf({ own: candles('1 2 3 4 5 6'), others }, sum)).toBe('....xx')
  })
})

/** Keeps the rows whose place in `picks` is not 0, without those of a session that goes on past midnight. */
const thinned = (input: Candles, picks: readonly number[]): Candles => {
  const rows = Array.from(input.time.keys()).filter((row) => {
    const isByDay = istMinuteOfDay(input.time[row] ?? 0) > 300
    return row === 0 || (isByDay && (picks[row % picks.length] ?? 1) !== 0)
  })
  return candlesFrom((name) => Float64Array.from(rows, (row) => input[name][row] ?? Number.NaN))
}

const gaps = fc.array(fc.nat(2), { minLength: 5, maxLength: 40 })

/** Of days whose sessions differ: between them lies a whole number of weeks. */
const laterBy = at('2026-08-03', '00:00') - at('2024-04-01', '00:00')
const shifted = (input: Candles, by: number): Candles => ({
  ...input,
  time: input.time.map((time) => time + by),
})

const pair = fc
  .tuple(
    fc.oneof(series({ minLength: 12, maxLength: 60 }), manySessions),
    fc.oneof(series({ minLength: 12, maxLength: 60 }), manySessions),
    gaps,
    gaps,
    fc.boolean(),
  )
  .map(([own, other, ownGaps, otherGaps, isLater]) => {
    const by = isLater ? laterBy : 0
    return { own: shifted(thinned(own, ownGaps), by), other: shifted(thinned(other, otherGaps), by) }
  })

/** End of the session of each day; none where the calendar does not know it or the day begins after it. */
const sessionEnds = (time: Float64Array, group: SessionGroup): ReadonlyMap<number, number> => {
  const ends = new Map<number, number>()
  for (const start of time) {
    const day = istDayNumber(start)
    if (ends.has(day)) continue
    const on = dayNumberToIstDate(day)
    const minute = sessionOn(on, group)?.closeMinute
    const end = minute === undefined ? Number.POSITIVE_INFINITY : startOfIstDate(on) + minute * MINUTE_MS
    ends.set(day, start < end ? end : Number.POSITIVE_INFINITY)
  }
  return ends
}

/** The plain definition: of the candles that have closed by the close of the row, the last. */
const plainReading = (
  own: Candles,
  other: Candles,
  { instrument, interval }: { readonly instrument: InstrumentId; readonly interval: Interval },
  valuesOf: (candles: Candles) => readonly number[],
): readonly number[] => {
  const length = 5 * MINUTE_MS
  if (interval === '5min') {
    const values = valuesOf(other)
    return Array.from(own.time, (row) => {
      const closed = [...other.time].filter((start) => start + length <= row + length).length
      return values[closed - 1] ?? Number.NaN
    })
  }
  const ends = sessionEnds(other.time, sessionGroupOf(instrument))
  const endOf = (start: number) => ends.get(istDayNumber(start)) ?? Number.POSITIVE_INFINITY
  const inSession = [...other.time.keys()].filter(
    (row) => (other.time[row] ?? 0) < endOf(other.time[row] ?? 0),
  )
  const part = candlesFrom((name) => Float64Array.from(inSession, (row) => other[name][row] ?? Number.NaN))
  const larger = resample(part, interval, openMinuteOf)
  const values = larger.time.length === 0 ? [] : valuesOf(larger)
  const minutes = intervalMinutes(interval)
  const isLong = interval === 'week' || interval === 'month'
  const hasClosed = (start: number, row: number): boolean => {
    if (isLong) return candleStart(row, interval) > start
    const end = Math.min(
      endOf(start),
      minutes === null ? Number.POSITIVE_INFINITY : start + minutes * MINUTE_MS,
    )
    return end <= row + length || istDayNumber(row) > istDayNumber(start)
  }
  return Array.from(own.time, (row) => {
    const closed = [...larger.time].filter((start) => hasClosed(start, row)).length
    return values[closed - 1] ?? Number.NaN
  })
}

const frames: readonly Interval[] = [
  '5min',
  '10min',
  '15min',
  '30min',
  'hour',
  '4hour',
  'day',
  'week',
  'month',
]

describe('any indicator of any two series with gaps', () => {
  test('is that of a run on the other instrument, read by the plain definition, to the bit', () => {
    let looked = 0
    fc.assert(
      fc.property(
        pair,
        anyIndicator,
        fc.constantFrom(...frames),
        fc.constantFrom(tcs, future),
        ({ own, other }, [spec, params], frame, instrument) => {
          const isOfSessions = /range|candle|prev/.test(spec.key)
          const interval = isOfSessions ? '5min' : frame
          const [output = 'value'] = spec.outputs
          const operand = { kind: 'indicator' as const, key: spec.key, params: [...params] }
          const expected = plainReading(own, other, { instrument, interval }, (run) =>
            columnOf({ own: run, others: {}, interval, instrument }, operand, output),
          )
          const named = { ...operand, instrument, ...(interval === '5min' ? {} : { interval }) }
          const found = columnOf({ own, others: { [instrument]: other } }, named, output)
          looked += expected.filter((value) => !Number.isNaN(value)).length
          expect(found).toEqual(expected)
        },
      ),
      { numRuns: 400, seed: 61 },
    )
    expect(looked).toBeGreaterThan(3_000)
  })

  test('never looks ahead: candles that begin after a row change nothing up to it', () => {
    fc.assert(
      fc.property(pair, fc.constantFrom(...frames), fc.nat(), ({ own, other }, interval, pick) => {
        const operand = { ...indicator('sma', 'close', 2, 0), instrument: future, interval }
        const whole = columnOf({ own, others: { [future]: other } }, operand)
        const rows = 1 + (pick % own.time.length)
        const last = own.time[rows - 1] ?? 0
        const known = [...other.time].filter((start) => start <= last).length
        if (known === 0) {
          expect(whole.slice(0, rows).every(Number.isNaN)).toBe(true)
          return
        }
        const part = { own: sliceCandles(own, 0, rows), others: { [future]: sliceCandles(other, 0, known) } }
        expect(columnOf(part, operand)).toEqual(whole.slice(0, rows))
      }),
      { numRuns: 300, seed: 62 },
    )
  })
})

describe('the truncation test', () => {
  const own = candles('100 100 100 100 100 100 100 100 100 100')
  const other = candles('99 101 99 101 101 99 101 99 99 101')

  test('truncates the other instrument at the same instant, and so finds a rule that reads its next candle', () => {
    const program = {
      frames: [
        { interval: '5min', instrument: null, group: 'continuous' },
        { interval: '5min', instrument: tcs, group: 'continuous' },
      ],
      steps: [
        { kind: 'given', frame: 0, column: 'close' },
        { kind: 'given', frame: 1, column: 'close' },
        // Room before the shifted column: shifting back writes one number in front of it.
        { kind: 'column', frame: 1, kernel: 'constant', inputs: [], numbers: [0], lead: 0 },
        { kind: 'column', frame: 1, kernel: 'shift', inputs: [1], numbers: [-1], lead: 0 },
        { kind: 'project', frame: 0, source: 3 },
        { kind: 'stand', frame: 0, left: 4, right: 0 },
        { kind: 'judge', frame: 0, standings: 5, now: 4, before: 31 },
      ],
    } as const
    const evidence = host.use((memory) => {
      const others = putOthers(memory, program, { [tcs]: other })
      const columns = evaluate(memory, program, own, putChart(memory, own), others)
      return lookAheadIn(memory, { program, entry: 6, exit: 6, others }, own, columns, [6, 8])
    })
    // The row before the cut knew that the next candle of the other instrument closes higher.
    expect(evidence.map(({ at: time }) => time)).toContain(own.time[5])
  })

  test('finds nothing in a rule that reads closed candles, whatever the cut', () => {
    const compiler = createCompiler({ interval: '5min', instrument: index })
    const entry = compiler.condition(compare(close, 'crosses above', closeOf(tcs)))
    const exit = compiler.condition(compare(closeOf(tcs, '15min'), 'higher than', close))
    const late = candles('- - - 101 101 99 101 99 99 101')
    const evidence = host.use((memory) => {
      const others = putOthers(memory, compiler.program, { [tcs]: late })
      const columns = evaluate(memory, compiler.program, own, putChart(memory, own), others)
      const compiled = { program: compiler.program, entry, exit, others }
      return lookAheadIn(memory, compiled, own, columns, [1, 2, 3, 4, 5, 6, 7, 8, 9])
    })
    expect(evidence).toEqual([])
  })
})

describe('what cannot be read is refused and names the instrument', () => {
  const own = candles('1 2 3 4')
  const read = (other: Candles | undefined, interval?: Interval) =>
    columnOf({ own, others: other === undefined ? {} : { [tcs]: other } }, closeOf(tcs, interval))

  test.each<[string, () => unknown]>([
    ['candles of NSE_TCS: there are none', () => read(undefined)],
    ['candles of NSE_TCS: there are none', () => read(emptyCandles(0))],
    [
      'candles of NSE_TCS: row 1 (2024-04-01 09:20 IST) has no close',
      () => read({ ...candles('10 20'), close: Float64Array.of(10, Number.NaN) }),
    ],
    [
      'candles of NSE_TCS: 2024-04-01 09:23 lies inside the 10min candle of 2024-04-01 09:15, which has closed',
      () => read(candles('10 20 30', { minutes: 4 }), '10min'),
    ],
  ])('%s', (reason, work) => {
    expect(work).toThrow(reason)
  })

  test('a rule reads at most eight of them', () => {
    const compiler = createCompiler({ interval: '5min', instrument: index })
    const ids = Array.from({ length: 9 }, (_, place) => instrumentId('NSE', `S${place}`))
    for (const id of ids.slice(0, 8)) {
      compiler.operand(closeOf(id))
      compiler.operand(closeOf(id, '15min'))
    }
    expect(() => compiler.operand(closeOf(ids[8] as InstrumentId))).toThrow(
      'of NSE_S8: a rule reads at most 8 other instruments',
    )
  })
})

describe('technicals', () => {
  const requests = [
    { key: 'close', params: [0], instrument: tcs },
    { key: 'close', params: [0] },
    { key: 'close', params: [0], instrument: future },
  ]

  test('of another instrument come beside the own; one whose candles are not given fails by itself', () => {
    const asked = { interval: '5min', give: 'columns', requests } as const
    const { results } = runTechnicals(technicals, asked, candles('1 2 3'), { [tcs]: candles('- 20') })
    expect(results).toEqual([
      { key: 'close', outputs: { value: [null, 20, 20] } },
      { key: 'close', outputs: { value: [1, 2, 3] } },
      { key: 'close', problem: 'candles of NFO-FUT_NIFTY26AUGFUT: there are none' },
    ])
  })

  test('count the candles of others among the memory they take', () => {
    const long = candlesFrom((name) =>
      Float64Array.from({ length: 2_500_000 }, (_, row) => (name === 'time' ? row * 60_000 : 100)),
    )
    const many = Array.from({ length: 64 }, (_, period) => ({
      key: 'sma',
      params: ['close', period + 2, 0],
      instrument: tcs,
    }))
    const asked = { interval: 'min', give: 'last', requests: many } as const
    expect(() => runTechnicals(technicals, asked, candles('1'), { [tcs]: long })).toThrow(
      'the request needs more than 1024 MB of memory',
    )
  })
})

test('dates of the pairs are those of both session rules', () => {
  expect([
    sessionOn(date('2026-08-03'), 'derivatives'),
    sessionOn(date('2024-04-01'), 'derivatives'),
  ]).toEqual([expect.objectContaining({ closeMinute: 940 }), expect.objectContaining({ closeMinute: 930 })])
})
