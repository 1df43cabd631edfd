import type { BacktestTrade } from '../../../domain/backtests/backtest.ts'
import { assumptionsOf } from '../../../domain/backtests/run-assumptions.ts'
import { copyCandles, firstRowFrom, sliceCandles } from '../../../domain/charts/candle.ts'
import { fields } from '../../../domain/charts/indicators/spec.ts'
import { findIndicator } from '../../../domain/charts/indicators.ts'
import { isIntraday } from '../../../domain/charts/interval.ts'
import type { InstrumentIndex } from '../../../domain/instruments/instrument-index.ts'
import { indicatorsIn } from '../../../domain/strategies/condition/indicators-in.ts'
import { isOnPriceScale } from '../../../domain/strategies/condition/price-scale.ts'
import { printOperand } from '../../../domain/strategies/condition/print.ts'
import { rowsOfRule, ruleOfRows, withoutRow } from '../../../domain/strategies/condition/rule-rows.ts'
import type { Condition } from '../../../domain/strategies/condition/tree.ts'
import { closesWhere, type TruthInput, truthOf } from '../../../domain/strategies/condition/truth.ts'
import { type PreviewSpan, previewSpan } from '../../../domain/strategies/preview-span.ts'
import {
  type RowReading,
  readRow,
  type TimesTrue,
  timesTrue,
} from '../../../domain/strategies/rule-reading.ts'
import { rulesOfStrategy, type StrategyRules } from '../../../domain/strategies/rules-of-strategy.ts'
import { runOfStrategy } from '../../../domain/strategies/run-of-strategy.ts'
import { type IstDate, startOfIstDate } from '../../../domain/time.ts'
import type { EngineClient } from '../../../engine/worker/client.ts'
import type {
  PreviewAsked,
  PreviewLine,
  RulePreview,
} from '../../../machines/strategies/editor/rule-preview.ts'
import { contractOf } from '../../../market/instruments/traded-contract.ts'
import type { HttpClient } from '../../../platform/http-client.ts'
import { columnIn, createPreviewSeries, type PreviewSeries } from './preview-series.ts'

export interface PreviewPorts {
  readonly http: HttpClient
  readonly engine: Pick<EngineClient, 'technicals' | 'runBacktest'>
  readonly instruments: () => InstrumentIndex | null
  readonly today: () => IstDate
  readonly slippageBps: () => number
  readonly now: () => number
}

const LINES_MAX = 4

/** Averages and the like of the rules, which belong over the candles. */
const linesOf = (
  { entry, exit }: StrategyRules,
  series: PreviewSeries,
  from: number,
): readonly PreviewLine[] => {
  const rules = [entry, exit].filter((rule) => rule !== null)
  return indicatorsIn(rules)
    .flatMap((operand): readonly PreviewLine[] => {
      const spec = findIndicator(operand.key)
      const isPrice = fields.some((field) => field === spec?.syntax)
      if (spec === null || isPrice || !isOnPriceScale(operand) || operand.instrument !== undefined) return []
      const { pane, draw, levels } = spec
      const values = columnIn(series, operand).subarray(from)
      return [{ label: printOperand(operand), values, pane, draw, levels }]
    })
    .slice(0, LINES_MAX)
}

type Traded = Pick<RulePreview, 'trades' | 'notTraded'>

const none = (notTraded: string): Traded => ({ trades: [], notTraded })

const tradesOf = async (
  { strategy, instrument }: PreviewAsked,
  { candles, source, others }: PreviewSeries,
  { loadFrom, from, to }: PreviewSpan,
  { engine, instruments, slippageBps }: PreviewPorts,
): Promise<Traded> => {
  if (strategy.category === 'options') return { trades: [], notTraded: null }
  const index = instruments()
  const listed = index?.find(instrument) ?? null
  if (index === null || listed === null) return none(`${instrument} is not in the instrument list`)
  const contract = contractOf(listed, index)
  if (contract === null) return none('It has no futures to trade')
  const here = { today: to, preferences: { slippageBps: slippageBps() } }
  const span = { from: loadFrom, to }
  const run = runOfStrategy(strategy, assumptionsOf({ span }, strategy.interval, here))
  if (!run.ok) return none(run.reason)
  const request = { params: run.params, contract, source }
  const { tradeLog } = await engine.runBacktest(request, copyCandles(candles), { others })
  const start = startOfIstDate(from)
  const isWithin = ({ entryAt }: BacktestTrade): boolean => entryAt >= start
  return { trades: tradeLog.filter(isWithin), notTraded: null }
}

const timesTrueOf = (
  truth: Uint8Array | null,
  { strategy }: PreviewAsked,
  { candles: { time } }: PreviewSeries,
  from: number,
): TimesTrue => {
  if (truth === null) return { times: 0, candles: 0 }
  const { interval, tradingStartTime: start, tradingStopTime: stop } = strategy
  const hours = isIntraday(interval) ? { start, stop } : null
  return timesTrue(truth, { from, hours, time })
}

/** Options have no trades here, so the candles are marked at which they enter. */
const entriesOf = (
  truth: Uint8Array | null,
  { strategy }: PreviewAsked,
  { candles: { close } }: PreviewSeries,
  from: number,
): readonly PreviewLine[] => {
  if (strategy.category === 'equity' || truth === null) return []
  const values = closesWhere(truth, close).subarray(from)
  return [{ label: 'Entry', values, pane: 'price', draw: 'marks', levels: [] }]
}

const readingsOf = (rule: Condition | null, input: TruthInput): readonly RowReading[] =>
  rule === null ? [] : rowsOfRule(rule).rows.map((row) => readRow(row, input))

const compute = async (
  asked: PreviewAsked,
  { load, addColumns }: ReturnType<typeof createPreviewSeries>,
  ports: PreviewPorts,
  signal: AbortSignal,
): Promise<RulePreview> => {
  const { strategy, instrument, row } = asked
  const { interval } = strategy
  const rules = rulesOfStrategy(strategy, instrument)
  const span = previewSpan(interval, ports.today())
  const series = await load({ instrument, interval, rules, span }, signal)
  const { candles, source } = series
  const rows = candles.time.length
  const from = firstRowFrom(candles.time, startOfIstDate(span.from))
  const input = {
    rows,
    columnOf: (operand: Parameters<typeof columnIn>[1]) => columnIn(series, operand),
  }
  const isPart = row?.rule === 'entry' && rules.entry !== null && rowsOfRule(rules.entry).rows.length > 1
  const others =
    isPart && rules.entry !== null ? ruleOfRows(withoutRow(rowsOfRule(rules.entry), row.row)) : null
  const [traded] = await Promise.all([tradesOf(asked, series, span, ports), addColumns(series, rules)])
  const truth = rules.entry === null ? null : truthOf(rules.entry, input)
  return {
    ...asked,
    ...traded,
    source,
    days: span.days,
    candles: sliceCandles(candles, from, rows),
    lines: [...linesOf(rules, series, from), ...entriesOf(truth, asked, series, from)],
    isTrue: timesTrueOf(truth, asked, series, from),
    candlesWithout: others === null ? null : timesTrueOf(truthOf(others, input), asked, series, from).candles,
    entry: readingsOf(rules.entry, input),
    exit: readingsOf(rules.exit, input),
  }
}

export const createPreview = (ports: PreviewPorts) => {
  const kept = createPreviewSeries(ports)
  return (asked: PreviewAsked, signal: AbortSignal): Promise<RulePreview> =>
    compute(asked, kept, ports, signal)
}
