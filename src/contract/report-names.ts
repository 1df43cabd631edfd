import * as z from 'zod/mini'
import type {
  BacktestParams,
  BacktestResult,
  BacktestTrade,
  CumulativeBacktest,
  LegTrade,
  OptionFills,
  PeriodFigure,
  StrategyOfRun,
} from '../domain/backtests/backtest.ts'
import type { LegContract, OptionRules } from '../domain/backtests/option-run/rules.ts'
import type { DeflatedSharpe } from '../domain/backtests/robustness/deflated-sharpe.ts'
import type { MonteCarloTest } from '../domain/backtests/robustness/monte-carlo.ts'
import type { FillFigures, Robustness } from '../domain/backtests/robustness/robustness.ts'
import type { RobustnessTests } from '../domain/backtests/robustness/robustness-tests.ts'
import type { getBacktest } from './backtests.ts'
import type { ReplyOf } from './call-types.ts'
import { type CamelKey, fromWire, toWire } from './wire.ts'

type SavedRun = ReplyOf<typeof getBacktest>
type Json = Record<string, unknown>
type Names = Readonly<Record<string, z.ZodMiniType>>

/** Nothing inside has a name of two words. */
const plain = z.unknown()

/** Compiles only if every field of `Value` is named. */
const namesOf =
  <Value>() =>
  <Shape extends Names>(
    shape: Shape & ([Exclude<keyof Value, CamelKey<keyof Shape>>] extends [never] ? unknown : never),
  ): z.ZodMiniType =>
    z.object(shape)

const optionRules = namesOf<OptionRules>()({
  legs: plain,
  entry: plain,
  combined_stop: plain,
  combined_target: plain,
  profit_lock: plain,
})

export const runParams = namesOf<BacktestParams & { readonly cut: unknown; readonly instruments: unknown }>()(
  {
    name: plain,
    entry: plain,
    exit: plain,
    side: plain,
    interval: plain,
    from: plain,
    to: plain,
    product: plain,
    size: plain,
    fill: plain,
    slippage_bps: plain,
    slippage_ticks: plain,
    costs: plain,
    stop_loss: plain,
    target_profit: plain,
    tpsl_type: plain,
    trailing: plain,
    entries: plain,
    losses_in_a_row: plain,
    trading_start_time: plain,
    trading_stop_time: plain,
    capital: plain,
    options: optionRules,
    own_rules: plain,
    strategy: namesOf<StrategyOfRun>()({ algo_uuid: plain, slug: plain, version: plain }),
    cut: z.object({ asked_from: plain, asked_to: plain, cut_days: plain }),
    instruments: plain,
  },
)

const legContract = namesOf<LegContract>()({
  instrument: plain,
  type: plain,
  strike: plain,
  expiry: plain,
  lot_size: plain,
})

const legTrade = namesOf<LegTrade>()({
  contract: legContract,
  side: plain,
  quantity: plain,
  entry_at: plain,
  entry_price: plain,
  entry_mark: plain,
  exit_at: plain,
  exit_price: plain,
  exit_mark: plain,
  reason: plain,
  gross_pnl: plain,
  charges: plain,
  slippage: plain,
  net_pnl: plain,
})

const trade = namesOf<BacktestTrade>()({
  side: plain,
  quantity: plain,
  entry_at: plain,
  entry_price: plain,
  exit_at: plain,
  exit_price: plain,
  reason: plain,
  is_ambiguous: plain,
  gross_pnl: plain,
  charges: plain,
  slippage: plain,
  net_pnl: plain,
  candles: plain,
  adverse_excursion: plain,
  favourable_excursion: plain,
  legs: z.array(legTrade),
  margin: plain,
  hedge_benefit: plain,
})

const periods = z.array(
  namesOf<PeriodFigure>()({ label: plain, trades: plain, net_pnl: plain, mean_return: plain }),
)

/** Runs saved by earlier versions have their robustness under this name. */
const OLDER_ROBUSTNESS = 'trust'
const robustness = namesOf<Robustness>()({
  band: z.array(
    namesOf<FillFigures>()({
      model: plain,
      final_pnl: plain,
      return: plain,
      sharpe: plain,
      max_draw: plain,
      trades: plain,
    }),
  ),
  break_even_bps: plain,
  break_even_of_legs: plain,
  findings: plain,
})

