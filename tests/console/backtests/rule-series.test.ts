import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadRuleSeries, reviewOf } from '../../../src/console/backtests/rule-series.ts'
import { encodeCandles } from '../../../src/contract/charts/candle-columns.ts'
import type { BacktestParams, BacktestTrade } from '../../../src/domain/backtests/backtest.ts'
import type { CandleSource, Candles } from '../../../src/domain/charts/candle.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { parseCondition } from '../../../src/domain/strategies/condition/parse.ts'
import { runBacktest } from '../../../src/engine/backtest/backtest.ts'
import { runTechnicals } from '../../../src/engine/program/technicals.ts'
import type { EngineClient } from '../../../src/engine/worker/client.ts'
import type { HttpClient } from '../../../src/platform/http-client.ts'
import { backtestParams, tradedContract } from '../../support/backtests.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { candles, date } from '../../support/engine/notation.ts'

const host = await engineHost('Backtest')
const technicalsHost = await engineHost('GetTechnicals')

const reliance = 'NSE_RELIANCE' as InstrumentId
const infy = 'NSE_INFY' as InstrumentId

const read = (text: string) => {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(parsed.problem.expected)
  return parsed.tree
}

const runOf = (entry: string, exit: string, changes: Partial<BacktestParams> = {}): BacktestParams =>
  backtestParams({
    entry: read(entry),
    exit: read(exit),
    from: date('2024-04-01'),
    to: date('2024-04-30'),
    slippageBps: 0,
    ...changes,
  })

type Stored = Readonly<Record<string, Candles>>

const engine: Pick<EngineClient, 'technicals'> = {
  technicals: async (request, series, { others } = {}) =>
    runTechnicals(technicalsHost, request, series, others),
}

const serve = (stored: Stored, source: CandleSource): HttpClient =>
  ({
    callForBytes: async (_: unknown, { query }: { query: { key: string } }) => ({
      bytes: encodeCandles(stored[query.key] ?? candles('')),
      headers: new Headers({ 'x-candle-source': source, 'x-candle-finest': '5min' }),
    }),
  }) as unknown as HttpClient

const seriesOf = (params: BacktestParams, stored: Stored, source: CandleSource = 'imported') =>
  loadRuleSeries(
    { params, instrument: reliance },
    { http: serve(stored, source), engine },
    new AbortController().signal,
  )

const tradesOf = (params: BacktestParams, stored: Stored): readonly BacktestTrade[] => {
  const own = stored[reliance] ?? candles('')
  const request = { params, contract: tradedContract(reliance), source: 'imported' } as const
  return runBacktest(host, request, own, undefined, stored).tradeLog
}

const reviewAll = async (
  params: BacktestParams,
  stored: Stored,
  now: Stored = stored,
  source?: CandleSource,
) => {
  const series = await seriesOf(params, now, source)
  return tradesOf(params, stored).map((trade, index) =>
    reviewOf(
      { key: `t#${index}`, params, instrument: reliance, result: { source: 'imported' }, trade },
      series,
    ),
  )
}

const reasonsIn = async (...given: Parameters<typeof reviewAll>) =>
  (await reviewAll(...given)).map((review) =>
    review.kind === 'gone'
      ? review.reason
      : [review.trade.reasons.entry.text, review.trade.reasons.exit.text],
  )

