import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Candles, emptyCandles, sliceCandles } from '../../../src/domain/charts/candle.ts'
import { PERIOD_MAX } from '../../../src/domain/charts/indicators/spec.ts'
import { findIndicator, indicators } from '../../../src/domain/charts/indicators.ts'
import type { IndicatorRequest } from '../../../src/engine/backtest/request.ts'
import { runTechnicals } from '../../../src/engine/program/technicals.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { indicatorValues } from '../../support/engine/naive/naive-indicators.ts'
import { barsOf } from '../../support/engine/naive/naive-series.ts'
import { at, candles, indicator } from '../../support/engine/notation.ts'
import { countPublished, fromInputs, readQuotes, type Vector } from '../../support/engine/published.ts'
import { anyIndicator, series } from '../../support/engine/random.ts'
import { sharedData } from '../../support/shared-data.ts'

const host = await engineHost('GetTechnicals')

const valuesOf = (input: Candles, request: IndicatorRequest, output = 'value') => {
  const { results } = runTechnicals(host, { interval: '5min', give: 'columns', requests: [request] }, input)
  const answer = results[0]
  if (answer === undefined || !('outputs' in answer)) throw new Error(`refused: ${answer?.problem}`)
  return answer.outputs[output] ?? []
}

const problemOf = (key: string, params: readonly unknown[]) => {
  const requests = [{ key, params: params as number[] }]
  const { results } = runTechnicals(host, { interval: '5min', give: 'last', requests }, candles('100 101'))
  return results
}

/** Indicators of the typical price, of which some series are published for the close. */
const typical = new Set(['vwap', 'mfi', 'cci'])

/** Fields the catalogue does not offer, put where the fixed field is read. */
const withField = (input: Candles, { indicator, params }: Vector): Candles =>
  typical.has(indicator) && params.field === 'close'
    ? { ...input, high: input.close, low: input.close }
    : input

/** Lengths that other programs offer and this catalogue fixes; the outputs named do not depend on them. */
const fixedLengths: Readonly<Record<string, readonly string[]>> = {
  adx_smoothing: ['plus_di', 'minus_di'],
  atr_period: [],
  vidya_short: [],
  vidya_long: [],
}

const isOffered = ({ params, output }: Pick<Vector, 'params' | 'output'>): boolean =>
  Object.keys(params).every((name) => fixedLengths[name]?.includes(output) ?? true)

const requestOf = ({ indicator: key, params }: Vector): IndicatorRequest => {
  // True range is an average true range of one candle.
  if (key === 'true_range') return { key: 'atr', params: [1] }
  const spec = findIndicator(key)
  const values = (spec?.params ?? []).map((param) => params[param.name] ?? param.default)
  return { key, params: values.map((value) => (typeof value === 'string' ? value.toLowerCase() : value)) }
}

const check = (vector: Vector, input: Candles) =>
  countPublished(vector, valuesOf(withField(input, vector), requestOf(vector), vector.output))

const excerpts = import.meta.dirname.replace(/engine.program$/, 'vectors/indicators')

const ours = new Set([...indicators.map((spec) => spec.key), 'true_range'])

/** No series of these is published in the reference data; the plain definitions below are their proof. */
const unpublished =
  'median_price_ma choppiness ultimate_oscillator cmo volume moving_average_volume volume_oscillator chaikin_mf elder_force_index day_high day_low opening_range nth_candle prev_n open high low close'.split(
    ' ',
  )

describe('published values', () => {
  const index = JSON.parse(readFileSync(`${excerpts}/index.json`, 'utf8')) as { vectors: Vector[] }
  const quotes = readQuotes(readFileSync(`${excerpts}/quotes.csv`, 'utf8'))
  test.each(index.vectors.map((vector) => [vector.id, vector] as const))('excerpt %s', (_, vector) => {
    expect(check(vector, quotes)).toBeGreaterThan(5)
  })

  const all = sharedData('indicators/index.json')
  const folder = all?.replace(/index\.json$/, '') ?? ''
  const listed: Pick<Vector, 'id' | 'indicator' | 'params' | 'output'>[] =
    all === null ? [] : JSON.parse(readFileSync(all, 'utf8')).vectors
  const wanted = listed.filter((vector) => ours.has(vector.indicator) && isOffered(vector))
  test.skipIf(all === null)('the reference data set holds series of every computed indicator', () => {
    const missing = [...ours].filter((key) => !wanted.some((vector) => vector.indicator === key))
    expect(missing).toEqual(unpublished)
    expect(wanted.length).toBeGreaterThan(115)
  })
  test.each(wanted.map(({ id }) => [id]))('%s', (id) => {
    const vector = JSON.parse(readFileSync(`${folder}vectors/${id}.json`, 'utf8')) as Vector
    const input =
      vector.quotes === null
        ? fromInputs(vector.inputs ?? {})
        : readQuotes(readFileSync(`${folder}${vector.quotes}`, 'utf8'))
    expect(check(vector, input)).toBeGreaterThan(3)
  })
})

