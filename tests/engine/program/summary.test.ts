import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Candles, sliceCandles } from '../../../src/domain/charts/candle.ts'
import {
  averagePeriods,
  type Recent,
  rateTechnicals,
  SUMMARY_CANDLES_MIN,
  type TechnicalSeries,
  type TechnicalValues,
  technicalComponents,
} from '../../../src/domain/charts/technical-summary.ts'
import { putChart } from '../../../src/engine/program/chart.ts'
import { evaluate } from '../../../src/engine/program/evaluate.ts'
import '../../../src/engine/worker/global-functions.ts'
import type { SummaryRequest } from '../../../src/engine/backtest/request.ts'
import { runSummary } from '../../../src/engine/backtest/summary.ts'
import { createCompiler } from '../../../src/engine/program/program.ts'
import { volumeWeighted } from '../../../src/engine/program/volume-steps.ts'
import type { EngineGlobal } from '../../../src/engine/worker/global-functions.ts'
import { engineHost, engineModules } from '../../support/engine/engines.ts'
import { indicatorValues } from '../../support/engine/naive/naive-indicators.ts'
import { barsOf } from '../../support/engine/naive/naive-series.ts'
import { candles, date } from '../../support/engine/notation.ts'
import { countPublished, readQuotes, type Vector } from '../../support/engine/published.ts'
import { series } from '../../support/engine/random.ts'
import { sharedData } from '../../support/shared-data.ts'

const host = await engineHost('GetTechnicals')
const engine = globalThis as EngineGlobal
engine.startEngines?.(await engineModules())

const asked: SummaryRequest = {
  give: 'summary',
  interval: '5min',
  to: date('2024-04-02'),
  today: date('2024-04-02'),
}

const vwma = (input: Candles, period: number): readonly (number | null)[] => {
  const compiler = createCompiler({ interval: '5min' })
  const step = compiler.column((build) => volumeWeighted(build, 'close', period))
  return host.use((memory) => {
    const column = evaluate(memory, compiler.program, input, putChart(memory, input))(step)
    return [...memory.take(column, input.time.length)].map((value) => (Number.isNaN(value) ? null : value))
  })
}

describe('the volume-weighted average', () => {
  const all = sharedData('indicators/index.json')
  const folder = all?.replace(/index\.json$/, '') ?? ''
  const ids = 'lean_vwma_20 spy502_vwma_14 tulip15_vwma_5 tv60_vwma_20'.split(' ')
  test.skipIf(all === null).each(ids)('gives the published %s', (id) => {
    const vector = JSON.parse(readFileSync(`${folder}vectors/${id}.json`, 'utf8')) as Vector
    const input = readQuotes(readFileSync(`${folder}${vector.quotes}`, 'utf8'))
    expect(countPublished(vector, vwma(input, Number(vector.params.period)))).toBeGreaterThan(10)
  })
  test.each([
    ['weighs each close', [1, 1, 2, 4], 2, [null, 150, 800 / 3, 2200 / 6]],
    ['has no value where nothing was traded', [1, 0, 0, 4], 2, [null, 100, null, 400]],
    ['begins with the first trade', [0, 1, 1, 0], 2, [null, null, 250, 300]],
    ['of an index has none', [0, 0, 0, 0], 2, [null, null, null, null]],
    ['of more candles than there are has none', [1, 1, 1, 1], 5, [null, null, null, null]],
  ])('%s', (_, volume, period, expected) => {
    expect(vwma(candles('100 200 300 400', { volume }), period)).toEqual(expected)
  })
})

