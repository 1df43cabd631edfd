import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BacktestResult } from '../../../src/domain/backtests/backtest.ts'
import type { OptionRules } from '../../../src/domain/backtests/option-run/rules.ts'
import { type Candles, sliceCandles } from '../../../src/domain/charts/candle.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { LegCandles } from '../../../src/engine/options/option-request.ts'
import { runOptions } from '../../../src/engine/options/option-run.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { at } from '../../support/engine/notation.ts'
import { type CandleRow, candlesOfRows, optionRequest, rules } from '../../support/market/option-run.ts'

const host = await engineHost('Backtest')

const DAY = '2026-11-16'
const MINUTE = 60_000
const ROWS = 40

/** Minutes from 09:20 on; each is an open, a close and how far it went beyond both, in whole rupees. */
const walk = (start: number, size: number) =>
  fc
    .array(
      fc.record({
        gap: fc.integer({ min: -size, max: size }),
        move: fc.integer({ min: -size, max: size }),
        up: fc.nat(size),
        down: fc.nat(size),
      }),
      { minLength: ROWS, maxLength: ROWS },
    )
    .map((steps): Candles => {
      let last = start
      const rows = steps.map(({ gap, move, up, down }, row): CandleRow => {
        const open = Math.max(1, last + (row === 0 ? 0 : gap))
        const close = Math.max(1, open + move)
        last = close
        const low = Math.max(1, Math.min(open, close) - down)
        return { at: at(DAY, '09:20') + row * MINUTE, open, high: Math.max(open, close) + up, low, close }
      })
      return candlesOfRows(rows)
    })

const spots = walk(24_000, 20)
const premiums = walk(120, 6)

const legsOf = (call: Candles, put: Candles): readonly LegCandles[] => [
  { instrument: instrumentId('NFO-OPT', 'NIFTY26N1724000CE'), candles: call },
  { instrument: instrumentId('NFO-OPT', 'NIFTY26N1724000PE'), candles: put },
]

const run = (
  options: OptionRules,
  spot: Candles,
  legs: readonly LegCandles[],
  costs = false,
): BacktestResult => runOptions(host, optionRequest(options, { costs, slippageTicks: 1 }), spot, legs)