describe('every indicator of the catalogue', () => {
  test('gives on any candles what its definition gives', () => {
    fc.assert(
      fc.property(anyIndicator, series({ maxLength: 80 }), ([spec, params], input) => {
        for (const output of spec.outputs) {
          const found = valuesOf(input, { key: spec.key, params }, output)
          const expected = indicatorValues(barsOf(input), spec.key, params, output)
          const wrong = found.findIndex((value, row) => {
            const wanted = expected[row] ?? Number.NaN
            if (value === null || Number.isNaN(wanted)) return value !== null || !Number.isNaN(wanted)
            return Math.abs(value - wanted) > 1e-9 * Math.max(1, Math.abs(wanted))
          })
          expect([wrong, found[wrong], expected[wrong]]).toEqual([-1, undefined, undefined])
          expect(found.length).toBe(input.time.length)
        }
      }),
      { numRuns: 2000, seed: 21 },
    )
  })

  test('never looks ahead: later candles leave every value as it was, to the bit', () => {
    fc.assert(
      fc.property(anyIndicator, series({ maxLength: 60 }), fc.nat(), ([spec, params], input, pick) => {
        const known = 1 + (pick % input.time.length)
        for (const output of spec.outputs) {
          const request = { key: spec.key, params }
          const part = valuesOf(sliceCandles(input, 0, known), request, output)
          expect(part).toEqual(valuesOf(input, request, output).slice(0, known))
        }
      }),
      { numRuns: 1500, seed: 22 },
    )
  })

  test('macd with its lengths the other way round is its negative, to the bit', () => {
    const length = fc.integer({ min: 1, max: 20 })
    fc.assert(
      fc.property(length, length, series({ minLength: 20, maxLength: 60 }), (fast, slow, input) => {
        const line = (from: number, to: number) => valuesOf(input, indicator('macd', from, to, 9, 'macd'))
        const negative = line(slow, fast).map((value) => (value === null ? null : 0 - value))
        expect(line(fast, slow)).toEqual(negative)
        const first = Math.max(fast, slow) - 1
        expect(negative.findIndex((value) => value !== null)).toBe(first < input.time.length ? first : -1)
      }),
      { seed: 23 },
    )
  })

  test('the strength lies between 0 and 100, to the bit', () => {
    let looked = 0
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        series({ minLength: 20, maxLength: 60 }),
        (period, input) => {
          const values = valuesOf(input, indicator('rsi', period)).filter((value) => value !== null)
          expect(values.filter((value) => value < 0 || value > 100)).toEqual([])
          looked += values.length
        },
      ),
      { seed: 24 },
    )
    expect(looked).toBeGreaterThan(1_000)
  })

  test('the last value alone is the last of the column', () => {
    const input = candles('100 102/104/101/103 99 105 104 101 108')
    const requests = indicators.map((spec) =>
      indicator(
        spec.key,
        ...spec.params.map(({ default: value }) => (typeof value === 'number' && value > 3 ? 3 : value)),
      ),
    )
    const column = runTechnicals(host, { interval: '5min', give: 'columns', requests }, input)
    const last = runTechnicals(host, { interval: '5min', give: 'last', requests }, input)
    const cut = column.results.map((answer) =>
      'problem' in answer
        ? answer
        : {
            key: answer.key,
            outputs: Object.fromEntries(
              Object.entries(answer.outputs).map(([name, values]) => [name, values.slice(-1)]),
            ),
          },
    )
    expect(last.results).toEqual(cut)
  })
})

