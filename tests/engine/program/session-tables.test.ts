import { describe, expect, test } from 'vitest'
import { type Candles, candlesFrom } from '../../../src/domain/charts/candle.ts'
import { parseCondition } from '../../../src/domain/strategies/condition/parse.ts'
import { createHost } from '../../../src/engine/kernel-host.ts'
import { putChart } from '../../../src/engine/program/chart.ts'
import { evaluate } from '../../../src/engine/program/evaluate.ts'
import { backtestKernels } from '../../../src/engine/program/kernels.ts'
import { createCompiler } from '../../../src/engine/program/program.ts'
import { runTechnicals } from '../../../src/engine/program/technicals.ts'
import { engineModules } from '../../support/engine/engines.ts'
import { candles } from '../../support/engine/notation.ts'

const { backtest } = await engineModules()
const host = createHost(backtest, 'Backtest', backtestKernels)

type Params = readonly (number | string)[]
type Values = readonly (number | null)[]

const valuesOf = (input: Candles, key: string, params: Params): Values => {
  const request = { interval: '5min', give: 'columns', requests: [{ key, params }] } as const
  const [answer] = runTechnicals(host, request, input).results
  if (answer === undefined || !('outputs' in answer)) throw new Error(`refused: ${answer?.problem}`)
  return answer.outputs.value ?? []
}

/** On which candles the condition holds, as 1 and 0. */
const heldOn = (input: Candles, text: string): readonly number[] => {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(`column ${parsed.problem.column}: expected ${parsed.problem.expected}`)
  const compiler = createCompiler({ interval: '5min' })
  const step = compiler.condition(parsed.tree)
  const rows = input.time.length
  return host.use((memory) => {
    const flags = evaluate(memory, compiler.program, input, putChart(memory, input))(step)
    return [...new Uint8Array(memory.take(flags, Math.ceil(rows / 8)).buffer, 0, rows)]
  })
}

const joined = (...parts: readonly Candles[]): Candles =>
  candlesFrom((name) => Float64Array.from(parts.flatMap((part) => [...part[name]])))

const none = null

/** Thursday, Good Friday, a week-end, Monday. */
const overHoliday = candles('100/105/99/104 104/106/103/105 | - | - | - | 101/103/100/102 102/104/96/97', {
  day: '2024-03-28',
  volume: [1, 3, 2, 2],
})

/** The last day before Diwali, its muhurat hour, the Monday after. */
const overMuhurat = joined(
  candles('100/108/98/104 104/106/103/105', { day: '2024-10-31', volume: [1, 1] }),
  candles('106/107/105/106 106/109/106/108 108/108/104/105', {
    day: '2024-11-01',
    open: '18:00',
    volume: [2, 1, 1],
  }),
  candles('103/104/102/103 103/105/101/104', { day: '2024-11-04', volume: [1, 1] }),
)

/** The second of four candles is missing; the day after begins a quarter of an hour late. */
const withGaps = candles(
  '100/101/99/100 - 102/106/101/105 103/104/98/99 | - - - 110/112/109/111 111/113/108/109',
  {
    volume: [1, 1, 2, 1, 3],
  },
)

const weighted = (...terms: readonly (readonly [number, number, number, number])[]): number =>
  terms.reduce((sum, [high, low, close, volume]) => sum + ((high + low + close) / 3) * volume, 0) /
  terms.reduce((sum, [, , , volume]) => sum + volume, 0)

describe('over a holiday and a week-end', () => {
  test.each<[string, Params, Values]>([
    ['day_high', [], [105, 106, 103, 104]],
    ['day_low', [], [99, 99, 100, 96]],
    ['prev_n', ['close', -1, 'day'], [none, none, 105, 105]],
    ['prev_n', ['low', -1, 'day'], [none, none, 99, 99]],
    ['prev_n', ['close', -2, 'day'], [none, none, none, none]],
    ['prev_n', ['high', -1, '5min'], [none, 105, 106, 103]],
    ['opening_range', ['high', '5min'], [105, 105, 103, 103]],
    ['nth_candle', ['low', '5min', 2], [none, 103, none, 96]],
    ['pivot_point', ['p', 'standard', 'no'], [none, none, 310 / 3, 310 / 3]],
    ['pivot_point', ['r3', 'fibonacci', 'no'], [none, none, 310 / 3 + 7, 310 / 3 + 7]],
    [
      'vwap',
      [],
      [
        weighted([105, 99, 104, 1]),
        weighted([105, 99, 104, 1], [106, 103, 105, 3]),
        weighted([103, 100, 102, 2]),
        weighted([103, 100, 102, 2], [104, 96, 97, 2]),
      ],
    ],
  ])('%s(%j)', (key, params, expected) => {
    const found = valuesOf(overHoliday, key, params)
    expect(found.map((value) => value && Number(value.toFixed(9)))).toEqual(
      expected.map((value) => value && Number(value.toFixed(9))),
    )
  })
})

