import { describe, expect, test } from 'vitest'
import {
  averagePeriods,
  findSummarySkip,
  type Rating,
  type Recent,
  rateTechnicals,
  type TechnicalKey,
  type TechnicalSeries,
  type TechnicalValues,
  technicalComponents,
  verdictOf,
} from '../../../src/domain/charts/technical-summary.ts'
import type { IstDate } from '../../../src/domain/time.ts'

const helpers = 'conversion spanA spanB stoch_d plus_di minus_di macd_signal stoch_rsi_d'.split(
  ' ',
) as TechnicalSeries[]
const none: Recent = [null, null, null]

/** Values newest first; whatever is not named has none. */
const values = (given: Partial<Record<TechnicalSeries, readonly (number | null)[]>>): TechnicalValues => {
  const names = [...technicalComponents.map(({ key }) => key), ...helpers]
  const recent = (name: TechnicalSeries): Recent => {
    const [now = null, before = null, earlier = null] = given[name] ?? none
    return [now, before, earlier]
  }
  return Object.fromEntries(names.map((name) => [name, recent(name)])) as unknown as TechnicalValues
}

const ratingOf = (key: TechnicalKey, given: Parameters<typeof values>[0]): Rating | undefined =>
  rateTechnicals(values(given)).ratings.find((one) => one.key === key)?.rating

const lines: readonly TechnicalKey[] = [
  ...averagePeriods.map((period) => `ema${period}` as const),
  ...averagePeriods.map((period) => `sma${period}` as const),
  'hma',
  'vwma',
]

test.each(lines)('%s below the close is a buy, above it a sell, on it neither', (key) => {
  const rate = (value: number | null) => ratingOf(key, { close: [100], [key]: [value] })
  expect([99.9, 100.1, 100, 100 + 1e-12, null].map(rate)).toEqual([1, -1, 0, 0, 0])
})

