import { describe, expect, test } from 'vitest'
import { runBacktest } from '../../../src/engine/backtest/backtest.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { at, candles, closesAt, never, nifty, request, share } from '../../support/engine/notation.ts'

const host = await engineHost('Backtest')

describe('the report', () => {
  // Two trades of 10 units: +80 on the first day, -50 over the night of the second.
  const series = candles('101 100 100/106/98/104 109 108 | 101 110 110/112/107/111 | 109 105 103')
  const changes = { entry: closesAt(101), exit: closesAt(109), size: { kind: 'lots', lots: 10 } as const }
  const day = (number: number, clock: string) => at(`2024-04-0${number}`, clock)

  test('holds every figure of a run small enough to reckon by hand', () => {
    const { remarks, runtime, chargeLines, robustness, ...report } = runBacktest(
      host,
      request(changes),
      series,
    )
    expect(runtime).toBeGreaterThan(0)
    expect(chargeLines.map((line) => line.amount)).toEqual([0, 0, 0, 0, 0, 0, 0])
    const root = Math.sqrt(252)
    const returns = [80 / 11, 10 / 11, -60 / 11]
    const mean = 10 / 11
    const deviation = Math.sqrt(returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 2)
    const downside = Math.sqrt((60 / 11) ** 2 / 3) * root
    const near = (value: number) => expect.closeTo(value, 9)
    expect(report).toEqual({
      pnl: [
        [day(1, '09:20'), 100, 10, 0, 0, 0],
        [day(1, '09:35'), 108, 0, 80, 0, 80],
        [day(1, '09:40'), 108, 0, 80, 0, 80],
        [day(2, '09:20'), 110, 10, 80, 0, 80],
        [day(2, '09:30'), 111, 10, 80, 10, 90],
        [day(3, '09:20'), 105, 0, 30, 0, 30],
        [day(3, '09:30'), 103, 0, 30, 0, 30],
      ],
      dailyReturns: [
        ['2024-04-01', near(returns[0] ?? 0)],
        ['2024-04-02', near(returns[1] ?? 0)],
        ['2024-04-03', near(returns[2] ?? 0)],
      ],
      maxCapUsed: 1100,
      finalPnl: 30,
      finalCapital: 100_030,
      winCount: 1,
      lossCount: 1,
      maximumGain: 80,
      maximumLoss: -50,
      totalNumberOfSignals: 2,
      periodHigh: 112,
      periodLow: 98,
      periodReturn: near((103 / 101 - 1) * 100),
      periodVolatility: near((Math.abs(111 / 108 - 1 - (103 / 111 - 1)) / Math.SQRT2) * 100 * root),
      winningNRML: 1,
      lossingNRML: 1,
      averageGainPerWinningTrade: 80,
      averageGainPerLosingTrade: -50,
      sharpe: near((mean / deviation) * root),
      return: near(0.03),
      maxDraw: near((60 / 100_090) * 100),
      volatility: near(deviation * root),
      downsideRisk: near(downside),
      tradeLog: [
        {
          side: 'buy',
          quantity: 10,
          entryAt: day(1, '09:20'),
          entryPrice: 100,
          exitAt: day(1, '09:35'),
          exitPrice: 108,
          reason: 'signal',
          isAmbiguous: false,
          grossPnl: 80,
          charges: 0,
          slippage: 0,
          netPnl: 80,
          candles: 3,
          adverseExcursion: -2,
          favourableExcursion: 9,
        },
        {
          side: 'buy',
          quantity: 10,
          entryAt: day(2, '09:20'),
          entryPrice: 110,
          exitAt: day(3, '09:20'),
          exitPrice: 105,
          reason: 'signal',
          isAmbiguous: false,
          grossPnl: -50,
          charges: 0,
          slippage: 0,
          netPnl: -50,
          candles: 3,
          adverseExcursion: -5,
          favourableExcursion: 2,
        },
      ],
      sortino: near((mean * 252) / downside),
      calmar: near(((1.0003 ** (365 / 3) - 1) * 100) / ((60 / 100_090) * 100)),
      cagr: near((1.0003 ** (365 / 3) - 1) * 100),
      profitFactor: 1.6,
      expectancy: 15,
      payoffRatio: 1.6,
      winRate: 50,
      exposure: near((6 / 11) * 100),
      maxDrawRupees: 60,
      longestDrawdownDays: 1,
      averageHoldingMinutes: near((15 + 24 * 60) / 2),
      longestWinningStreak: 1,
      longestLosingStreak: 1,
      grossPnl: 30,
      chargesPaid: 0,
      slippagePaid: 0,
      ambiguousCandles: 0,
      byWeekday: [
        { label: 'Mon', trades: 1, netPnl: 80, meanReturn: near(returns[0] ?? 0) },
        { label: 'Tue', trades: 1, netPnl: -50, meanReturn: near(returns[1] ?? 0) },
        { label: 'Wed', trades: 0, netPnl: 0, meanReturn: near(returns[2] ?? 0) },
        { label: 'Thu', trades: 0, netPnl: 0, meanReturn: null },
        { label: 'Fri', trades: 0, netPnl: 0, meanReturn: null },
      ],
      byHour: [{ label: '09:00', trades: 2, netPnl: 30, meanReturn: null }],
      byMonth: [{ label: '2024-04', trades: 2, netPnl: 30, meanReturn: near(mean) }],
      candles: 11,
      firstCandleAt: day(1, '09:15'),
      lastCandleAt: day(3, '09:25'),
      source: 'imported',
    })
    expect(remarks).toEqual([
      'Charges are not included.',
      'Slippage is not included: every order fills at the candle price.',
      '2 trades are too few to be statistically meaningful.',
    ])
  })

  test('a run without a trade has no ratios, and says so', () => {
    const report = runBacktest(host, request({ entry: never, exit: never }), series)
    const { sharpe, volatility, maximumGain, profitFactor, winRate, expectancy, averageHoldingMinutes } =
      report
    expect({
      sharpe,
      volatility,
      maximumGain,
      profitFactor,
      winRate,
      expectancy,
      averageHoldingMinutes,
    }).toEqual({
      sharpe: null,
      volatility: null,
      maximumGain: null,
      profitFactor: null,
      winRate: null,
      expectancy: null,
      averageHoldingMinutes: null,
    })
    expect(report.dailyReturns.map(([, value]) => value)).toEqual([null, null, null])
    expect([report.finalPnl, report.finalCapital, report.return, report.maxDraw]).toEqual([0, 100_000, 0, 0])
    expect(report.remarks).toContain('The strategy made no trade: the entry was never true.')
  })

  test('charges are paid where they arise: the entry lowers the curve at once', () => {
    const costs = { ...changes, costs: true, product: 'MIS' as const }
    const report = runBacktest(host, request(costs, nifty), candles('101 100 109 108'))
    const [trade] = report.tradeLog
    const [entry, exit, end] = report.pnl
    // 650 units: 65,000 bought and 70,200 sold; brokerage 19.50 and 20.
    expect(trade?.charges).toBeCloseTo(
      39.5 +
        70_200 * 0.000125 +
        135_200 * 0.0000183 +
        135_200 * 0.000001 +
        65_000 * 0.00002 +
        0.18 * (39.5 + 135_200 * 0.0000183 + 135_200 * 0.000001),
      8,
    )
    expect(entry?.[5]).toBeCloseTo(
      -(19.5 + 65_000 * (0.0000183 + 0.000001 + 0.00002) + 0.18 * (19.5 + 65_000 * 0.0000193)),
      8,
    )
    expect(exit?.[5]).toBe(report.finalPnl)
    expect(end?.[5]).toBe(report.finalPnl)
    expect([report.winningMIS, report.lossingMIS, 'winningCash' in report]).toEqual([1, 0, false])
  })

  test('shares sold twice a day pay the depository once', () => {
    const twice = candles('101 100 109 110 101 100 109 110')
    const costs = { entry: closesAt(101), exit: closesAt(109), costs: true, product: 'cash' as const }
    const { chargeLines, tradeLog } = runBacktest(host, request(costs, share), twice)
    expect(tradeLog.length).toBe(2)
    expect(chargeLines.find((line) => line.name === 'dp')).toEqual({ name: 'dp', amount: 15.34 })
  })
})

