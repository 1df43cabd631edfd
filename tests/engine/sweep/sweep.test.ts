import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BacktestParams } from '../../../src/domain/backtests/backtest.ts'
import { rowOfFigures } from '../../../src/domain/backtests/sweep/figures.ts'
import {
  axesOfCondition,
  COMBINATIONS_MAX,
  countOfPlan,
  numbered,
  paramsAt,
  type SweepAxis,
  type SweepPlan,
} from '../../../src/domain/backtests/sweep/sweep-plan.ts'
import { parseSweptPrefix } from '../../../src/domain/backtests/sweep/swept-condition.ts'
import { walkWindows } from '../../../src/domain/backtests/sweep/walk-windows.ts'
import { type Candles, candlesFrom, sliceCandles } from '../../../src/domain/charts/candle.ts'
import { oppositeOf } from '../../../src/domain/strategies/condition/opposite.ts'
import { addDays, toIstDate } from '../../../src/domain/time.ts'
import { runBacktest } from '../../../src/engine/backtest/backtest.ts'
import { EngineError } from '../../../src/engine/failure.ts'
import { runSweep } from '../../../src/engine/sweep/sweep.ts'
import type { SweepRequest } from '../../../src/engine/sweep/sweep-request.ts'
import { runGrid, runWalk, sharedCandles } from '../../../src/engine/sweep/sweep-run.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { date, nifty, params, share } from '../../support/engine/notation.ts'
import { minutesInside, series } from '../../support/engine/random.ts'

const host = await engineHost('Backtest')

const planOf = (
  entry: string,
  changes: Partial<BacktestParams> = {},
  more: { readonly exit?: string; readonly axes?: readonly SweepAxis[] } = {},
): SweepPlan => {
  const read = (text: string) => {
    const parsed = parseSweptPrefix(text, 0)
    if (!parsed.ok) throw new Error(`${text}: ${parsed.problem.expected}`)
    return parsed.swept
  }
  const swept = read(entry)
  const exit = more.exit === undefined ? null : read(more.exit)
  return {
    base: params({
      to: date('2025-04-01'),
      entry: swept.tree,
      exit: exit?.tree ?? oppositeOf(swept.tree),
      ...changes,
    }),
    hasOwnExit: exit !== null,
    hasOwnName: true,
    axes: numbered([
      ...axesOfCondition('entry', swept),
      ...(exit === null ? [] : axesOfCondition('exit', exit)),
      ...(more.axes ?? []),
    ]),
  }
}

const requestOf = (plan: SweepPlan, changes: Partial<SweepRequest> = {}): SweepRequest => ({
  plan,
  contract: share,
  source: 'imported',
  span: { from: plan.base.from, to: plan.base.to },
  first: 0,
  last: countOfPlan(plan),
  wantsCurve: false,
  ...changes,
})

/** The same figures out of the report of one run. */
const figuresOfRun = (
  plan: SweepPlan,
  combination: number,
  { contract, span }: SweepRequest,
  candles: Candles,
  minutes?: Candles,
) => {
  const run = { params: { ...paramsAt(plan, combination), ...span }, contract, source: 'imported' as const }
  const report = runBacktest(host, run, candles, minutes)
  const { finalPnl, sharpe, maxDraw, winRate, profitFactor, chargesPaid, maxCapUsed } = report
  const trades = report.tradeLog.length
  const figures = { finalPnl, return: report.return, sharpe, maxDraw, trades, winRate }
  return { ...figures, profitFactor, chargesPaid, maxCapUsed }
}

const stops: readonly SweepAxis[] = [
  { label: 'stop', parameter: { kind: 'stop' }, range: { from: 0.5, to: 1.5, step: 0.5 } },
  { label: 'target', parameter: { kind: 'target' }, range: { from: 1, to: 2, step: 1 } },
]