test.each<[TechnicalKey, string, Parameters<typeof values>[0], Rating]>([
  ['close', 'says nothing', { close: [101, 100, 99] }, 0],

  ['rsi', 'oversold and rising', { rsi: [29, 28] }, 1],
  ['rsi', 'oversold and falling', { rsi: [28, 29] }, 0],
  ['rsi', 'at 30', { rsi: [30, 29] }, 0],
  ['rsi', 'overbought and falling', { rsi: [71, 72] }, -1],
  ['rsi', 'overbought and rising', { rsi: [72, 71] }, 0],
  ['rsi', 'at 70', { rsi: [70, 71] }, 0],
  ['rsi', 'unchanged', { rsi: [29, 29] }, 0],
  ['rsi', 'of its first candle', { rsi: [29] }, 0],

  ['stoch_k', 'turns up below 20', { stoch_k: [15, 9], stoch_d: [12, 10] }, 1],
  ['stoch_k', 'was up before', { stoch_k: [15, 11], stoch_d: [12, 10] }, 0],
  ['stoch_k', 'touched before', { stoch_k: [15, 10], stoch_d: [12, 10] }, 0],
  ['stoch_k', 'at 20', { stoch_k: [20, 9], stoch_d: [12, 10] }, 0],
  ['stoch_k', 'turns down above 80', { stoch_k: [85, 95], stoch_d: [88, 92] }, -1],
  ['stoch_k', 'turns down with %D at 80', { stoch_k: [79, 95], stoch_d: [80, 92] }, 0],
  ['stoch_k', 'turns up with %D at 20', { stoch_k: [25, 9], stoch_d: [20, 10] }, 0],
  ['stoch_k', 'was down before', { stoch_k: [85, 91], stoch_d: [88, 92] }, 0],
  ['stoch_k', 'touched before, above 80', { stoch_k: [85, 92], stoch_d: [88, 92] }, 0],
  ['stoch_k', 'turns down in the middle', { stoch_k: [50, 60], stoch_d: [55, 58] }, 0],
  ['stoch_k', 'without its %D before', { stoch_k: [15, 9], stoch_d: [12] }, 0],

  ['cci', 'under -100 and rising', { cci: [-101, -120] }, 1],
  ['cci', 'under -100 and falling', { cci: [-120, -101] }, 0],
  ['cci', 'at -100', { cci: [-100, -101] }, 0],
  ['cci', 'over 100 and falling', { cci: [101, 120] }, -1],
  ['cci', 'over 100 and rising', { cci: [120, 101] }, 0],
  ['cci', 'at 100', { cci: [100, 101] }, 0],

  ['adx', 'strong, up takes over', { adx: [21], plus_di: [25, 18], minus_di: [20, 19] }, 1],
  ['adx', 'strong, down takes over', { adx: [21], plus_di: [20, 19], minus_di: [25, 18] }, -1],
  ['adx', 'weak, down takes over', { adx: [20], plus_di: [20, 19], minus_di: [25, 18] }, 0],
  ['adx', 'at 20', { adx: [20], plus_di: [25, 18], minus_di: [20, 19] }, 0],
  ['adx', 'strong, up was over before', { adx: [21], plus_di: [25, 20], minus_di: [20, 19] }, 0],
  ['adx', 'strong, level before', { adx: [21], plus_di: [25, 19], minus_di: [20, 19] }, 0],

  ['ao', 'crosses above 0', { ao: [1, -1] }, 1],
  ['ao', 'leaves 0 upwards', { ao: [1, 0] }, 1],
  ['ao', 'crosses below 0', { ao: [-1, 1] }, -1],
  ['ao', 'leaves 0 downwards', { ao: [-1, 0] }, -1],
  ['ao', 'reaches 0', { ao: [0, -1, -2] }, 0],
  ['ao', 'dips above 0', { ao: [3, 2, 4] }, 1],
  ['ao', 'rises above 0', { ao: [3, 2, 1] }, 0],
  ['ao', 'falls above 0', { ao: [2, 3, 4] }, 0],
  ['ao', 'peaks below 0', { ao: [-3, -2, -4] }, -1],
  ['ao', 'falls below 0', { ao: [-3, -2, -1] }, 0],
  ['ao', 'rises below 0', { ao: [-2, -3, -4] }, 0],
  ['ao', 'of its first candle', { ao: [1] }, 0],

  ['mom', 'rising', { mom: [-1, -2] }, 1],
  ['mom', 'falling', { mom: [1, 2] }, -1],
  ['mom', 'unchanged', { mom: [1, 1] }, 0],

  ['macd', 'over its signal', { macd: [-1], macd_signal: [-2] }, 1],
  ['macd', 'under its signal', { macd: [1], macd_signal: [2] }, -1],
  ['macd', 'on its signal', { macd: [1], macd_signal: [1] }, 0],
  ['macd', 'without its signal', { macd: [1] }, 0],

  ['will_r', 'under -80 and rising', { will_r: [-81, -82] }, 1],
  ['will_r', 'at -80', { will_r: [-80, -82] }, 0],
  ['will_r', 'under -80 and falling', { will_r: [-82, -81] }, 0],
  ['will_r', 'over -20 and falling', { will_r: [-19, -18] }, -1],
  ['will_r', 'at -20', { will_r: [-20, -18] }, 0],

  ['ult_osc', 'over 70', { ult_osc: [70.1] }, 1],
  ['ult_osc', 'at 70', { ult_osc: [70] }, 0],
  ['ult_osc', 'at 30', { ult_osc: [30] }, 0],
  ['ult_osc', 'under 30', { ult_osc: [29.9] }, -1],
])('%s %s (%j): %i', (key, _, given, rating) => {
  expect(ratingOf(key, given)).toBe(rating)
})

test.each<[string, number, number, readonly number[], readonly number[], Rating]>([
  ['under the trend, turns up below 20', 99, 100, [15, 9], [12, 10], 1],
  ['over the trend, turns up below 20', 101, 100, [15, 9], [12, 10], 0],
  ['over the trend, turns down above 80', 101, 100, [85, 95], [88, 92], -1],
  ['under the trend, turns down above 80', 99, 100, [85, 95], [88, 92], 0],
  ['on the trend', 100, 100, [15, 9], [12, 10], 0],
  ['under the trend, between', 99, 100, [55, 49], [52, 50], 0],
])('stoch_rsi_fast %s', (_, close, trend, k, d, rating) => {
  const given = { close: [close], ema50: [trend], stoch_rsi_fast: k, stoch_rsi_d: d }
  expect(ratingOf('stoch_rsi_fast', given)).toBe(rating)
})

