import { describe, expect, test } from 'vitest'
import type { BacktestResult } from '../../../src/domain/backtests/backtest.ts'
import { cumulate } from '../../../src/domain/backtests/cumulative.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { backtestResult } from '../../support/backtests.ts'

const date = (text: string) => text as IstDate

const result = (changes: Partial<BacktestResult>): BacktestResult => ({
  ...backtestResult(),
  finalCapital: 0,
  ...changes,
})

const symbol = (name: string, changes: Partial<BacktestResult>) => ({
  instrument: instrumentId('NSE', name),
  result: result(changes),
})

describe('the figures over all symbols', () => {
  test('are sums, means, extremes and returns merged by date', () => {
    const found = cumulate(
      [
        symbol('INFY', {
          backtestUuid: 'a',
          dailyReturns: [
            [date('2024-04-01'), 1],
            [date('2024-04-02'), -2],
          ],
          maxCapUsed: 1_000,
          finalPnl: -10,
          winCount: 1,
          lossCount: 2,
          maximumGain: 10,
          maximumLoss: -20,
          totalNumberOfSignals: 3,
          periodHigh: 110,
          periodLow: 90,
          periodReturn: 4,
          averageGainPerWinningTrade: 10,
          averageGainPerLosingTrade: -10,
          sharpe: 1,
          return: 2,
          maxDraw: 3,
          volatility: 4,
          chargesPaid: 5,
        }),
        symbol('TCS', {
          backtestUuid: 'b',
          dailyReturns: [
            [date('2024-04-02'), 4],
            [date('2024-04-03'), 0],
          ],
          maxCapUsed: 3_000,
          finalPnl: 120,
          winCount: 4,
          maximumGain: 60,
          totalNumberOfSignals: 4,
          periodHigh: 200,
          periodLow: 150,
          periodReturn: 6,
          averageGainPerWinningTrade: 30,
          sharpe: 2,
          return: 4,
          maxDraw: 5,
          volatility: 6,
          chargesPaid: 7,
        }),
        symbol('ITC', { dailyReturns: [[date('2024-04-01'), null]] }),
      ],
      10_000,
    )
    // Rupees by day: 10, -20 + 120 = 100, 0; on 4,000 used: 0.25 %, 2.5 %, 0 %.
    const mean = 2.75 / 3
    const deviation = Math.sqrt(((0.25 - mean) ** 2 + (2.5 - mean) ** 2 + mean ** 2) / 2)
    expect(found).toEqual({
      symbols: 3,
      maxCapUsed: 4_000,
      finalPnl: 110,
      finalCapital: 30_110,
      winCount: 5,
      lossCount: 2,
      totalNumberOfSignals: 7,
      maximumGain: 70,
      maximumLoss: -20,
      sharpe: 1.5,
      return: 3,
      maxDraw: 4,
      periodReturn: 5,
      volatility: 5,
      averageGainPerWinningTrade: 20,
      averageGainPerLosingTrade: -10,
      mergedSharpe: expect.closeTo((mean / deviation) * Math.sqrt(252), 9),
      mergedMaxDraw: 0,
      mergedVolatility: expect.closeTo(deviation * Math.sqrt(252), 9),
      dailyReturns: [
        ['2024-04-01', 0.25],
        ['2024-04-02', 2.5],
        ['2024-04-03', 0],
      ],
      periodHigh: 200,
      periodLow: 90,
      chargesPaid: 12,
      backtestUuids: ['a', 'b'],
    })
  })

  test('the merged drawdown is the fall of all symbols together, in percent of the peak of their capital', () => {
    const days = (...values: number[]) =>
      values.map((value, index) => [date(`2024-04-0${index + 1}`), value] as const)
    const found = cumulate(
      [
        symbol('INFY', { maxCapUsed: 1_000, dailyReturns: days(10, -10, 0) }),
        symbol('TCS', { maxCapUsed: 1_000, dailyReturns: days(10, -20, 30) }),
      ],
      1_000,
    )
    expect(found.mergedMaxDraw).toBeCloseTo((300 / 2_200) * 100, 9)
  })

  test('of no symbol at all are empty', () => {
    const { sharpe, mergedSharpe, periodHigh, finalPnl, dailyReturns } = cumulate([], 10_000)
    expect({ sharpe, mergedSharpe, periodHigh, finalPnl, dailyReturns }).toEqual({
      sharpe: null,
      mergedSharpe: null,
      periodHigh: null,
      finalPnl: 0,
      dailyReturns: [],
    })
  })
})
