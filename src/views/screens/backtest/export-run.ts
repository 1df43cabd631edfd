import { report, robustnessTests, runParams, writeReport } from '../../../contract/report-names.ts'
import type { BacktestParams } from '../../../domain/backtests/backtest.ts'
import { missingFigures } from '../../../domain/backtests/report-tables/missing-figures.ts'
import { deflatedSharpeSources } from '../../../domain/backtests/robustness/deflated-sharpe.ts'
import {
  type MonteCarloTest,
  monteCarloSources,
  type Spread,
} from '../../../domain/backtests/robustness/monte-carlo.ts'
import type { Reckoned, Robustness } from '../../../domain/backtests/robustness/robustness.ts'
import {
  deflatedSharpeOfRun,
  type RobustnessTests,
} from '../../../domain/backtests/robustness/robustness-tests.ts'
import type { Trials } from '../../../domain/backtests/trials.ts'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { toIstClock, toIstDate } from '../../../domain/time.ts'
import { type BacktestRow, withoutResult } from '../../../machines/backtests/backtest-rows.ts'

const instant = (at: number): string => `${toIstDate(at)} ${toIstClock(at)}`

/** One line per trade, oldest first; instants in IST, money in rupees. */
export const tradeCsv = async (rows: readonly BacktestRow[]): Promise<string> => {
  const { unparse } = await import('papaparse')
  const trades = rows
    .flatMap(({ instrument, result }) => (result?.tradeLog ?? []).map((trade) => ({ instrument, trade })))
    .sort((left, right) => left.trade.entryAt - right.trade.entryAt)
  const lines = trades.map(({ instrument, trade }) => ({
    symbol: tradingSymbolOf(instrument),
    side: trade.side,
    quantity: trade.quantity,
    entry_at: instant(trade.entryAt),
    entry_price: trade.entryPrice,
    exit_at: instant(trade.exitAt),
    exit_price: trade.exitPrice,
    reason: trade.reason,
    candles: trade.candles,
    gross_pnl: trade.grossPnl,
    charges: trade.charges,
    slippage: trade.slippage,
    net_pnl: trade.netPnl,
    ambiguous: trade.isAmbiguous,
  }))
  // A cell that a spreadsheet would evaluate as a formula is escaped.
  return unparse(lines, { escapeFormulae: true })
}

export type TestsOfRun = Readonly<Record<InstrumentId, RobustnessTests>>

export const robustnessTestsOf = (
  params: BacktestParams,
  rows: readonly BacktestRow[],
  tried: Trials,
  monteCarloTests: Readonly<Record<InstrumentId, MonteCarloTest>>,
): TestsOfRun =>
  Object.fromEntries(
    rows.flatMap(({ instrument, result }) => {
      if (result === null) return []
      const monteCarloTest = Object.hasOwn(monteCarloTests, instrument)
        ? (monteCarloTests[instrument] ?? null)
        : null
      return [
        [
          instrument,
          { deflatedSharpe: deflatedSharpeOfRun({ instrument, result, params }, tried), monteCarloTest },
        ],
      ]
    }),
  )

/** One line per fill model, finding and statistic, with the source of its formula. */
export const robustnessCsv = async (rows: readonly BacktestRow[], tests: TestsOfRun): Promise<string> => {
  const { unparse } = await import('papaparse')
  const lines = rows.flatMap(({ instrument, result }) => {
    const of = tradingSymbolOf(instrument)
    const tested = tests[instrument]
    return [
      ...(result?.robustness === undefined ? [] : robustnessLines(of, result.robustness)),
      ...(tested === undefined ? [] : testLines(of, tested)),
    ]
  })
  const data = lines.map((line) => fields.map((name) => line[name] ?? ''))
  return unparse({ fields: [...fields], data }, { escapeFormulae: true })
}

const fields = [
  'symbol',
  'what',
  'severity',
  'value',
  'text',
  'net_pnl',
  'return',
  'sharpe',
  'max_draw',
  'trades',
  'source',
] as const
type Line = Readonly<Partial<Record<(typeof fields)[number], string | number | null>>>