describe('where there is no value', () => {
  test.each([
    ['sma', ['close', 3, 0], [null, null, 101, 102]],
    ['sma', ['close', 3, -1], [null, null, null, 101]],
    ['sma', ['close', 3, 1], [null, null, null, 101]],
    ['ema', ['close', 4], [null, null, null, 101.5]],
    ['rsi', [3], [null, null, null, 100]],
    ['sma', ['close', 5, 0], [null, null, null, null]],
    ['close', [4], [null, null, null, null]],
    ['volume', [], [null, null, null, null]],
    ['sma', ['volume', 1, 0], [null, null, null, null]],
    ['vwap', [], [null, null, null, null]],
  ])('%s(%j) of an index has none before its first window and none of volume', (key, params, expected) => {
    expect(valuesOf(candles('100 101 102 103'), { key, params })).toEqual(expected)
  })
  test('volume counts from its first trade, then a silent candle counts 0', () => {
    const input = candles('100 100 100 100', { volume: [0, 5, 0, 7] })
    expect(valuesOf(input, { key: 'volume', params: [] })).toEqual([null, 5, 0, 7])
    expect(valuesOf(input, { key: 'sma', params: ['volume', 2, 0] })).toEqual([null, null, 2.5, 3.5])
  })
  test('vwap begins anew every day and has none before the first trade of the day', () => {
    const input = candles('100 200 | 300 400', { volume: [1, 3, 0, 2] })
    expect(valuesOf(input, { key: 'vwap', params: [] })).toEqual([100, 175, null, 400])
  })
  test('over a flat window the bands meet and the strength is 100', () => {
    const input = candles('90.1 250.3 100.7 100.7 100.7 100.7')
    for (const key of ['bollinger_upper', 'bollinger_lower', 'bollinger_modified'])
      expect(valuesOf(input, indicator(key, 'close', 3)).slice(4)).toEqual([100.7, 100.7])
    expect(valuesOf(candles('7 7 7 7'), { key: 'rsi', params: [2] })).toEqual([null, null, 100, 100])
  })
})

describe('params that make no sense', () => {
  test.each([
    ['sma', ['close', 0, 0], `sma: period is 0, allowed whole numbers 1 to ${PERIOD_MAX}`],
    ['sma', ['close', 1e9, 0], `sma: period is 1000000000, allowed whole numbers 1 to ${PERIOD_MAX}`],
    ['ema', ['close', Number.NaN], `ema: period is NaN, allowed whole numbers 1 to ${PERIOD_MAX}`],
    ['ema', ['close', 2.5], `ema: period is 2.5, allowed whole numbers 1 to ${PERIOD_MAX}`],
    ['ema', ['close', '9'], `ema: period is 9, allowed whole numbers 1 to ${PERIOD_MAX}`],
    [
      'ema',
      ['typical', 9],
      'ema: field is typical, allowed open, high, low, close, volume, hl2, hlc3, ohlc4, hlcc4',
    ],
    ['supertrend', [7, Number.POSITIVE_INFINITY], 'supertrend: multiplier is Infinity, allowed 0 to 1000'],
    [
      'bollinger_upper',
      ['close', 1, 2, 'simple', 0],
      `bollinger_upper: period is 1, allowed whole numbers 2 to ${PERIOD_MAX}`,
    ],
    ['rsi', [], 'rsi takes 1 values, got 0'],
    ['constructor', [], 'unknown indicator constructor'],
  ])('%s(%j) is refused with the reason', (key, params, problem) => {
    expect(problemOf(key, params)).toEqual([{ key, problem }])
  })
  test('the other indicators of the request are answered', () => {
    const requests = [
      { key: 'sma', params: ['close', 0, 0] },
      { key: 'close', params: [0] },
    ]
    const { results } = runTechnicals(host, { interval: '5min', give: 'last', requests }, candles('100 101'))
    expect(results[1]).toEqual({ key: 'close', outputs: { value: [101] } })
  })
})

describe('candles that are none', () => {
  const request = { interval: '5min' as const, give: 'last' as const, requests: [] }
  const good = candles('100 101/103/99/102 100')
  const spoilt = (column: keyof Candles, row: number, value: number) => {
    const copy = { ...good, [column]: good[column].slice() }
    copy[column][row] = value
    return copy
  }
  test.each([
    ['time', 1, good.time[0], '(2024-04-01 09:15 IST) has the time of the row before'],
    ['time', 1, at('2024-04-01', '09:10'), '(2024-04-01 09:10 IST) is earlier than the row before'],
    ['time', 1, Number.NaN, 'has no time'],
    ['open', 1, Number.NaN, '(2024-04-01 09:20 IST) has no open'],
    ['close', 1, Number.POSITIVE_INFINITY, '(2024-04-01 09:20 IST) has no close'],
    ['low', 1, 104, '(2024-04-01 09:20 IST) has a high of 103 under its low of 104'],
  ] as const)('a bad %s is refused with its row', (column, row, value, reason) => {
    expect(() => runTechnicals(host, request, spoilt(column, row, value ?? 0))).toThrow(
      `candles: row 1 ${reason}`,
    )
  })
  test('no candles, or columns of unequal length, are refused', () => {
    expect(() => runTechnicals(host, request, emptyCandles(0))).toThrow('candles: there are none')
    expect(() => runTechnicals(host, request, { ...good, low: good.low.subarray(1) })).toThrow(
      'candles: low has 2 rows, time has 3',
    )
  })
})
