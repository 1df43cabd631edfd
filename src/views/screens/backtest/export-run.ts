import { toWire } from '../../../contract/wire.ts'
import type { BacktestParams } from '../../../domain/backtest.ts'
import type { InstrumentId } from '../../../domain/instrument.ts'
import { missingFigures } from '../../../domain/report-tables/missing-figures.ts'
import { toIstClock, toIstDate } from '../../../domain/time.ts'
import type { Trials } from '../../../domain/trials.ts'
import { type LuckTest, luckSources, type Spread } from '../../../domain/trust/luck.ts'
import { oddsOfRun, type RunChance } from '../../../domain/trust/run-chance.ts'
import { sharpeOddsSources } from '../../../domain/trust/sharpe-odds.ts'
import type { Reckoned, Trust } from '../../../domain/trust/trust.ts'
import { type BacktestRow, withoutResult } from '../../../machines/backtest-rows.ts'
import { symbolOf } from './trade-row.ts'

const instant = (at: number): string => `${toIstDate(at)} ${toIstClock(at)}`

/** One line for each trade, oldest first; instants in IST, money in rupees. */
export const tradeCsv = async (rows: readonly BacktestRow[]): Promise<string> => {
  const { unparse } = await import('papaparse')
  const trades = rows
    .flatMap(({ instrument, result }) => (result?.tradeLog ?? []).map((trade) => ({ instrument, trade })))
    .sort((left, right) => left.trade.entryAt - right.trade.entryAt)
  const lines = trades.map(({ instrument, trade }) => ({
    symbol: symbolOf(instrument),
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
  // A cell that a spreadsheet would take for a formula is written as text.
  return unparse(lines, { escapeFormulae: true })
}

/** What chance makes of the runs that have a report. */
export type Chances = Readonly<Record<InstrumentId, RunChance>>

/** The odds of every run after the trials that are known, and the luck tests that were made. */
export const chancesOf = (
  params: BacktestParams,
  rows: readonly BacktestRow[],
  tried: Trials,
  luckTests: Readonly<Record<InstrumentId, LuckTest>>,
): Chances =>
  Object.fromEntries(
    rows.flatMap(({ instrument, result }) => {
      if (result === null) return []
      const luckTest = Object.hasOwn(luckTests, instrument) ? (luckTests[instrument] ?? null) : null
      return [[instrument, { sharpeOdds: oddsOfRun({ instrument, result, params }, tried), luckTest }]]
    }),
  )

/**
 * What tells whether the runs can be believed: a line for each fill model, each finding and each figure of chance, with
 * where its formula stands. It is a table of its own, for the trades are another.
 */
export const trustCsv = async (rows: readonly BacktestRow[], chances: Chances): Promise<string> => {
  const { unparse } = await import('papaparse')
  const lines = rows.flatMap(({ instrument, result }) => {
    const of = symbolOf(instrument)
    const chance = chances[instrument]
    return [
      ...(result?.trust === undefined ? [] : trustLines(of, result.trust)),
      ...(chance === undefined ? [] : chanceLines(of, chance)),
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

const trustLines = (
  symbol: string,
  { band, breakEvenBps, breakEvenOfLegs = [], findings }: Trust,
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
  ...breakEvenOfLegs.flatMap(({ bps, points }, place) => [
    { symbol, what: `break_even_bps_leg_${place + 1}`, ...reckoned(bps) },
    { symbol, what: `break_even_points_leg_${place + 1}`, ...reckoned(points) },
  ]),
  ...findings.map(({ code, severity, text }) => ({ symbol, what: code, severity, text })),
]

const chanceLines = (symbol: string, { sharpeOdds, luckTest }: RunChance): readonly Line[] => {
  const odds = sharpeOddsSources
  const luck = luckSources
  const spread = (what: string, values: Spread | null, source: string): readonly Line[] =>
    Object.entries(values ?? {}).map(([share, value]) => ({
      symbol,
      what: `${what}_${share}`,
      value,
      source,
    }))
  return [
    { symbol, what: 'trials', value: sharpeOdds.trials, source: odds.trials },
    ...(['probabilistic', 'expectedBest', 'deflated', 'luck'] as const).map((name) => ({
      symbol,
      what: oddsNames[name],
      ...reckoned(sharpeOdds[name]),
      source: odds[name],
    })),
    ...(luckTest === null
      ? []
      : [
          { symbol, what: 'random_entries', value: luckTest.draws, text: `seed ${luckTest.seed}` },
          {
            symbol,
            what: 'better_than_random_percent',
            ...reckoned(luckTest.percentile),
            source: luck.percentile,
          },
          { symbol, what: 'chance_to_do_as_well', ...reckoned(luckTest.chance), source: luck.chance },
          ...spread('random_pnl', luckTest.randomPnl, luck.randomPnl),
          ...spread('shuffled_draw', luckTest.shuffledDraw, luck.shuffledDraw),
          {
            symbol,
            what: 'look_aheads',
            value: luckTest.lookAheads.length,
            text: `of ${luckTest.cuts} cuts`,
          },
        ]),
  ]
}

const oddsNames = {
  probabilistic: 'probabilistic_sharpe',
  expectedBest: 'best_sharpe_by_luck',
  deflated: 'deflated_sharpe',
  luck: 'merely_lucky',
} as const

const reckoned = ({ value, reason }: Reckoned): Line => (reason === null ? { value } : { text: reason })

/**
 * The request and the report of every symbol, under the names of the wire, and what chance makes of them. A figure that is
 * null has its reason under `missing_figures`; symbols without a report are under `missing_symbols`.
 */
export const runJson = (params: BacktestParams, rows: readonly BacktestRow[], chances: Chances): string => {
  const results = Object.fromEntries(
    rows.flatMap(({ instrument, result }) => (result === null ? [] : [[instrument, toWire(result)]])),
  )
  const missing = Object.fromEntries(
    rows.flatMap(({ instrument, result }) => (result === null ? [] : [[instrument, missingFigures(result)]])),
  )
  const run = {
    backtest_params: toWire(params),
    backtest_results: results,
    missing_figures: toWire(missing),
    missing_symbols: withoutResult(rows).map(({ instrument, state, error }) => ({
      instrument,
      state,
      error,
    })),
    chance: toWire(chances),
    chance_sources: toWire({ sharpeOdds: sharpeOddsSources, luckTest: luckSources }),
  }
  return JSON.stringify(run, null, 2)
}

/** Letters, digits and dashes, with the span: fit for any disk. */
export const fileNameOf = ({ name, from, to }: BacktestParams): string => {
  const words = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `${words.replace(/^-|-$/g, '') || 'backtest'}-${from}-${to}`
}
