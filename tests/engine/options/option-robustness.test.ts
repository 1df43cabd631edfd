import { describe, expect, test } from 'vitest'
import type { BacktestParams, BacktestResult } from '../../../src/domain/backtests/backtest.ts'
import type { OptionRules } from '../../../src/domain/backtests/option-run/rules.ts'
import type { Candles } from '../../../src/domain/charts/candle.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import type { LegCandles } from '../../../src/engine/options/option-request.ts'
import { runOptionMonteCarlo, runOptions } from '../../../src/engine/options/option-run.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { at, candles, closesAt } from '../../support/engine/notation.ts'
import { optionRequest, rules } from '../../support/market/option-run.ts'

const host = await engineHost('Backtest')

/** Monday; the weekly contract ends the day after. */
const DAY = '2026-11-16'
const CALL = 'NIFTY26N1724000CE'
const PUT = 'NIFTY26N1724000PE'
const straddle = ['sell ce 0', 'sell pe 0']

const minutes = (line: string): Candles => candles(line, { minutes: 1, day: DAY, open: '09:20' })
const flat = minutes('24000 24000 24000 24000')
const traded = (legs: Readonly<Record<string, Candles>>): readonly LegCandles[] =>
  Object.entries(legs).map(([symbol, own]) => ({
    instrument: instrumentId('NFO-OPT', symbol),
    candles: own,
  }))
const run = (
  options: OptionRules,
  legs: Readonly<Record<string, Candles>> = {},
  changes: Partial<BacktestParams> = {},
  spot = flat,
): BacktestResult => runOptions(host, optionRequest(options, changes), spot, traded(legs))

const bandOf = ({ robustness }: BacktestResult): Readonly<Record<string, number>> =>
  Object.fromEntries((robustness?.band ?? []).map(({ model, finalPnl }) => [model, finalPnl]))
const findingOf = ({ robustness }: BacktestResult, code: string) =>
  robustness?.findings.find((finding) => finding.code === code)

const bothLegs = {
  [CALL]: minutes('100/103/99/100 100 100 90/96/88/90'),
  [PUT]: minutes('100/101/97/100 100 100 100/104/98/100'),
}

describe('the band of a run on options', () => {
  test('is the report, the spread of the model on every order, and the worst price of each candle', () => {
    const result = run(rules(straddle), bothLegs)
    const band = bandOf(result)
    expect(Object.keys(band)).toEqual(['next_open', 'crossed', 'adverse'])
    expect(band.next_open).toBe(result.finalPnl)
    // Sold at the lows 99 and 97, bought back at the highs 96 and 104.
    expect(band.adverse).toBeCloseTo((99 + 97 - 96 - 104) * 65, 9)
    // A half spread on each of four orders: 5 paise and 15 bps of some 100 rupees, within a day of the end.
    const crossed = (result.finalPnl - (band.crossed ?? 0)) / 65
    expect(crossed).toBeGreaterThan(4 * 0.075)
    expect(crossed).toBeLessThan(4 * 0.3)
  })
  test('fills at the close that decided where a condition decides', () => {
    const spot = minutes('24000/24010/24000/24010 24000 24000/24060/24000/24060 24000')
    const changes = { entry: closesAt(24_010), exit: closesAt(24_060), tradingStartTime: '09:15' }
    const legs = { [CALL]: minutes('100/105/95/104 110 120/130/115/125 128') }
    const result = run(rules(['buy ce 0'], { entry: 'condition' }), legs, changes, spot)
    const { crossed = 0, ...band } = bandOf(result)
    expect(band).toEqual({
      signal_close: (125 - 104) * 65,
      next_open: (128 - 110) * 65,
      adverse: (128 - 110) * 65,
    })
    expect(crossed).toBeLessThan((18 - 0.2) * 65)
    expect(crossed).toBeGreaterThan((18 - 0.6) * 65)
  })
  test('takes a combined stop under the worst prices that the worst prices alone pass', () => {
    const wide = minutes('100 100/110/92/100 100 100')
    const result = run(rules(straddle, { combinedStop: 1_000 }), { [CALL]: wide, [PUT]: wide })
    const { adverse, next_open } = bandOf(result)
    expect(next_open).toBe(0)
    expect(adverse).toBe((100 + 100 - 110 - 110) * 65)
  })
})

