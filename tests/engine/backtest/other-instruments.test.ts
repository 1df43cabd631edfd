import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BacktestParams, BacktestResult } from '../../../src/domain/backtests/backtest.ts'
import {
  type Candles,
  candlesFrom,
  emptyCandles,
  type OtherCandles,
} from '../../../src/domain/charts/candle.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { runBacktest } from '../../../src/engine/backtest/backtest.ts'
import { contractsOf, runOptionMonteCarlo, runOptions } from '../../../src/engine/options/option-run.ts'
import { runMonteCarlo } from '../../../src/engine/robustness/monte-carlo-run.ts'
import { engineHost } from '../../support/engine/engines.ts'
import {
  candles,
  close,
  closesAt,
  compare,
  indicator,
  never,
  number,
  request,
} from '../../support/engine/notation.ts'
import { series } from '../../support/engine/random.ts'
import { optionRequest, rules } from '../../support/market/option-run.ts'

const host = await engineHost('Backtest')
const tcs = instrumentId('NSE', 'TCS')
const ofTcs = { ...close, instrument: tcs }

const run = (changes: Partial<BacktestParams>, own: Candles, others: OtherCandles): BacktestResult =>
  runBacktest(host, request(changes), own, undefined, others)

const entryPrices = ({ tradeLog }: BacktestResult) => tradeLog.map(({ entryPrice }) => entryPrice)

describe('a run whose rule reads another instrument', () => {
  const own = candles('100 101 102 103 104 105 106')
  const entry = compare(ofTcs, 'crosses above', number(20))
  const exit = compare(ofTcs, 'crosses below', number(20))
  const size = { kind: 'lots', lots: 1 } as const

  test('enters and exits at the open behind its signals', () => {
    const { tradeLog } = run({ entry, exit, size }, own, { [tcs]: candles('10 30 30 30 10 10 30') })
    expect(tradeLog.map(({ entryPrice, exitPrice }) => [entryPrice, exitPrice])).toEqual([[102, 105]])
  })

  test('trades under every fill model and finds no look-ahead bias', () => {
    const other = candles('10 30 - 30 10 10 30')
    const { robustness } = run({ entry, exit, size }, own, { [tcs]: other })
    expect(robustness?.band.map(({ model, trades }) => [model, trades])).toEqual([
      ['signal_close', 1],
      ['next_open', 1],
      ['crossed', 1],
      ['adverse', 1],
    ])
    expect(robustness?.findings.map(({ code }) => code)).not.toContain('look_ahead')
  })

  test('gives the figures of the same rule on the own candles where both are equal', () => {
    fc.assert(
      fc.property(series({ minLength: 12, maxLength: 80 }), (input) => {
        const sma = indicator('sma', 'close', 3, 0)
        const rule = (left: typeof close) => ({
          entry: compare(left, 'crosses above', sma),
          exit: compare({ ...left, interval: '15min' as const }, 'lower than', sma),
          costs: true,
        })
        const { runtime: _, ...read } = run(rule(ofTcs), input, { [tcs]: input })
        expect({ ...run(rule(close), input, {}), runtime: 0 }).toEqual({ ...read, runtime: 0 })
      }),
      { numRuns: 60 },
    )
  })

  test('waits for its first candle, and says how long', () => {
    const rule = { entry: compare(ofTcs, 'higher than', number(20)), size }
    const report = run(rule, own, { [tcs]: candles('- - - 30 30 30 30') })
    expect(entryPrices(report)).toEqual([104])
    expect(report.remarks).toContain(
      'The first 3 candles were used to warm up the indicators: no entries there.',
    )
  })

  test('says why its entry is never ready, also where the candles of the other begin only behind', () => {
    const { remarks } = run({ entry }, own, { [tcs]: candles('- - - - - - - 30') })
    expect(remarks).toContain(
      'The entry never has all its indicator values over these candles: the span is too short for its longest period, it uses the volume of an index, or an instrument it reads has candles only later.',
    )
  })

  test('is refused without its candles, and names it', () => {
    expect(() => run({ entry }, own, {})).toThrow('candles of NSE_TCS: there are none')
    expect(() => run({ entry }, own, { [tcs]: emptyCandles(0) })).toThrow(
      'candles of NSE_TCS: there are none',
    )
  })

  test('has a Monte Carlo test, whose whole truncation test reads the other instrument too', () => {
    const [long] = fc.sample(series({ minLength: 400, maxLength: 400 }), { numRuns: 1, seed: 5 })
    if (long === undefined) throw new Error('no candles')
    const other = { ...long, close: long.open, open: long.close }
    const changes = {
      entry: compare({ ...ofTcs, interval: '15min' as const }, 'crosses above', close),
      exit: compare(ofTcs, 'crosses below', close),
      size,
    }
    const asked = { ...request(changes), give: 'monteCarlo', seed: 3 } as const
    const test = runMonteCarlo(host, asked, long, undefined, { [tcs]: other })
    expect([test.lookAheads, test.cuts > 10, test.finalPnl]).toEqual([
      [],
      true,
      run(changes, long, { [tcs]: other }).finalPnl,
    ])
  })
})

describe('a run on options whose rule reads another instrument', () => {
  const minutes = (line: string) => candles(line, { minutes: 1, day: '2026-11-16', open: '09:20' })
  const spot = minutes('24000 24000 24000 24000 24000 24000')
  const options = rules(['sell ce 0'], { entry: 'condition' })
  const asked = (changes: Partial<BacktestParams> = {}) =>
    optionRequest(options, {
      entry: compare(ofTcs, 'crosses above', number(20)),
      exit: compare(ofTcs, 'crosses below', number(20)),
      ...changes,
    })
  const others = { [tcs]: minutes('10 30 30 10 10 10') }

  test('enters, exits and names its contracts as the candles of it say', () => {
    const { tradeLog, robustness } = runOptions(host, asked(), spot, [], others)
    expect(tradeLog.map(({ entryAt, exitAt, reason }) => [entryAt, exitAt, reason])).toEqual([
      [spot.time[2], spot.time[4], 'signal'],
    ])
    expect(contractsOf(host, asked(), spot, [], others)).toHaveLength(1)
    expect(robustness?.findings.map(({ code }) => code)).not.toContain('look_ahead')
  })

  test('has a Monte Carlo test that finds no look-ahead bias', () => {
    const { finalPnl, lookAheads, cuts } = runOptionMonteCarlo(
      host,
      { ...asked(), give: 'monteCarlo', seed: 1 },
      spot,
      [],
      others,
    )
    expect([lookAheads, cuts > 0]).toEqual([[], true])
    expect(finalPnl).toBe(runOptions(host, asked(), spot, [], others).finalPnl)
  })

  test('is refused without its candles, and names it', () => {
    expect(() => runOptions(host, asked(), spot)).toThrow('candles of NSE_TCS: there are none')
  })

  test('may read it in the exit alone', () => {
    const byClock = optionRequest(rules(['sell ce 0']), {
      entry: never,
      exit: compare(ofTcs, 'higher than', number(20)),
    })
    const { tradeLog } = runOptions(host, byClock, spot, [], others)
    expect(tradeLog.map(({ reason }) => reason)).toEqual(['signal'])
  })
})

test('candles of instruments that no condition names are not looked at', () => {
  const broken = candlesFrom(() => Float64Array.of(Number.NaN))
  const own = candles('100 101 102')
  expect(entryPrices(run({ entry: closesAt(101) }, own, { [tcs]: broken }))).toEqual([102])
})
