import { describe, expect, test } from 'vitest'
import type { BacktestResult } from '../../../../src/domain/backtests/backtest.ts'
import { deflatedSharpeSources } from '../../../../src/domain/backtests/robustness/deflated-sharpe.ts'
import type { MonteCarloTest } from '../../../../src/domain/backtests/robustness/monte-carlo.ts'
import type { Finding, Robustness } from '../../../../src/domain/backtests/robustness/robustness.ts'
import { ideaOf, trialOf, withTrials } from '../../../../src/domain/backtests/trials.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import type { BacktestRow } from '../../../../src/machines/backtests/backtest-rows.ts'
import { readSavedRun } from '../../../../src/machines/backtests/saved-run.ts'
import {
  robustnessCsv,
  robustnessTestsOf,
  runJson,
} from '../../../../src/views/screens/backtest/export-run.ts'
import { findingsOf, remarksOf, reportOf } from '../../../../src/views/screens/backtest/report.ts'
import { gravityInWords } from '../../../../src/views/screens/backtest/robustness/robustness-texts.ts'
import { backtestParams, backtestResult, closeOver } from '../../../support/backtests.ts'

const nifty = 'INDICES_NIFTY 50' as InstrumentId
const tcs = 'NSE_TCS' as InstrumentId

const few: Finding = { code: 'few_trades', severity: 'doubt', text: '3 trades are too few.', evidence: [] }
const ahead: Finding = {
  code: 'look_ahead',
  severity: 'grave',
  text: 'It looks ahead.',
  evidence: [{ at: null, what: 'here' }],
}
const robustness: Robustness = {
  band: [{ model: 'next_open', finalPnl: 5, return: 0.5, sharpe: null, maxDraw: 1, trades: 3 }],
  breakEvenBps: { value: null, reason: 'There are no trades.' },
  findings: [ahead, few],
}

const monteCarloTest: MonteCarloTest = {
  seed: -7,
  draws: 1_000,
  finalPnl: 500,
  maxDraw: 300,
  randomPnl: { p5: -900, p50: -40, p95: 800, p99: 1_200 },
  percentile: { value: 91.5, reason: null },
  pValue: { value: 0.0859, reason: null },
  shuffledDraw: { p5: 100, p50: 200, p95: 400, p99: 500 },
  cuts: 12,
  lookAheads: [],
}

const params = backtestParams()

const row = (instrument: InstrumentId, changes: Partial<BacktestResult>): BacktestRow => ({
  instrument,
  state: 'saved',
  result: { ...backtestResult(), ...changes },
  error: null,
  backtestUuid: null,
})

