import { describe, expect, test } from 'vitest'
import { computeLines } from '../../../src/console/charts/chart-lines.ts'
import { type Candles, emptyCandles, sliceCandles } from '../../../src/domain/charts/candle.ts'
import { indicators, linesOf } from '../../../src/domain/charts/indicators.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { INDICATORS_MAX, runTechnicals } from '../../../src/engine/program/technicals.ts'
import { CHART_INDICATORS_MAX } from '../../../src/machines/charts/chart.ts'
import { engineHost } from '../../support/engine/engines.ts'

const NIFTY = 'INDICES_NIFTY 50' as InstrumentId
const INFY = 'NSE_INFY' as InstrumentId
const host = await engineHost('GetTechnicals')

describe('the lines of a chart', () => {
  test('MACD is its line, the signal and the histogram, in one pane and against zero', async () => {
    const lines = await draw(INFY, 'macd(12,26,9,macd)')
    expect(lines.map(({ label, pane, draw: kind, levels }) => [label, pane, kind, levels])).toEqual([
      ['MACD 12 26 9', 'macd 12 26 9', 'line', [0]],
      ['signal', 'macd 12 26 9', 'line', [0]],
      ['histogram', 'macd 12 26 9', 'bars', [0]],
    ])
    const [macd, signal, histogram] = lines.map(({ values }) => values.at(-1) ?? Number.NaN)
    expect(histogram).toBeCloseTo((macd ?? 0) - (signal ?? 0), 9)
  })

  test.each([
    ['keltner(50,top,exponential,5)', ['upper', null, 'lower'], false],
    ['donchian(upper,20,20)', ['upper', 'lower', null], false],
    ['ichimoku(9,26,52,26,conversion,yes)', [null, null, 'upper', 'lower', null], true],
  ])('two lines of %s enclose an area', async (text, sides, isCloud) => {
    const lines = await draw(INFY, text)
    expect(lines.map(({ edge }) => edge?.side ?? null)).toEqual(sides)
    const edges = lines.flatMap(({ edge }) => edge ?? [])
    expect(new Set(edges.map(({ of }) => of)).size).toEqual(1)
    expect(edges.map((edge) => edge.isCloud)).toEqual([isCloud, isCloud])
  })

  test('Bollinger bands of equal parameters enclose an area, others do not', async () => {
    const of = async (text: string) => (await draw(INFY, text))[0]?.edge
    const upper = await of('bollinger_upper(close,20,2,simple,0)')
    expect(upper).toEqual({ ...(await of('bollinger_lower(close,20,2,simple,0)')), side: 'upper' })
    expect(upper?.of).not.toEqual((await of('bollinger_lower(close,30,2,simple,0)'))?.of)
    expect(await of('bollinger_modified(close,20,2,simple,0)')).toEqual(null)
  })

  test('a line that was chosen is drawn by itself', async () => {
    const lines = await draw(INFY, 'macd(12,26,9,signal)')
    expect(lines.map(({ label }) => label)).toEqual(['MACD 12 26 9 signal'])
  })

  test('Supertrend is two lines that never meet: below rising prices and above falling ones', async () => {
    const candles = waves(400)
    const lines = await draw(INFY, 'supertrend(7,3)', candles)
    expect(lines.map(({ tone }) => tone)).toEqual(['up', 'down'])
    const [up, down] = lines.map(({ values }) => values)
    let flips = 0
    let told = 0
    for (let row = 20; row < 400; row++) {
      const isUp = !Number.isNaN(up?.[row] ?? Number.NaN)
      expect(isUp).not.toEqual(!Number.isNaN(down?.[row] ?? Number.NaN))
      const close = candles.close[row] ?? 0
      expect(isUp ? close >= (up?.[row] ?? 0) : close <= (down?.[row] ?? 0)).toEqual(true)
      const wasUp = !Number.isNaN(up?.[row - 1] ?? Number.NaN)
      if (isUp !== wasUp) flips++
      told++
    }
    expect([flips > 2, told]).toEqual([true, 380])
  })

  test.each([
    ['rsi(14)', [30, 70]],
    ['stochastic(14,%k,yes)', [20, 80]],
    ['mfi(20)', [20, 80]],
    ['cci(20)', [-100, 100]],
    ['williams_r(14)', [-80, -20]],
  ])('%s is read against its levels', async (text, levels) => {
    const [line] = await draw(INFY, text)
    expect([line?.message, line?.levels]).toEqual([null, levels])
  })

  test.each([
    ['vwap', 'VWAP'],
    ['mfi(20)', 'MFI 20'],
    ['volume', 'Volume'],
    ['sma(volume,20,0)', 'SMA volume 20'],
  ])('%s says why it is blank on an index, beside one that is drawn', async (text, label) => {
    const candles = waves(100)
    candles.volume.fill(0)
    const lines = await draw(NIFTY, `${text};ema(close,9)`, candles)
    expect(lines.map((line) => [line.label, line.message, line.values.length])).toEqual([
      [label, 'no volume on an index', 0],
      ['EMA 9', null, 100],
    ])
    const [imported] = await draw(INFY, text, candles)
    expect(imported?.message).toEqual('these candles have no volume')
  })

  test('an average of volume does not lie among prices', async () => {
    const [line] = await draw(INFY, 'sma(volume,20,0)')
    expect([line?.message, line?.pane]).toEqual([null, 'sma 20 0'])
  })

  test('of other instruments are computed on their candles and stand at the times of the chart', async () => {
    const whole = waves(200)
    const other = sliceCandles(whole, 50, 180)
    other.close.forEach((close, row) => {
      other.close[row] = close * 20
    })
    const asked: InstrumentId[] = []
    const lines = await draw(
      INFY,
      'close of "TCS";ema(close,9);rsi(14) of "TCS";close of "INFY"',
      whole,
      async (instrument) => {
        asked.push(instrument)
        return other
      },
    )
    expect(asked).toEqual(['NSE_TCS'])
    expect(lines.map(({ label, pane, of, isPrice }) => [label, pane, of, isPrice])).toEqual([
      ['TCS', 'price', 'NSE_TCS', true],
      ['EMA 9', 'price', null, false],
      ['RSI 14 of TCS', 'rsi 14  NSE_TCS', 'NSE_TCS', false],
      ['INFY', 'price', null, true],
    ])
    const [price] = lines
    expect(price?.values.length).toEqual(200)
    expect([49, 50, 179, 199].map((row) => price?.values[row])).toEqual([
      Number.NaN,
      other.close[0],
      other.close[129],
      other.close[129],
    ])
  })

  test('of another instrument without candles, or that cannot be loaded, say why beside those that are drawn', async () => {
    const lines = await draw(INFY, 'close of "TCS";ema(close,9)', waves(100), async () => {
      throw new Error('Error loading candles')
    })
    expect(lines.map(({ label, message }) => [label, message])).toEqual([
      ['TCS', 'Error loading candles'],
      ['EMA 9', null],
    ])
    const [empty] = await draw(INFY, 'close of "TCS"', waves(100), async () => emptyCandles(0))
    expect(empty?.message).toEqual('no candles for this time')
  })

  test('an average of an RSI lies in its pane, a calculation of prices over the candles, any other by itself', async () => {
    const lines = await draw(
      INFY,
      'rsi(14);ema(rsi(14),9);close - 2 * atr(14);ema(close,9) - ema(close,21);sma(volume / 2,5)',
    )
    expect(lines.map(({ label, pane, message }) => [label, pane, message])).toEqual([
      ['RSI 14', 'rsi 14', null],
      ['EMA 9 (RSI 14)', 'rsi 14', null],
      ['close - 2 * atr(14)', 'price', null],
      ['ema(close,9) - ema(close,21)', 'ema(close,9) - ema(close,21)', null],
      ['SMA 5 (volume / 2)', 'volume / 2', null],
    ])
    expect(lines.map(({ levels }) => levels.length)).toEqual([2, 2, 0, 0, 0])
    const [strength, average] = lines.map(({ values }) => values)
    expect(average?.at(-1)).not.toEqual(strength?.at(-1))
    expect(Math.abs((average?.at(-1) ?? 0) - (strength?.at(-1) ?? 99))).toBeLessThan(20)
  })

  test('a rule is a dot at the close of each candle at which it is true', async () => {
    const candles = waves(200)
    const [average, rule] = await draw(INFY, 'ema(close,9);close > ema(close,9)', candles)
    expect([rule?.label, rule?.draw, rule?.pane]).toEqual(['close > ema(close,9)', 'marks', 'price'])
    const isAbove = [...candles.close].map((close, row) => close > (average?.values[row] ?? Number.NaN))
    expect([...(rule?.values ?? [])].map((value) => !Number.isNaN(value))).toEqual(isAbove)
    expect(isAbove.filter(Boolean).length).toBeGreaterThan(50)
    const row = isAbove.indexOf(true)
    expect(rule?.values[row]).toEqual(candles.close[row])
  })

  test('a calculation with another instrument waits for its candles alone', async () => {
    const whole = waves(100)
    const [ratio] = await draw(INFY, 'close / close of "TCS"', whole, async () => whole)
    expect([ratio?.of, ratio?.pane, ratio?.values.at(-1)]).toEqual([null, 'close / close of "TCS"', 1])
    const [waiting, own] = await draw(INFY, 'close / close of "TCS";ema(close,9)', whole, async () => null)
    expect([waiting?.values.length, waiting?.message, own?.values.length]).toEqual([0, null, 100])
  })

  test.each([
    ['5 + 2', 'A number alone is no line: name an indicator or a price'],
    ['close >', 'Found the end, expected a number or an indicator such as ema(close,9)'],
  ])('%s says why nothing is drawn', async (text, message) => {
    const [line] = await draw(INFY, text)
    expect([line?.label, line?.message]).toEqual([text, message])
  })

  test('as many as a chart takes are one request, whichever they are', () => {
    const counts = indicators
      .map(
        (spec) =>
          linesOf(
            spec,
            spec.params.map((param) => param.default),
          ).length,
      )
      .toSorted((one, other) => other - one)
    const most = counts.slice(0, CHART_INDICATORS_MAX).reduce((sum, count) => sum + count, 0)
    expect(most).toBeLessThanOrEqual(INDICATORS_MAX)
    expect(counts[0]).toBeGreaterThan(5)
  })
})

const draw = (
  instrument: InstrumentId,
  texts: string,
  candles = waves(200),
  loadOther: (instrument: InstrumentId) => Promise<Candles | null> = async () => waves(200),
) =>
  computeLines(
    { instrument, candles, interval: '5min', history: 'market', indicators: texts.split(';') },
    { technicals: async (request, given, { others } = {}) => runTechnicals(host, request, given, others) },
    loadOther,
  )

/** Prices that swing far enough to turn a trend. */
const waves = (rows: number): Candles => {
  const candles = emptyCandles(rows)
  const first = Date.parse('2026-11-23T09:15:00+05:30')
  for (let row = 0; row < rows; row++) {
    const close = 100 + 12 * Math.sin(row / 17) + Math.sin(row * 1.7)
    candles.time[row] = first + row * 300_000
    candles.open[row] = close - 0.2
    candles.high[row] = close + 0.6
    candles.low[row] = close - 0.7
    candles.close[row] = close
    candles.volume[row] = 100 + (row % 9) * 10
  }
  return candles
}