describe('the slippage that would take the profit', () => {
  test('is told of all orders and of each leg alone', () => {
    const legs = { [CALL]: minutes('100 100 100 80'), [PUT]: minutes('50 50 50 60') }
    const { robustness, finalPnl } = run(rules(straddle), legs)
    expect(finalPnl).toBe(10 * 65)
    const turnover = (100 + 80 + 50 + 60) * 65
    expect(robustness?.breakEvenBps.value).toBeCloseTo((650 / turnover) * 10_000, 9)
    expect(robustness?.breakEvenOfLegs?.map(({ points }) => points.value)).toEqual([5, 5])
    expect(robustness?.breakEvenOfLegs?.[0]?.bps.value).toBeCloseTo((10 / 180) * 10_000, 9)
  })
  test('says why there is none', () => {
    const { robustness } = run(rules(['sell ce 0']), { [CALL]: minutes('100 100 100 120') })
    expect(robustness?.breakEvenOfLegs?.[0]?.points.reason).toBe('The run loses even without slippage.')
  })
})

describe('the findings of a run on options', () => {
  test('say of days before the rules known what they are traded by', () => {
    const daysOf = (day: string) => {
      const spot = candles('24000 24000 24000 24000', { minutes: 1, day, open: '09:20' })
      const changes = { from: day as IstDate, to: day as IstDate }
      return findingOf(run(rules(straddle), {}, changes, spot), 'contracts_of_later')
    }
    expect([daysOf('2021-12-16')?.severity, daysOf('2021-12-16')?.text]).toEqual([
      'doubt',
      'Expiry days and lots are known from 01 Jan 2022 on. Earlier days use the oldest known rules: actual expiry days and lots may differ.',
    ])
    expect(daysOf('2022-01-06')).toBeUndefined()
  })

  test('name the fills of the model', () => {
    const finding = findingOf(run(rules(straddle), { [CALL]: bothLegs[CALL] as Candles }), 'model_priced')
    // Hardly a rupee of this P&L is the model's, and all of that of a run without candles.
    expect([finding?.severity, finding?.evidence.length]).toEqual(['note', 2])
    const all = findingOf(run(rules(straddle)), 'model_priced')
    expect([all?.severity, all?.evidence.length]).toEqual(['doubt', 4])
    expect(finding?.evidence[0]?.what).toMatch(/^NIFTY26N1724000PE at ₹[\d.]+ by the model$/)
  })
  test('name fills at prices of minutes ago, and none where every candle is traded', () => {
    const old = candles('100', { minutes: 1, day: DAY, open: '09:18' })
    const finding = findingOf(
      run(rules(['sell ce 0']), { [CALL]: old }, { tradingStopTime: '09:22' }),
      'illiquid',
    )
    expect(finding?.evidence).toEqual([
      { at: at(DAY, '09:20'), what: `${CALL} at ₹100.00, not traded in that candle` },
      { at: at(DAY, '09:22'), what: `${CALL} at ₹100.00, not traded in that candle` },
    ])
    expect(findingOf(run(rules(straddle), bothLegs), 'illiquid')).toBe(undefined)
  })
  test('say few trades, no charges and no slippage, as those of shares do', () => {
    const codes = run(rules(straddle), bothLegs).robustness?.findings.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['few_trades', 'no_costs', 'no_slippage']))
    const slipped = run(rules(straddle), bothLegs, { costs: true, slippageTicks: 1 })
    expect(findingOf(slipped, 'no_costs')).toBe(undefined)
    expect(findingOf(slipped, 'no_slippage')).toBe(undefined)
  })
  test('tell the days of expiry and the nights', () => {
    const spot = candles('24000 | 24010', { minutes: 1, day: DAY, open: '09:20' })
    spot.time[1] = at('2026-11-17', '15:29')
    const result = run(rules(straddle), {}, { product: 'NRML' }, spot)
    expect(findingOf(result, 'expiry_day')?.evidence.map((case_) => case_.at)).toEqual([at(DAY, '09:20')])
    expect(findingOf(result, 'overnight')?.evidence.length).toBe(1)
    expect(findingOf(run(rules(straddle), bothLegs), 'overnight')).toBe(undefined)
  })
})

describe('the Monte Carlo test of a run on options', () => {
  test('is its trades in other orders, the same for the same seed, and no entry elsewhere', () => {
    const tested = (seed: number) =>
      runOptionMonteCarlo(
        host,
        { ...optionRequest(rules(straddle)), give: 'monteCarlo', seed },
        flat,
        traded(bothLegs),
      )
    expect(tested(7)).toEqual(tested(7))
    expect(tested(7).finalPnl).toBe(run(rules(straddle), bothLegs).finalPnl)
    expect(tested(7).shuffledDraw).toEqual({ p5: 0, p50: 0, p95: 0, p99: 0 })
    expect([tested(7).randomPnl, tested(7).percentile.value]).toEqual([null, null])
    expect(() => tested(0.5)).toThrow('seed is 0.5, must be whole')
  })
})