/** Every series the ratings read, but for the volume-weighted average, as the catalogue defines it. */
const defined: readonly (readonly [TechnicalSeries, string, readonly (number | string)[], string])[] = [
  ['close', 'close', [0], 'value'],
  ...averagePeriods.flatMap((period) => [
    [`ema${period}`, 'ema', ['close', period], 'value'] as const,
    [`sma${period}`, 'sma', ['close', period, 0], 'value'] as const,
  ]),
  ['hma', 'hull_ma', ['close', 9], 'value'],
  ['ichimoku', 'ichimoku', [9, 26, 52, 26, 'base', 'yes'], 'value'],
  ['conversion', 'ichimoku', [9, 26, 52, 26, 'conversion', 'yes'], 'value'],
  ['spanA', 'ichimoku', [9, 26, 52, 26, 'span_a', 'yes'], 'value'],
  ['spanB', 'ichimoku', [9, 26, 52, 26, 'span_b', 'yes'], 'value'],
  ['rsi', 'rsi', [14], 'value'],
  ['stoch_k', 'stochastic', [14, '%k', 'yes'], 'value'],
  ['stoch_d', 'stochastic', [14, '%d', 'yes'], 'value'],
  ['cci', 'cci', [20], 'value'],
  ['adx', 'adx', [14], 'adx'],
  ['plus_di', 'adx', [14], 'plus_di'],
  ['minus_di', 'adx', [14], 'minus_di'],
  ['ao', 'awesome_oscillator', [], 'value'],
  ['mom', 'mom', [10], 'value'],
  ['macd', 'macd', [12, 26, 9, 'macd'], 'value'],
  ['macd_signal', 'macd', [12, 26, 9, 'signal'], 'value'],
  ['stoch_rsi_fast', 'stochastic_rsi', [14, '%k', 'yes'], 'value'],
  ['stoch_rsi_d', 'stochastic_rsi', [14, '%d', 'yes'], 'value'],
  ['will_r', 'williams_r', [14], 'value'],
  ['ult_osc', 'ultimate_oscillator', [7, 14, 28], 'value'],
]

const recentOf = (column: readonly (number | null)[]): Recent => {
  const at = (back: number) => {
    const value = column.at(-back) ?? Number.NaN
    return Number.isNaN(value) ? null : value
  }
  return [at(1), at(2), at(3)]
}

const definedValues = (input: Candles): TechnicalValues => {
  const rows = defined.map(([name, key, params, output]) => [
    name,
    recentOf(indicatorValues(barsOf(input), key, params, output)),
  ])
  return { ...Object.fromEntries(rows), vwma: recentOf(vwma(input, 20)) }
}