describe('remarks', () => {
  const series = candles('101 100 100/130/70/100 100 100')
  const remarksOf = (changes: object, contract = share, source: 'imported' | 'simulated' = 'imported') =>
    runBacktest(
      host,
      { ...request({ entry: closesAt(101), slippageBps: 2, ...changes }, contract), source },
      series,
    ).remarks
  const few = '1 trade is too few to be statistically meaningful.'
  test.each<[string, readonly string[], readonly string[]]>([
    [
      'an index',
      remarksOf({ costs: true }, nifty),
      [
        "NIFTY 50 is an index and cannot be bought. It is traded as its nearest future at index prices, in lots of 65, ignoring the future's premium and rollover cost.",
        'Capital used is the full contract value; a broker would block only a margin, a part of it.',
        'Exchange fees before 2024-10-01 use the rates of that day.',
        few,
      ],
    ],
    [
      'simulated candles, filled at the close',
      remarksOf({ fill: 'close' }, share, 'simulated'),
      [
        'The candles are simulated: they show how the product works, not the market.',
        'Orders fill at the close of the signal candle, which is optimistic: that price is known only after the candle has closed.',
        'Charges are not included.',
        few,
      ],
    ],
    [
      'an ambiguous candle',
      remarksOf({ stopLoss: 5, targetProfit: 5 }),
      [
        'No minute candles to resolve 1 candle that hit both stop and target; the stop was assumed.',
        'Charges are not included.',
        few,
      ],
    ],
    [
      'shares sold short over night',
      remarksOf({ side: 'sell', product: 'cash' }),
      [
        'Shares cannot be held short overnight: a real account could not carry these positions.',
        'Charges are not included.',
        few,
      ],
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })
})