describe('over a muhurat hour, which is a trading day of its own', () => {
  test.each<[string, Params, Values]>([
    ['day_high', [], [108, 108, 107, 109, 109, 104, 105]],
    ['day_low', [], [98, 98, 105, 105, 104, 102, 101]],
    ['prev_n', ['close', -1, 'day'], [none, none, 105, 105, 105, 105, 105]],
    ['prev_n', ['high', -1, 'day'], [none, none, 108, 108, 108, 109, 109]],
    ['opening_range', ['high', '5min'], [108, 108, 107, 107, 107, 104, 104]],
    ['opening_range', ['high', '10min'], [none, 108, none, 109, 109, none, 105]],
    ['nth_candle', ['close', '5min', 3], [none, none, none, none, 105, none, none]],
    ['pivot_point', ['p', 'standard', 'no'], [none, none, 311 / 3, 311 / 3, 311 / 3, 106, 106]],
    [
      'pivot_point',
      ['s1', 'standard', 'no'],
      [none, none, 622 / 3 - 108, 622 / 3 - 108, 622 / 3 - 108, 103, 103],
    ],
    [
      'vwap',
      [],
      [
        weighted([108, 98, 104, 1]),
        weighted([108, 98, 104, 1], [106, 103, 105, 1]),
        weighted([107, 105, 106, 2]),
        weighted([107, 105, 106, 2], [109, 106, 108, 1]),
        weighted([107, 105, 106, 2], [109, 106, 108, 1], [108, 104, 105, 1]),
        weighted([104, 102, 103, 1]),
        weighted([104, 102, 103, 1], [105, 101, 104, 1]),
      ],
    ],
  ])('%s(%j)', (key, params, expected) => {
    const found = valuesOf(overMuhurat, key, params)
    expect(found.map((value) => value && Number(value.toFixed(9)))).toEqual(
      expected.map((value) => value && Number(value.toFixed(9))),
    )
  })
})

describe('with candles missing', () => {
  test.each<[string, Params, Values]>([
    ['day_high', [], [101, 106, 106, 112, 113]],
    ['prev_n', ['close', -1, '5min'], [none, 100, 105, 99, 111]],
    ['prev_n', ['close', -1, 'day'], [none, none, none, 99, 99]],
    // The candle from 09:15 to 09:25 holds one of five minutes and is over with the next that comes.
    ['nth_candle', ['high', '10min', 1], [none, 101, 101, none, none]],
    ['nth_candle', ['close', '5min', 2], [none, none, none, none, none]],
    ['nth_candle', ['close', '5min', 3], [none, 105, 105, none, none]],
    ['opening_range', ['high', '15min'], [none, 106, 106, none, none]],
    ['pivot_point', ['p', 'standard', 'no'], [none, none, none, (106 + 98 + 99) / 3, (106 + 98 + 99) / 3]],
  ])('%s(%j)', (key, params, expected) => {
    expect(valuesOf(withGaps, key, params)).toEqual(expected)
  })
})

describe('comparators where a session begins', () => {
  test.each<[string, string, Candles, readonly number[]]>([
    // A crossing needs a value on the candle before, and that is of the day before where there is one.
    ['over a holiday', 'close crosses below prev_n(close,-1,day)', overHoliday, [0, 0, 0, 0]],
    ['over a holiday', 'close < prev_n(close,-1,day)', overHoliday, [0, 0, 1, 1]],
    ['over a holiday', 'close crosses below day_low', overHoliday, [0, 0, 0, 0]],
    ['over a holiday', 'low <= day_low', overHoliday, [1, 0, 1, 1]],
    ['over a holiday', 'close crosses below open', overHoliday, [0, 0, 0, 1]],
    // The range of the day before is gone with the first candle, so nothing is above it or below.
    ['over a muhurat hour', 'close > opening_range(high,10min)', overMuhurat, [0, 0, 0, 0, 0, 0, 0]],
    ['over a muhurat hour', 'high >= opening_range(high,10min)', overMuhurat, [0, 0, 0, 1, 0, 0, 1]],
    ['over a muhurat hour', 'close crosses below vwap', overMuhurat, [0, 0, 0, 0, 1, 0, 0]],
    ['over a muhurat hour', 'close = prev_n(close,-1,day)', overMuhurat, [0, 0, 0, 0, 1, 0, 0]],
    ['with candles missing', 'close crosses above nth_candle(high,10min,1)', withGaps, [0, 0, 0, 0, 0]],
    ['with candles missing', 'close > nth_candle(high,10min,1)', withGaps, [0, 1, 0, 0, 0]],
    ['with candles missing', 'close crosses below nth_candle(high,10min,1)', withGaps, [0, 0, 1, 0, 0]],
  ])('%s: %s', (_, text, input, expected) => {
    expect(heldOn(input, text)).toEqual(expected)
  })
})