export const report = namesOf<BacktestResult>()({
  backtest_uuid: plain,
  pnl: plain,
  daily_returns: plain,
  max_cap_used: plain,
  final_pnl: plain,
  final_capital: plain,
  win_count: plain,
  loss_count: plain,
  maximum_gain: plain,
  maximum_loss: plain,
  total_number_of_signals: plain,
  period_high: plain,
  period_low: plain,
  period_return: plain,
  period_volatility: plain,
  winning_cash: plain,
  winning_NRML: plain,
  winning_MIS: plain,
  lossing_cash: plain,
  lossing_NRML: plain,
  lossing_MIS: plain,
  average_gain_per_winning_trade: plain,
  average_gain_per_losing_trade: plain,
  sharpe: plain,
  return: plain,
  max_draw: plain,
  volatility: plain,
  downside_risk: plain,
  trade_log: z.array(trade),
  runtime: plain,
  sortino: plain,
  calmar: plain,
  cagr: plain,
  profit_factor: plain,
  expectancy: plain,
  payoff_ratio: plain,
  win_rate: plain,
  exposure: plain,
  max_draw_rupees: plain,
  longest_drawdown_days: plain,
  average_holding_minutes: plain,
  longest_winning_streak: plain,
  longest_losing_streak: plain,
  gross_pnl: plain,
  charges_paid: plain,
  charge_lines: plain,
  slippage_paid: plain,
  ambiguous_candles: plain,
  by_weekday: periods,
  by_hour: periods,
  by_month: periods,
  candles: plain,
  first_candle_at: plain,
  last_candle_at: plain,
  source: plain,
  option_fills: namesOf<OptionFills>()({ traded: plain, model: plain, model_pnl: plain, model_share: plain }),
  remarks: plain,
  robustness,
  [OLDER_ROBUSTNESS]: robustness,
})

export const cumulativeReport = namesOf<CumulativeBacktest & { readonly failures: unknown }>()({
  symbols: plain,
  max_cap_used: plain,
  final_pnl: plain,
  final_capital: plain,
  win_count: plain,
  loss_count: plain,
  total_number_of_signals: plain,
  maximum_gain: plain,
  maximum_loss: plain,
  sharpe: plain,
  return: plain,
  max_draw: plain,
  period_return: plain,
  volatility: plain,
  average_gain_per_winning_trade: plain,
  average_gain_per_losing_trade: plain,
  merged_sharpe: plain,
  merged_max_draw: plain,
  merged_volatility: plain,
  daily_returns: plain,
  period_high: plain,
  period_low: plain,
  charges_paid: plain,
  backtest_uuids: plain,
  failures: plain,
})

export const robustnessTests = namesOf<RobustnessTests>()({
  deflated_sharpe: namesOf<DeflatedSharpe>()({
    trials: plain,
    probabilistic: plain,
    expected_best: plain,
    deflated: plain,
    random_result: plain,
  }),
  monte_carlo_test: namesOf<MonteCarloTest>()({
    seed: plain,
    draws: plain,
    final_pnl: plain,
    max_draw: plain,
    random_pnl: plain,
    percentile: plain,
    p_value: plain,
    shuffled_draw: plain,
    cuts: plain,
    look_aheads: plain,
  }),
})

const reports = z.record(z.string(), report)

/** The calls carry reports as plain JSON, because the server stores them unchanged. */
export const writeReport = (names: z.ZodMiniType, written: object): Json => toWire(names, written) as Json

export const readSavedReports = (saved: SavedRun): SavedRun => ({
  ...saved,
  backtestParams: readReport(runParams, saved.backtestParams),
  records: saved.records.map((record) => ({
    ...record,
    backtestResults: readReport(reports, record.backtestResults) as typeof record.backtestResults,
  })),
  cumulative: saved.cumulative === null ? null : readReport(cumulativeReport, saved.cumulative),
})

const readReport = (names: z.ZodMiniType, stored: Json): Json => fromWire(names, stored) as Json