describe('exports', () => {
  test('the table of robustness has a line for each fill model, the break-even, each finding and the trials', async () => {
    const rows = [row(nifty, { robustness }), row(tcs, {})]
    const csv = await robustnessCsv(rows, robustnessTestsOf(params, rows, [], {}))
    const [heading, ...lines] = csv.split('\r\n')
    expect(heading).toEqual('symbol,what,severity,value,text,net_pnl,return,sharpe,max_draw,trades,source')
    const few = '"There are 0 days, and at least 10 are needed."'
    const { trials, probabilistic, expectedBest, deflated, randomResult } = deflatedSharpeSources
    const tested = (symbol: string) => [
      `${symbol},trials,,1,,,,,,,"${trials}"`,
      `${symbol},probabilistic_sharpe,,,${few},,,,,,"${probabilistic}"`,
      `${symbol},expected_best_sharpe,,,${few},,,,,,"${expectedBest}"`,
      `${symbol},deflated_sharpe,,,${few},,,,,,"${deflated}"`,
      `${symbol},random_result,,,${few},,,,,,${randomResult}`,
    ]
    expect(lines).toEqual([
      'NIFTY 50,next_open,,,,5,0.5,,1,3,',
      'NIFTY 50,break_even_bps,,,There are no trades.,,,,,,',
      'NIFTY 50,look_ahead,grave,,It looks ahead.,,,,,,',
      'NIFTY 50,few_trades,doubt,,3 trades are too few.,,,,,,',
      ...tested('NIFTY 50'),
      ...tested('TCS'),
    ])
  })

  test('the Monte Carlo test that was made stands beside its run, and in both files', async () => {
    const rows = [row(nifty, {}), row(tcs, {})]
    const tests = robustnessTestsOf(params, rows, [], { [nifty]: monteCarloTest })
    const lines = (await robustnessCsv(rows, tests))
      .split('\r\n')
      .filter((line) => /random_(entries|pnl)|better|p_value|shuffled|look/.test(line))
    expect(lines.map((line) => line.split(',').slice(0, 5).join())).toEqual([
      'NIFTY 50,random_entries,,1000,seed -7',
      'NIFTY 50,better_than_random_percent,,91.5,',
      'NIFTY 50,p_value,,0.0859,',
      'NIFTY 50,random_pnl_p5,,-900,',
      'NIFTY 50,random_pnl_p50,,-40,',
      'NIFTY 50,random_pnl_p95,,800,',
      'NIFTY 50,random_pnl_p99,,1200,',
      'NIFTY 50,shuffled_draw_p5,,100,',
      'NIFTY 50,shuffled_draw_p50,,200,',
      'NIFTY 50,shuffled_draw_p95,,400,',
      'NIFTY 50,shuffled_draw_p99,,500,',
      'NIFTY 50,look_aheads,,0,of 12 cuts',
    ])
    expect(lines[2]).toContain('Phipson and Smyth')
    const { robustness_tests: written, robustness_sources } = JSON.parse(runJson(params, rows, tests)) as {
      robustness_tests: Record<
        string,
        { deflated_sharpe: { trials: number }; monte_carlo_test: Record<string, unknown> | null }
      >
      robustness_sources: Record<string, Record<string, string>>
    }
    expect(written[nifty]?.monte_carlo_test).toEqual({
      seed: -7,
      draws: 1_000,
      final_pnl: 500,
      max_draw: 300,
      random_pnl: monteCarloTest.randomPnl,
      percentile: monteCarloTest.percentile,
      p_value: monteCarloTest.pValue,
      shuffled_draw: monteCarloTest.shuffledDraw,
      cuts: 12,
      look_aheads: [],
    })
    expect([written[tcs]?.monte_carlo_test, written[tcs]?.deflated_sharpe.trials]).toEqual([null, 1])
    expect(robustness_sources.deflated_sharpe?.expected_best).toEqual(deflatedSharpeSources.expectedBest)
  })

  test('trials are those known of the idea over these days, this run among them', () => {
    const rows = [row(nifty, {})]
    const other = { ...params, entry: closeOver(105) }
    const tried = withTrials([], ideaOf(params, nifty), [trialOf(other, { sharpe: 1 })])
    expect(robustnessTestsOf(params, rows, tried, {})[nifty]?.deflatedSharpe.trials).toEqual(2)
    expect(robustnessTestsOf(other, rows, tried, {})[nifty]?.deflatedSharpe.trials).toEqual(1)
  })

  test('counts the trials of an instrument by the rules that are its own', () => {
    const own = closeOver(105)
    const mixed = { ...params, ownRules: [{ instrument: tcs, entry: own, exit: params.exit }] }
    const alone = { ...params, entry: own }
    const tried = withTrials([], ideaOf(alone, tcs), [trialOf(alone, { sharpe: 1 })])
    const trialsOf = (instrument: InstrumentId) =>
      robustnessTestsOf(mixed, [row(instrument, {})], tried, {})[instrument]?.deflatedSharpe.trials
    expect([trialsOf(tcs), trialsOf(nifty)]).toEqual([1, 1])
  })

  test('the JSON holds it under the names of the wire, and a saved run gives it back', () => {
    const { backtest_results } = JSON.parse(runJson(params, [row(nifty, { robustness })], {})) as {
      backtest_results: Record<string, { robustness: { break_even_bps: unknown; band: object[] } }>
    }
    expect(Object.keys(backtest_results[nifty]?.robustness ?? {})).toEqual([
      'band',
      'break_even_bps',
      'findings',
    ])
    const saved = (result: object) => ({
      slug: 'one-12345678',
      backtestParams: { ...backtestParams() },
      cumulative: null,
      createdAt: 1,
      updatedAt: 1,
      records: [
        {
          _id: 'c'.repeat(24),
          segSym: nifty,
          algoUuid: '',
          userUuid: 'u',
          backtestParams: {},
          backtestResults: { [nifty]: { ...result } },
          createdAt: 1,
          updatedAt: 1,
          slug: 'one-12345678',
        },
      ],
    })
    expect(readSavedRun(saved({ ...backtestResult(), robustness })).rows[0]?.result?.robustness).toEqual(
      robustness,
    )
    expect(readSavedRun(saved(backtestResult())).rows[0]?.result?.robustness).toEqual(undefined)
  })
})

describe('findings on screen', () => {
  const remarks = ['Nobody can buy an index.', few.text]

  test('take their sentence away from the remarks, so that nothing is said twice', () => {
    const report = reportOf([row(nifty, { remarks, robustness })], null, null)
    if (report === null) throw new Error('a report is there')
    expect(remarksOf(report)).toEqual(['Nobody can buy an index.'])
    expect(findingsOf(report)).toEqual([ahead, few])
  })

  test('a run without findings keeps all its remarks', () => {
    const report = reportOf([row(nifty, { remarks })], null, null)
    if (report === null) throw new Error('a report is there')
    expect([remarksOf(report), findingsOf(report)]).toEqual([remarks, null])
  })

  test.each([
    { findings: [], words: 'no issues', tone: 'good' },
    { findings: [few], words: '1 warning', tone: 'amber' },
    { findings: [ahead, few, few], words: '1 critical, 2 warnings', tone: 'bad' },
  ])('$words', ({ findings, words, tone }) => {
    expect(gravityInWords(findings)).toEqual({ tone, text: words })
  })
})