/** Close, conversion line, base line, span A, span B. */
test.each<[string, readonly (number | null)[], Rating]>([
  ['all stacked upwards', [105, 104, 103, 102, 101], 1],
  ['all stacked downwards', [101, 102, 103, 104, 105], -1],
  ['the price under the conversion line', [103.5, 104, 103, 102, 101], 0],
  ['the conversion line on the base line', [105, 103, 103, 102, 101], 0],
  ['the base line under span A', [105, 104, 101.5, 102, 101], 0],
  ['the cloud turned round', [105, 104, 103, 102, 102.5], 0],
  ['the cloud turned round below', [101, 102, 104.5, 105, 104], 0],
  ['no cloud yet', [105, 104, 103, 102, null], 0],
])('ichimoku, %s', (_, [close, conversion, base, spanA, spanB], rating) => {
  const given = [close, conversion, base, spanA, spanB].map((value) => [value ?? null])
  const [price, quick, slow, leadA, leadB] = given as [[number], [number], [number], [number], [number]]
  expect(
    ratingOf('ichimoku', { close: price, conversion: quick, ichimoku: slow, spanA: leadA, spanB: leadB }),
  ).toBe(rating)
})

describe('the whole summary', () => {
  test('names every component once, with the value it shows', () => {
    const { ratings } = rateTechnicals(values({ close: [101], ema5: [100], ichimoku: [99] }))
    expect(ratings.map(({ key }) => key).join(' ')).toBe(
      'close ema5 ema10 ema20 ema30 ema50 ema100 ema200 sma5 sma10 sma20 sma30 sma50 sma100 sma200 hma vwma ichimoku rsi stoch_k cci adx ao mom macd stoch_rsi_fast will_r ult_osc',
    )
    expect(ratings.filter(({ value }) => value !== null)).toEqual([
      { key: 'close', value: 101, previous: null, rating: 0 },
      { key: 'ema5', value: 100, previous: null, rating: 1 },
      { key: 'ichimoku', value: 99, previous: null, rating: 0 },
    ])
  })
  test('rolls up what has a value: the averages, the oscillators and the mean of both', () => {
    const given = {
      close: [100],
      ema5: [99],
      ema10: [99],
      sma5: [99],
      hma: [101],
      mom: [1, 2],
      rsi: [50, 49],
    }
    const { averages, oscillators, overall } = rateTechnicals(values(given))
    expect([averages, oscillators, overall]).toEqual([
      { mean: 0.5, verdict: 'buy' },
      { mean: -0.5, verdict: 'sell' },
      { mean: 0, verdict: 'neutral' },
    ])
  })
  test('a group without a value has no roll-up', () => {
    const { averages, oscillators, overall } = rateTechnicals(values({ mom: [2, 1] }))
    expect([averages, oscillators, overall]).toEqual([
      null,
      { mean: 1, verdict: 'strong buy' },
      { mean: 1, verdict: 'strong buy' },
    ])
  })
  test.each([
    [0.51, 'strong buy'],
    [0.5, 'buy'],
    [0.11, 'buy'],
    [0.1, 'neutral'],
    [0, 'neutral'],
    [-0.1, 'neutral'],
    [-0.11, 'sell'],
    [-0.5, 'sell'],
    [-0.51, 'strong sell'],
  ])('a mean of %d is %s', (mean, verdict) => {
    expect(verdictOf(mean)).toBe(verdict)
  })
})

test.each([
  [20, '2024-04-02', null],
  [19, '2024-04-02', 'tooFewCandles'],
  [0, '2024-04-03', 'tooFewCandles'],
  [20, '2024-04-03', null],
  [20, '2024-04-01', 'endsBeforeToday'],
])('%i candles of a range to %s, seen on 2 April: %s', (candles, to, skip) => {
  expect(findSummarySkip({ candles, to: to as IstDate, today: '2024-04-02' as IstDate })).toBe(skip)
})