const crossing = planOf('ema(close,2..4) crosses above ema(close,5..9:2)', { costs: true, slippageBps: 3 })
const plans: Readonly<Record<string, SweepPlan>> = {
  crossing,
  'short at the close, of the capital': planOf('rsi(3..6:3) > 55..65:5', {
    side: 'sell',
    fill: 'close',
    costs: true,
    size: { kind: 'percent', percent: 40 },
    slippageTicks: 1,
  }),
  'intraday with stops, an exit of its own': planOf(
    'close > sma(close,3..4)',
    { product: 'MIS', costs: true, tpslType: 'pct', tradingStopTime: '15:00' },
    { exit: 'rsi(2..3) < 40', axes: stops },
  ),
  'lots that vary': planOf(
    'close > sma(close,3..4)',
    { product: 'MIS', costs: true, size: { kind: 'lots', lots: 1 } },
    { axes: [{ label: 'lots', parameter: { kind: 'size' }, range: { from: 1, to: 5, step: 2 } }] },
  ),
  'shares of the capital that vary': planOf(
    'close > sma(close,3)',
    { costs: true, size: { kind: 'percent', percent: 10 } },
    { axes: [{ label: 'size %', parameter: { kind: 'size' }, range: { from: 10, to: 40, step: 15 } }] },
  ),
  'a trailing stop, limits, and a risk that varies': planOf(
    'close > sma(close,3..4)',
    {
      product: 'MIS',
      costs: true,
      tpslType: 'pts',
      stopLoss: 2,
      targetProfit: 6,
      trailing: { distance: 3, after: 1 },
      entries: { per: 'day', most: 3 },
      lossesInARow: 2,
      size: { kind: 'risk', rupees: 200 },
    },
    { axes: [{ label: 'risk ₹', parameter: { kind: 'size' }, range: { from: 200, to: 800, step: 300 } }] },
  ),
  'numbers of shares': planOf(
    'close > sma(close,3..4)',
    { product: 'MIS', costs: true, size: { kind: 'shares', shares: 10 } },
    { axes: [{ label: 'shares', parameter: { kind: 'size' }, range: { from: 10, to: 30, step: 10 } }] },
  ),
  'hours behind it': planOf('close > ema(close,2..3)@hour and rsi(2) > 40..60:10', { product: 'cash' }),
}

describe('every combination has the figures of its own run', () => {
  test.each(Object.entries(plans))('%s', (_, plan) => {
    let trades = 0
    fc.assert(
      fc.property(
        series({ minLength: 80, maxLength: 240 }).chain((all) =>
          fc.tuple(fc.constant(all), minutesInside(all)),
        ),
        ([candles, minutes]) => {
          const request = requestOf(plan, { contract: plan.base.product === 'NRML' ? nifty : share })
          const { figures } = runSweep(host, request, candles, minutes)
          for (let at = 0; at < request.last; at++) {
            const row = rowOfFigures(figures, at)
            expect(row).toEqual(figuresOfRun(plan, at, request, candles, minutes))
            trades += row.trades ?? 0
          }
        },
      ),
      { numRuns: 12 },
    )
    expect(trades).toBeGreaterThan(100)
  })

  test('of which three lots hold three times the capital of one', () => {
    const [candles] = fc.sample(series({ minLength: 300, maxLength: 300 }), { numRuns: 1, seed: 5 })
    if (candles === undefined) throw new Error('no candles')
    const lots: SweepAxis = { label: 'lots', parameter: { kind: 'size' }, range: { from: 1, to: 5, step: 2 } }
    const plan = planOf('close > sma(close,3)', { costs: false }, { axes: [lots] })
    const { maxCapUsed, finalPnl } = runSweep(host, requestOf(plan), candles).figures
    const [one = 0, three = 0, five = 0] = maxCapUsed
    expect([one > 0, three / one, five / one]).toEqual([true, expect.closeTo(3, 9), expect.closeTo(5, 9)])
    expect((finalPnl[1] ?? 0) / (finalPnl[0] ?? 0)).toBeCloseTo(3, 9)
  })

  test('whatever stretch of the grid is asked for', () => {
    const [candles] = fc.sample(series({ minLength: 300, maxLength: 300 }), { numRuns: 1, seed: 5 })
    if (candles === undefined) throw new Error('no candles')
    const whole = runSweep(host, requestOf(crossing), candles).figures
    const parts = [0, 1, 5, 9].flatMap((first, index, all) => {
      const last = all[index + 1]
      return last === undefined ? [] : [runSweep(host, requestOf(crossing, { first, last }), candles).figures]
    })
    expect(parts.flatMap(({ finalPnl }) => [...finalPnl])).toEqual([...whole.finalPnl])
  })

  test('over a span of its own, of which nothing behind is read', () => {
    const [candles] = fc.sample(series({ minLength: 300, maxLength: 300 }), { numRuns: 1, seed: 6 })
    if (candles === undefined) throw new Error('no candles')
    const span = { from: date('2024-04-08'), to: date('2024-04-15') }
    const request = requestOf(crossing, { span })
    const { figures } = runSweep(host, request, candles)
    const known = candles.time.findIndex((time) => toIstDate(time) > span.to)
    const alone = runSweep(host, request, sliceCandles(candles, 0, known))
    expect(figures).toEqual(alone.figures)
    expect(rowOfFigures(figures, 3)).toEqual(figuresOfRun(crossing, 3, request, candles))
  })
})