describe('whatever the market does', () => {
  test('a combined stop leaves in the first candle that passes it at its open, its ends or its close, at the stop', () => {
    let stopped = 0
    fc.assert(
      fc.property(spots, premiums, premiums, fc.integer({ min: 3, max: 40 }), (spot, call, put, points) => {
        // Half a point keeps the stop off every price that there is.
        const combinedStop = (points + 0.5) * 65
        const { tradeLog } = run(rules(['sell ce 0', 'sell pe 0'], { combinedStop }), spot, legsOf(call, put))
        const entry = (call.open[0] ?? 0) + (put.open[0] ?? 0) - 0.1
        const lost = (of: keyof Candles, other: keyof Candles, row: number) =>
          ((call[of][row] ?? 0) + (put[other][row] ?? 0) - entry) * 65
        const passesAtOpen = (row: number) => lost('open', 'open', row) >= combinedStop
        const passesInside = (row: number) =>
          Math.max(lost('close', 'close', row), lost('high', 'low', row), lost('low', 'high', row)) >=
          combinedStop
        const first = [...spot.time].findIndex((_, row) => passesAtOpen(row) || passesInside(row))
        const [trade] = tradeLog
        expect(trade?.reason).toBe(first < 0 ? 'square-off' : 'stop')
        if (first < 0) return
        stopped++
        expect(trade?.exitAt).toBe(spot.time[first])
        const slipped = 0.1 * 65
        // Inside a candle the legs leave where their sum stands at the stop, at an open with all that it lost by then.
        const loss = passesAtOpen(first) ? lost('open', 'open', first) : combinedStop
        expect(trade?.grossPnl).toBeCloseTo(-loss - slipped, 6)
      }),
    )
    expect(stopped).toBeGreaterThan(20)
  })

  const anyRules = fc.record({
    legs: fc.array(
      fc.constantFrom(
        'sell ce 0 30',
        'buy ce 2',
        'sell pe 0 40%',
        'buy pe -3 x2',
        'sell ce 4 x2 next',
        'buy pe 0 monthly',
      ),
      { minLength: 1, maxLength: 6 },
    ),
    combinedStop: fc.option(fc.integer({ min: 500, max: 5000 })),
    combinedTarget: fc.option(fc.integer({ min: 500, max: 5000 })),
  })

  test('the legs add up to the trade, the trades to the run and the charge lines to the charges', () => {
    let legs = 0
    fc.assert(
      fc.property(spots, premiums, premiums, anyRules, (spot, call, put, { legs: asked, ...combined }) => {
        const result = run(rules(asked, combined), spot, legsOf(call, put), true)
        const near = (sum: number, whole: number) =>
          expect(Math.abs(sum - whole)).toBeLessThan(1e-6 * Math.max(1, Math.abs(whole)))
        for (const trade of result.tradeLog) {
          const own = trade.legs ?? []
          legs += own.length
          expect(own.length).toBe(asked.length)
          for (const figure of ['grossPnl', 'charges', 'slippage', 'netPnl'] as const)
            near(
              own.reduce((sum, leg) => sum + leg[figure], 0),
              trade[figure],
            )
          const sign = trade.side === 'buy' ? 1 : -1
          near(sign * (trade.exitPrice - trade.entryPrice) * trade.quantity, trade.grossPnl)
          expect(Math.max(...own.map((leg) => leg.exitAt))).toBe(trade.exitAt)
          expect(trade.adverseExcursion).toBeLessThanOrEqual(0)
          expect(trade.favourableExcursion).toBeGreaterThanOrEqual(0)
        }
        near(
          result.tradeLog.reduce((sum, trade) => sum + trade.netPnl, 0),
          result.finalPnl,
        )
        near(
          result.chargeLines.reduce((sum, line) => sum + line.amount, 0),
          result.chargesPaid,
        )
        near(result.grossPnl - result.chargesPaid, result.finalPnl)
        expect((result.optionFills?.traded ?? 0) + (result.optionFills?.model ?? 0)).toBe(
          2 * result.tradeLog.length * asked.length,
        )
      }),
    )
    expect(legs).toBeGreaterThan(100)
  })

  test('nothing looks ahead: candles that come later change no fill that was made before', () => {
    let compared = 0
    const untilOf = (result: BacktestResult, until: number) =>
      result.tradeLog
        .flatMap((trade) => trade.legs ?? [])
        .map((leg) => ({
          contract: leg.contract,
          entry: [leg.entryAt, leg.entryPrice, leg.entryMark],
          exit: leg.exitAt < until ? [leg.exitAt, leg.exitPrice, leg.exitMark, leg.reason] : null,
        }))
    fc.assert(
      fc.property(
        spots,
        premiums,
        premiums,
        anyRules,
        fc.integer({ min: 2, max: ROWS }),
        (spot, call, put, asked, rows) => {
          const { legs, ...combined } = asked
          const cut = (candles: Candles) => sliceCandles(candles, 0, rows)
          const until = spot.time[rows - 1] ?? 0
          const whole = untilOf(run(rules(legs, combined), spot, legsOf(call, put)), until)
          const part = untilOf(run(rules(legs, combined), cut(spot), legsOf(cut(call), cut(put))), until)
          compared += part.length
          expect(part).toEqual(whole)
        },
      ),
    )
    expect(compared).toBeGreaterThan(100)
  })

  test('the same request and candles give the same report', () => {
    fc.assert(
      fc.property(spots, premiums, premiums, anyRules, (spot, call, put, { legs, ...combined }) => {
        const report = () => ({ ...run(rules(legs, combined), spot, legsOf(call, put), true), runtime: 0 })
        expect(report()).toEqual(report())
      }),
      { numRuns: 20 },
    )
  })
})
