import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BacktestParams,
  entersAtClose,
  entryPeriods,
  fillRules,
  type TradeSize,
} from '../../../src/domain/backtests/backtest.ts'
import { closeOf } from '../../../src/domain/backtests/charged-trades.ts'
import { unitsAt } from '../../../src/domain/backtests/trade-size.ts'
import { sliceCandles } from '../../../src/domain/charts/candle.ts'
import type { Condition } from '../../../src/domain/strategies/condition/tree.ts'
import { runBacktest } from '../../../src/engine/backtest/backtest.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { naiveTrades } from '../../support/engine/naive/naive.ts'
import {
  close,
  compare,
  indicator,
  never,
  number,
  params,
  request,
  share,
} from '../../support/engine/notation.ts'
import { minutesInside, series } from '../../support/engine/random.ts'

const host = await engineHost('Backtest')

const condition: fc.Arbitrary<Condition> = fc.constantFrom(
  compare(indicator('ema', 'close', 2), 'crosses above', indicator('ema', 'close', 4)),
  compare(indicator('ema', 'close', 2), 'crosses below', indicator('ema', 'close', 4)),
  compare(close, 'higher than', indicator('sma', 'close', 3)),
  compare(close, 'lower than', indicator('open')),
  compare(indicator('rsi', 3), 'lower than equal to', number(40)),
  compare(close, 'higher than', number(0)),
)

/** Without an exit a position is held until something else ends it. */
const leaving = fc.oneof({ weight: 4, arbitrary: condition }, { weight: 1, arbitrary: fc.constant(never) })

const size: fc.Arbitrary<TradeSize> = fc.oneof(
  fc.record({ kind: fc.constant('lots' as const), lots: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('rupees' as const), rupees: fc.constantFrom(900, 5_000, 99_999) }),
  fc.record({ kind: fc.constant('percent' as const), percent: fc.constantFrom(1, 10, 100) }),
)

const distance = fc.option(fc.constantFrom(0.5, 2, 5, 20), { nil: null })

const plain: fc.Arbitrary<BacktestParams> = fc
  .record({
    entry: condition,
    exit: leaving,
    side: fc.constantFrom('buy' as const, 'sell' as const),
    product: fc.constantFrom('cash' as const, 'NRML' as const, 'MIS' as const),
    size,
    fill: fc.constantFrom(...fillRules),
    slippageBps: fc.constantFrom(0, 2, 50),
    slippageTicks: fc.constantFrom(0, 0, 3),
    stopLoss: distance,
    targetProfit: distance,
    tpslType: fc.constantFrom('pct' as const, 'pts' as const, 'abs' as const),
    tradingStartTime: fc.constantFrom('09:15', '14:45'),
    tradingStopTime: fc.constantFrom('15:15', '15:10', '23:59'),
  })
  .map(params)

const limits = {
  trailing: fc.record({
    distance: fc.constantFrom(0.5, 2, 6),
    after: fc.constantFrom(null, 0, 1, 4),
  }),
  entries: fc.record({ per: fc.constantFrom(...entryPeriods), most: fc.constantFrom(1, 2, 3) }),
  lossesInARow: fc.constantFrom(1, 2),
}

/** As the size of a position needs it. */
const unitSize: fc.Arbitrary<Partial<BacktestParams>> = fc.oneof(
  fc.constant({}),
  fc.constantFrom(3, 5, 12, 200).map((shares) => ({ size: { kind: 'shares' as const, shares } })),
  fc
    .record({
      rupees: fc.constantFrom(2, 10, 25, 1_000),
      tpslType: fc.constantFrom('pct' as const, 'pts' as const),
    })
    .map(({ rupees, tpslType }) => ({ size: { kind: 'risk' as const, rupees }, stopLoss: 2, tpslType })),
)

const limited: fc.Arbitrary<BacktestParams> = fc
  .tuple(plain, fc.record(limits, { requiredKeys: [] }), unitSize)
  .map(([rules, limit, sized]) => ({ ...rules, ...limit, ...sized }))

const strategy = fc.oneof(plain, limited)

const told = (remarks: readonly string[], count: RegExp): number =>
  Number(remarks.map((remark) => count.exec(remark)?.[1]).find((found) => found !== undefined) ?? 0)

const lot = { ...share, lotSize: 5 }

const near = (left: number, right: number) => Math.abs(left - right) <= 1e-9 * Math.max(1, Math.abs(right))