describe('the summary', () => {
  test('of any candles is that of the plain definitions, value by value and rating by rating', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(series({ minLength: 24, maxLength: 260 }), (input) => {
        fc.pre(input.time.length >= SUMMARY_CANDLES_MIN)
        const found = runSummary(host, asked, input)?.ratings ?? []
        const expected = rateTechnicals(definedValues(input)).ratings
        expect(found.map(({ key, rating }) => [key, rating])).toEqual(
          expected.map(({ key, rating }) => [key, rating]),
        )
        expected.forEach(({ key, value, rating }, index) => {
          seen.add(`${key} ${rating}`)
          const given = found[index]?.value ?? Number.NaN
          const wanted = value ?? Number.NaN
          const isSame =
            Number.isNaN(given) === Number.isNaN(wanted) &&
            !(Math.abs(given - wanted) > 1e-9 * Math.max(1, Math.abs(wanted)))
          if (!isSame) expect.fail(`${key} is ${given}, defined as ${wanted}`)
        })
      }),
      { numRuns: 150, seed: 31 },
    )
    const unseen = technicalComponents.flatMap(({ key }) =>
      key === 'close' ? [] : [`${key} 1`, `${key} -1`].filter((one) => !seen.has(one)),
    )
    // Only the far ends of the oscillators are rare on such candles; the rules have a table of their own.
    expect(unseen.length).toBeLessThan(4)
  })

  test('says since which candle its verdict is what it is, looking back over 60 of them', () => {
    const verdictAt = (input: Candles, rows: number) =>
      runSummary(host, asked, sliceCandles(input, 0, rows))?.overall?.verdict
    fc.assert(
      fc.property(series({ minLength: 40, maxLength: 140 }), (input) => {
        const rows = input.time.length
        fc.pre(rows >= 40)
        const found = runSummary(host, asked, input)
        const verdict = found?.overall?.verdict
        // Under 20 candles there is no summary to compare with.
        const oldest = Math.max(SUMMARY_CANDLES_MIN, rows - 60)
        let first = rows
        while (first > oldest && verdictAt(input, first - 1) === verdict) first--
        if (first > oldest) expect(found?.since).toBe(input.time[first - 1])
        else expect(found?.since ?? 0).toBeLessThanOrEqual(input.time[first - 1] ?? 0)
      }),
      { numRuns: 40, seed: 7 },
    )
  })

  const line = Array.from({ length: 120 }, (_, row) => 100 + row * row * 0.01).join(' ')
  const ratingsOf = (input: Candles) =>
    Object.fromEntries(
      (runSummary(host, asked, input)?.ratings ?? []).map(({ key, rating }) => [key, rating]),
    )

  test('of a steepening rise: every average a buy, Ichimoku stacked, momentum up; without volume no VWMA', () => {
    const rated = ratingsOf(candles(line))
    const averages = 'ema5 ema10 ema20 ema30 ema50 ema100 sma5 sma10 sma20 sma30 sma50 sma100 hma'.split(' ')
    expect(averages.map((key) => rated[key])).toEqual(averages.map(() => 1))
    const others = 'ichimoku mom macd ult_osc close vwma ema200 sma200'.split(' ')
    expect(others.map((key) => rated[key])).toEqual([1, 1, 1, 1, 0, 0, 0, 0])
  })
  test('of its mirror image the same, turned round', () => {
    const mirrored = line
      .split(' ')
      .map((price) => 400 - Number(price))
      .join(' ')
    const up = ratingsOf(candles(line))
    const turned = Object.fromEntries(
      Object.entries(up).map(([key, rating]) => [key, rating === 0 ? 0 : -rating]),
    )
    expect(ratingsOf(candles(mirrored))).toEqual(turned)
  })
  test('needs a cloud for Ichimoku, which begins 77 candles in', () => {
    const rating = (rows: number) => ratingsOf(sliceCandles(candles(line), 0, rows)).ichimoku
    expect([76, 77].map(rating)).toEqual([0, 1])
  })
  test('reads no candle but those given', () => {
    const input = candles(line)
    const part = runSummary(host, asked, sliceCandles(input, 0, 60))
    expect(part).toEqual(runSummary(host, asked, candles(line.split(' ').slice(0, 60).join(' '))))
    expect(part).not.toEqual(runSummary(host, asked, input))
  })
})

describe('where there is none', () => {
  const answer = (rows: number, changes: object = {}) => {
    const input = candles(Array.from({ length: rows }, (_, row) => 100 + (row % 7)).join(' '))
    return engine.GetTechnicals?.(JSON.stringify({ ...asked, ...changes }), input)
  }
  test('GetTechnicals answers nothing', () => {
    expect(answer(19)).toBe(undefined)
    expect(answer(20, { to: '2024-04-01' })).toBe(undefined)
  })
  test('and from 20 candles of a range that reaches today a summary', () => {
    const { ratings, averages } = JSON.parse(answer(20) ?? '')
    expect(ratings[0]).toEqual({ key: 'close', value: 105, previous: 104, rating: 0 })
    expect(ratings.find(({ key }: { key: string }) => key === 'sma30')).toEqual({
      key: 'sma30',
      value: null,
      previous: null,
      rating: 0,
    })
    expect(averages.mean).toBeGreaterThan(0)
  })
  test.each([
    ['interval', { interval: '7min' }, 'interval is 7min'],
    ['to', { to: '2024-02-30' }, 'to is 2024-02-30, not a day'],
    ['today', { today: undefined }, 'today is undefined, not a day'],
    ['give', { give: 'advice' }, 'give is advice, allowed columns, last, summary'],
  ])('a bad %s is refused', (_, changes, reason) => {
    expect(() => answer(30, changes)).toThrow(reason)
  })
})