const robustnessLines = (
  symbol: string,
  { band, breakEvenBps, breakEvenOfLegs = [], findings }: Robustness,
): readonly Line[] => [
  ...band.map((figures) => ({
    symbol,
    what: figures.model,
    net_pnl: figures.finalPnl,
    return: figures.return,
    sharpe: figures.sharpe,
    max_draw: figures.maxDraw,
    trades: figures.trades,
  })),
  { symbol, what: 'break_even_bps', ...reckoned(breakEvenBps) },
  ...breakEvenOfLegs.flatMap(({ bps, points }, index) => [
    { symbol, what: `break_even_bps_leg_${index + 1}`, ...reckoned(bps) },
    { symbol, what: `break_even_points_leg_${index + 1}`, ...reckoned(points) },
  ]),
  ...findings.map(({ code, severity, text }) => ({ symbol, what: code, severity, text })),
]

const testLines = (symbol: string, { deflatedSharpe, monteCarloTest }: RobustnessTests): readonly Line[] => {
  const deflatedSources = deflatedSharpeSources
  const sources = monteCarloSources
  const spread = (what: string, values: Spread | null, source: string): readonly Line[] =>
    Object.entries(values ?? {}).map(([share, value]) => ({
      symbol,
      what: `${what}_${share}`,
      value,
      source,
    }))
  return [
    { symbol, what: 'trials', value: deflatedSharpe.trials, source: deflatedSources.trials },
    ...(['probabilistic', 'expectedBest', 'deflated', 'randomResult'] as const).map((name) => ({
      symbol,
      what: deflatedSharpeNames[name],
      ...reckoned(deflatedSharpe[name]),
      source: deflatedSources[name],
    })),
    ...(monteCarloTest === null
      ? []
      : [
          {
            symbol,
            what: 'random_entries',
            value: monteCarloTest.draws,
            text: `seed ${monteCarloTest.seed}`,
          },
          {
            symbol,
            what: 'better_than_random_percent',
            ...reckoned(monteCarloTest.percentile),
            source: sources.percentile,
          },
          {
            symbol,
            what: 'p_value',
            ...reckoned(monteCarloTest.pValue),
            source: sources.pValue,
          },
          ...spread('random_pnl', monteCarloTest.randomPnl, sources.randomPnl),
          ...spread('shuffled_draw', monteCarloTest.shuffledDraw, sources.shuffledDraw),
          {
            symbol,
            what: 'look_aheads',
            value: monteCarloTest.lookAheads.length,
            text: `of ${monteCarloTest.cuts} cuts`,
          },
        ]),
  ]
}

const deflatedSharpeNames = {
  probabilistic: 'probabilistic_sharpe',
  expectedBest: 'expected_best_sharpe',
  deflated: 'deflated_sharpe',
  randomResult: 'random_result',
} as const

const reckoned = ({ value, reason }: Reckoned): Line => (reason === null ? { value } : { text: reason })

/** `missing_figures` has the reasons for null figures, `missing_symbols` the symbols without a report. */
export const runJson = (params: BacktestParams, rows: readonly BacktestRow[], tests: TestsOfRun): string => {
  const results = Object.fromEntries(
    rows.flatMap(({ instrument, result }) =>
      result === null ? [] : [[instrument, writeReport(report, result)]],
    ),
  )
  const missing = Object.fromEntries(
    rows.flatMap(({ instrument, result }) =>
      result === null ? [] : [[instrument, writeReport(report, missingFigures(result))]],
    ),
  )
  const run = {
    backtest_params: writeReport(runParams, params),
    backtest_results: results,
    missing_figures: missing,
    missing_symbols: withoutResult(rows).map(({ instrument, state, error }) => ({
      instrument,
      state,
      error,
    })),
    robustness_tests: Object.fromEntries(
      Object.entries(tests).map(([instrument, tested]) => [instrument, writeReport(robustnessTests, tested)]),
    ),
    robustness_sources: writeReport(robustnessTests, {
      deflatedSharpe: deflatedSharpeSources,
      monteCarloTest: monteCarloSources,
    }),
  }
  return JSON.stringify(run, null, 2)
}

export const fileNameOf = ({ name, from, to }: BacktestParams): string => {
  const words = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `${words.replace(/^-|-$/g, '') || 'backtest'}-${from}-${to}`
}