describe('the trades of any strategy on any candles', () => {
  test.each([
    [
      'stop and target',
      plain,
      { compared: 1_000, settled: 100, trailing: 0, overLimit: 0, afterLosses: 0, skipped: 50 },
    ],
    [
      'a trailing stop, limits and sizes in units',
      limited,
      { compared: 500, settled: 30, trailing: 150, overLimit: 200, afterLosses: 200, skipped: 200 },
    ],
  ])('are those of the rules followed one event after the other, with %s', (_, rulesOfKind, atLeast) => {
    const seen = { compared: 0, settled: 0, trailing: 0, overLimit: 0, afterLosses: 0, skipped: 0 }
    const market = series({ maxLength: 90 }).chain((candles) =>
      fc.tuple(fc.constant(candles), fc.option(minutesInside(candles), { nil: undefined })),
    )
    fc.assert(
      fc.property(rulesOfKind, market, (rules, [candles, minutes]) => {
        const report = runBacktest(host, request(rules, lot), candles, minutes)
        const expected = naiveTrades(candles, rules, lot, minutes)
        seen.settled += told(report.remarks, /minute candles resolved (\d+)/)
        const rowAt = (instant: number, isClose: boolean) =>
          candles.time.findIndex((time) => (isClose ? closeOf(time, rules.interval) : time) === instant)
        const found = report.tradeLog.map((trade, index) => ({
          entryRow: rowAt(trade.entryAt, entersAtClose(rules)),
          candles: trade.candles,
          quantity: trade.quantity,
          reason: trade.reason,
          isAmbiguous: trade.isAmbiguous,
          pricesAgree:
            near(trade.entryPrice, expected[index]?.entryPrice ?? Number.NaN) &&
            near(trade.exitPrice, expected[index]?.exitPrice ?? Number.NaN),
        }))
        expect(found).toEqual(
          expected.map(({ entryRow, exitRow, quantity, reason, isAmbiguous }) => ({
            entryRow,
            candles: exitRow - entryRow,
            quantity,
            reason,
            isAmbiguous,
            pricesAgree: true,
          })),
        )
        seen.compared += expected.length
        seen.trailing += expected.filter(({ reason }) => reason === 'trailing').length
        seen.overLimit += told(report.remarks, /(\d+) entr.* not made: at most/)
        seen.afterLosses += told(report.remarks, /(\d+) entr.* not made after/)
        seen.skipped += told(report.remarks, /(\d+) entr.* skipped/)
      }),
      { numRuns: 600, seed: 11 },
    )
    for (const [what, count] of Object.entries(seen))
      expect([what, count >= atLeast[what as keyof typeof seen]]).toEqual([what, true])
  })

  test('tell their quantity, how long and how far they were in gain and in loss, candle by candle', () => {
    let compared = 0
    fc.assert(
      fc.property(strategy, series({ maxLength: 200 }), (rules, candles) => {
        const plain = { ...rules, slippageBps: 0, slippageTicks: 0 }
        const { tradeLog, exposure } = runBacktest(host, request(plain, lot), candles)
        const sign = rules.side === 'buy' ? 1 : -1
        let held = 0
        for (const trade of tradeLog) {
          const row = candles.time.findIndex(
            (time) => (entersAtClose(rules) ? closeOf(time, rules.interval) : time) === trade.entryAt,
          )
          const first = entersAtClose(rules) ? row + 1 : row
          const last = row + trade.candles
          expect(unitsAt(request(plain, lot), trade.entryPrice)).toBe(trade.quantity)
          const isAtClose = trade.exitAt !== candles.time[last]
          const isAtOpen = !isAtClose && trade.exitPrice === candles.open[last]
          held += last - first + (isAtOpen ? 0 : 1)
          const gains = [0, sign * (trade.exitPrice - trade.entryPrice)]
          for (let at = first; at < (isAtClose ? last + 1 : last); at++)
            for (const price of [candles.high[at], candles.low[at]])
              gains.push(sign * ((price ?? Number.NaN) - trade.entryPrice))
          expect(trade.adverseExcursion).toBeCloseTo(Math.min(...gains), 9)
          expect(trade.favourableExcursion).toBeCloseTo(Math.max(...gains), 9)
          compared += 1
        }
        expect(exposure).toBeCloseTo((held / candles.time.length) * 100, 9)
      }),
      { numRuns: 200, seed: 14 },
    )
    expect(compared).toBeGreaterThan(500)
  })

  test('are made of candles alone: the first row that is none is named, wherever it stands', () => {
    const [whole] = fc.sample(series({ minLength: 9, maxLength: 9 }), { numRuns: 1, seed: 3 })
    if (whole === undefined) throw new Error('no series was made')
    for (let row = 0; row < whole.time.length; row++)
      for (const name of ['open', 'high', 'low', 'close'] as const) {
        const candles = { ...whole, [name]: whole[name].slice() }
        candles[name][row] = Number.NaN
        expect(() => runBacktest(host, request({}, lot), candles)).toThrow(`candles: row ${row} `)
      }
  })

  test('never depend on candles that come later', () => {
    let compared = 0
    fc.assert(
      fc.property(strategy, series({ maxLength: 60 }), fc.nat(), (rules, candles, pick) => {
        const known = 1 + (pick % candles.time.length)
        const whole = runBacktest(host, request(rules, lot), candles).tradeLog
        const part = runBacktest(host, request(rules, lot), sliceCandles(candles, 0, known)).tradeLog
        const cutAt = candles.time[known - 1] ?? 0
        const settled = part.filter((trade) => trade.exitAt < cutAt)
        expect(whole.slice(0, settled.length)).toEqual(settled)
        compared += settled.length
      }),
      { numRuns: 400, seed: 12 },
    )
    expect(compared).toBeGreaterThan(300)
  })

  test('add up: final P&L is the sum of trades, of daily changes, and the last row of the curve', () => {
    fc.assert(
      fc.property(strategy, series({ maxLength: 90 }), (rules, candles) => {
        const report = runBacktest(host, request({ ...rules, costs: true }, lot), candles)
        const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
        const byTrade = sum(report.tradeLog.map((trade) => trade.netPnl))
        const byDay = sum(report.dailyReturns.map(([, value]) => ((value ?? 0) / 100) * report.maxCapUsed))
        const charges = sum(report.chargeLines.map((line) => line.amount))
        expect(report.finalPnl).toBeCloseTo(byTrade, 6)
        expect(report.finalPnl).toBeCloseTo(byDay, 6)
        expect(report.pnl.at(-1)?.[5] ?? 0).toBe(report.finalPnl)
        expect(report.chargesPaid).toBeCloseTo(charges, 6)
        expect(report.grossPnl - report.chargesPaid).toBeCloseTo(report.finalPnl, 6)
        const times = report.pnl.map((row) => row[0])
        expect(times).toEqual([...times].sort((left, right) => left - right))
        const numbers = JSON.stringify(report)
        expect(numbers).not.toContain('NaN')
        expect(JSON.parse(numbers)).toEqual(report)
      }),
      { numRuns: 200, seed: 13 },
    )
  })
})