describe('a request that makes no sense is refused in words', () => {
  const [candles] = fc.sample(series({ minLength: 40, maxLength: 40 }), { numRuns: 1, seed: 1 })
  const big: SweepAxis = {
    label: 'stop',
    parameter: { kind: 'stop' },
    range: { from: 1, to: 9_000, step: 1 },
  }
  test.each<[string, Partial<SweepRequest>, string]>([
    [
      'too many combinations',
      { plan: { ...crossing, axes: [...crossing.axes, big] } },
      `81000 combinations, allowed 1 to ${COMBINATIONS_MAX}`,
    ],
    ['a stretch behind the grid', { last: 10 }, 'combinations 0 to 10 of 9'],
    [
      'days without candles',
      { span: { from: date('2020-01-01'), to: date('2020-01-31') } },
      'candles: there are none',
    ],
    [
      'no capital',
      { plan: { ...crossing, base: { ...crossing.base, capital: 0 } } },
      'capital is 0, must be above 0',
    ],
  ])('%s', (_, changes, reason) => {
    if (candles === undefined) throw new Error('no candles')
    const work = () => runSweep(host, requestOf(crossing, changes), candles)
    expect(work).toThrow(EngineError)
    expect(work).toThrow(reason)
  })
})

/** The engine in this thread, as a pool of one. */
const inThread = {
  sweep: async (
    request: SweepRequest,
    kept: { readonly candles: Candles; readonly minutes: Candles | null },
  ) => runSweep(host, JSON.parse(JSON.stringify(request)), kept.candles, kept.minutes ?? undefined),
}

describe('walk-forward', () => {
  const [candles] = fc.sample(series({ minLength: 700, maxLength: 700 }), { numRuns: 1, seed: 11 })
  if (candles === undefined) throw new Error('no candles')
  const from = date('2024-04-01')
  const to = toIstDate(candles.time.at(-1) ?? 0)
  const windows = walkWindows(from, to, { inDays: 20, outDays: 7 })
  const jobOf = (given: Candles) => ({
    plan: crossing,
    contract: nifty,
    source: 'imported' as const,
    series: { key: 'walk', candles: given, minutes: null },
  })

  test('tests the combination that was best before, on the days behind', async () => {
    const steps = await runWalk(inThread, jobOf(candles), { windows, measure: 'return' })
    expect(steps.length).toBeGreaterThan(3)
    for (const step of steps) {
      const { chosen, inSample, outOfSample, curve, ...window } = step
      if (chosen === null) throw new Error('a window without a choice')
      const spanned = { from: window.inFrom, to: window.inTo }
      const figures = await runGrid(inThread, jobOf(candles), {}, spanned)
      const best = Math.max(...figures.return)
      expect(figures.return.indexOf(best)).toBe(chosen)
      expect(inSample?.return).toBe(best)
      const tested = requestOf(crossing, {
        contract: nifty,
        span: { from: window.outFrom, to: window.outTo },
      })
      expect(outOfSample).toEqual(figuresOfRun(crossing, chosen, tested, candles))
      expect(curve.cumulative.at(-1)).toBe(outOfSample?.finalPnl)
      expect(curve.days.every((day) => day >= window.outFrom && day <= window.outTo)).toBe(true)
    }
  })

  test('what comes behind a window never changes its choice', async () => {
    const steps = await runWalk(inThread, jobOf(candles), { windows, measure: 'sharpe' })
    let changed = 0
    for (const [index, window] of windows.entries()) {
      // The days tested and all behind them are turned upside down.
      const known = candles.time.findIndex((time) => toIstDate(time) >= window.outFrom)
      const otherwise = candlesFrom((name) => {
        const column = candles[name].slice()
        if (name === 'time' || name === 'volume' || name === 'openInterest') return column
        const mirrored = name === 'high' ? candles.low : name === 'low' ? candles.high : candles[name]
        for (let row = known; row < column.length; row++) column[row] = 2_000 - (mirrored[row] ?? 0)
        return column
      })
      const [step] = await runWalk(inThread, jobOf(otherwise), { windows: [window], measure: 'sharpe' })
      expect(step?.chosen).toBe(steps[index]?.chosen)
      expect(step?.inSample).toEqual(steps[index]?.inSample)
      changed += step?.outOfSample?.finalPnl === steps[index]?.outOfSample?.finalPnl ? 0 : 1
    }
    expect(changed).toBeGreaterThan(windows.length / 2)
  })

  test('a window without candles says so and the others go on', async () => {
    const late = walkWindows(addDays(from, -40), to, { inDays: 20, outDays: 7 })
    const steps = await runWalk(inThread, jobOf(candles), { windows: late, measure: 'sharpe' })
    expect(steps[0]).toEqual({
      ...late[0],
      chosen: null,
      inSample: null,
      outOfSample: null,
      curve: { days: [], cumulative: [] },
      message: 'candles: there are none',
    })
    expect(steps.filter(({ outOfSample }) => outOfSample !== null).length).toBeGreaterThan(3)
  })
})

test('shared candles are the same candles', () => {
  fc.assert(
    fc.property(series({ maxLength: 30 }), (candles) => {
      expect(sharedCandles(candles)).toEqual(candles)
      expect(sharedCandles(candles).time.buffer).toBeInstanceOf(SharedArrayBuffer)
    }),
    { numRuns: 5 },
  )
})