describe('reasons of a trade', () => {
  test('name what the rule compared, with its values at the signal candle', async () => {
    const line = candles('100 102 104 106 104 101 99')
    const run = runOf('close crosses above 103 and rsi(2) > 50', 'close < ema(close,2)')
    expect(await reasonsIn(run, { [reliance]: line })).toEqual([
      [
        'close 104.00 crossed above 103, rsi(2) 100 was above 50',
        'close 104.00 was below ema(close,2) 104.33',
      ],
    ])
  })

  test('of a trade from close to open name the candle of the entry for both, with its values', async () => {
    const run = runOf('close > 101', 'close < 103', { fill: 'close_to_open', product: 'NRML' })
    const [first] = await reviewAll(run, { [reliance]: candles('100 100/102/100/102 105 106') })
    if (first === undefined || first.kind === 'gone') throw new Error('no trade is reviewed')
    const { entry, exit } = first.trade.reasons
    expect([entry.text, exit.text]).toEqual(['close 102.00 was above 101', 'close 102.00 was below 103'])
    expect(first.trade.marks.map(({ price }) => price)).toEqual([102, 105])
  })

  test('of an `or` name only the comparisons that held', async () => {
    const line = candles('100 102 104 106 104')
    const run = runOf('close > 1000 or close > 103 or close > 101', 'close > 2000')
    const [first] = await reasonsIn(run, { [reliance]: line })
    expect(first).toEqual(['close 102.00 was above 101', 'end of the backtest, at the close 104.00'])
  })

  test('read other instruments and arithmetic', async () => {
    const stored = { [reliance]: candles('100 102 104 106'), [infy]: candles('50 51 52 53') }
    const run = runOf('close - 1 > 2 * close of "INFY"', 'close > 2000')
    expect(await reasonsIn(run, stored)).toEqual([])
    const looser = runOf('close + 3 > 2 * close of "INFY" and close > 101', 'close > 2000')
    const [first] = await reasonsIn(looser, stored)
    expect(first).toEqual([
      '(close + 3) 105.00 was above (2 * close of "INFY") 102.00, close 102.00 was above 101',
      'end of the backtest, at the close 106.00',
    ])
  })

  test.each<[string, string, Partial<BacktestParams>, string]>([
    [
      'a stop within a candle',
      '100 100 100/101/97/98 98',
      { stopLoss: 2, tpslType: 'pts' },
      'stop 98.00 touched (low 97.00)',
    ],
    [
      'a stop that the open passed',
      '100 100 100 95 95',
      { stopLoss: 2, tpslType: 'pts' },
      'opened at 95.00, at or below the stop 98.00',
    ],
    [
      'a target',
      '100 100 100/104/100/104 104',
      { targetProfit: 3, tpslType: 'pct' },
      'target 103.00 touched (high 104.00)',
    ],
    [
      'a target of a short',
      '100 100 100/100/96/96 96',
      { side: 'sell', targetProfit: 3, tpslType: 'pts' },
      'target 97.00 touched (low 96.00)',
    ],
    [
      'the hour of the square-off',
      '100 100 101 102 103',
      { tradingStopTime: '09:30' },
      'square-off at the open 102.00',
    ],
    [
      'the last candle of a day',
      '100 100 101 | 102 103',
      {},
      'square-off with the last candle of the day, at the close 101.00',
    ],
    ['the end of the run', '100 100 101', { product: 'NRML' }, 'end of the backtest, at the close 101.00'],
  ])('name %s with its price', async (_, line, changes, expected) => {
    const run = runOf('close > 99', 'close > 1000', changes)
    const [first] = await reasonsIn(run, { [reliance]: candles(line) })
    expect(first).toEqual(['close 100.00 was above 99', expected])
  })

  const rules = fc.constantFrom(
    ['ema(close,2) crosses above ema(close,4)', 'ema(close,2) crosses below ema(close,4)'],
    ['rsi(3) < 40 or close crosses below 99', 'rsi(3) > 60'],
    ['close > sma(close,3) * 1.001 and close@15min > 98', 'close < sma(close,3)'],
    ['max(close, open) > prev_n(close,-1,day)', 'min(close, open) < 100'],
  )
  const changes = fc.record({
    fill: fc.constantFrom('next_open' as const, 'close' as const),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    product: fc.constantFrom('MIS' as const, 'NRML' as const),
    stopLoss: fc.constantFrom(null, 1),
    targetProfit: fc.constantFrom(null, 1.5),
    slippageBps: fc.constantFrom(0, 7),
    tradingStopTime: fc.constantFrom('09:50', '15:15'),
  })
  const steps = fc.array(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 10, maxLength: 10 }), {
    minLength: 2,
    maxLength: 4,
  })

  const lineOf = (days: readonly (readonly number[])[]): string => {
    let price = 100
    const candleOf = (step: number): string => {
      const open = price
      price += step
      return `${open}/${Math.max(open, price) + 1}/${Math.min(open, price) - 1}/${price}`
    }
    return days.map((day) => day.map(candleOf).join(' ')).join(' | ')
  }

  test('are found for every trade that the engine makes, over the candles it made them of', async () => {
    let trades = 0
    await fc.assert(
      fc.asyncProperty(rules, changes, steps, async ([entry = '', exit = ''], changed, days) => {
        const reviews = await reviewAll(runOf(entry, exit, changed), { [reliance]: candles(lineOf(days)) })
        trades += reviews.length
        expect(reviews.filter(({ kind }) => kind === 'gone')).toEqual([])
      }),
      { numRuns: 150 },
    )
    expect(trades).toBeGreaterThan(150)
  })
})

describe('candles of a trade', () => {
  const line = '100 102 104 106 104 101 99'
  const run = runOf('close > 103', 'close < 102')

  test('are those around it, with the lines of the rule and where it was filled', async () => {
    const stored = { [reliance]: candles(line) }
    const withLine = runOf('close > sma(close,2) and rsi(2) > 50', 'close < 102')
    const [first] = await reviewAll(withLine, stored)
    expect(first?.kind === 'reviewed' && first.trade.lines.map(({ label }) => label)).toEqual([
      'sma(close,2)',
    ])
    expect(first?.kind === 'reviewed' && first.trade.marks.map(({ price, side }) => [side, price])).toEqual([
      ['buy', 106],
      ['sell', 99],
    ])
  })

  test('may be gone: none are stored, others are, or their source is another', async () => {
    const stored = { [reliance]: candles(line) }
    const changed = 'The candles have changed since this run: they no longer make this trade.'
    expect(await reasonsIn(run, stored, { [reliance]: candles('100 102 103 106 104 101 99') })).toEqual([
      changed,
    ])
    expect(await reasonsIn(run, stored, { [reliance]: candles('100 102 104 107 104 101 99') })).toEqual([
      changed,
    ])
    expect(await reasonsIn(run, stored, { [reliance]: candles('100 102') })).toEqual([
      'The candles of this trade are no longer stored.',
    ])
    expect(await reasonsIn(run, stored, stored, 'simulated')).toEqual([
      'This run read imported candles; simulated ones have replaced them.',
    ])
    await expect(seriesOf(run, {})).rejects.toThrow('rejected')
  })
})
