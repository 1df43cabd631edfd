import {
  type BacktestParams,
  type BacktestResult,
  type BacktestTrade,
  entersAtClose,
} from '../../domain/backtests/backtest.ts'
import type { ReadIndicator } from '../../domain/backtests/trade-reasons/condition-reading.ts'
import { reasonsOf } from '../../domain/backtests/trade-reasons/trade-reasons.ts'
import { findTradeRows, type TradeRows } from '../../domain/backtests/trade-reasons/trade-rows.ts'
import { type CandleSource, type Candles, copyCandles, sliceCandles } from '../../domain/charts/candle.ts'
import { fields } from '../../domain/charts/indicators/spec.ts'
import { findIndicator } from '../../domain/charts/indicators.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { indicatorsIn } from '../../domain/strategies/condition/indicators-in.ts'
import { isOnPriceScale } from '../../domain/strategies/condition/price-scale.ts'
import { printOperand } from '../../domain/strategies/condition/print.ts'
import type { IndicatorOperand } from '../../domain/strategies/condition/tree.ts'
import type { EngineClient } from '../../engine/worker/client.ts'
import type { Review, ReviewMark, RuleLine } from '../../machines/backtests/trade-review.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import { loadSeries } from '../candles-of-run.ts'
import { columnsOfAnswers, indicatorRequest } from '../indicator-request.ts'

/** The engine's own limit on one request. */
const REQUESTS_MAX = 64
const ROWS_BEFORE = 60
const ROWS_AFTER = 30

/** A run's candles of one symbol, and what the engine makes of its rules on them. */
export interface RuleSeries {
  readonly candles: Candles
  readonly source: CandleSource
  readonly operands: readonly IndicatorOperand[]
  /** By printed operand. */
  readonly columns: ReadonlyMap<string, Float64Array>
}

export interface RuleSeriesInput {
  readonly params: BacktestParams
  readonly instrument: InstrumentId
}

interface SeriesPorts {
  readonly http: HttpClient
  readonly engine: Pick<EngineClient, 'technicals'>
}

export const loadRuleSeries = async (
  { params, instrument }: RuleSeriesInput,
  { http, engine }: SeriesPorts,
  signal: AbortSignal,
): Promise<RuleSeries> => {
  const { candles, source, others } = await loadSeries({ params, instrument }, http, signal)
  const operands = indicatorsIn([params.entry, params.exit])
  const columns = new Map<string, Float64Array>()
  for (let from = 0; from < operands.length; from += REQUESTS_MAX) {
    const asked = operands.slice(from, from + REQUESTS_MAX)
    const requests = asked.map(indicatorRequest)
    const { results } = await engine.technicals(
      { interval: params.interval, instrument, give: 'columns', requests },
      copyCandles(candles),
      { others, signal },
    )
    for (const [text, values] of columnsOfAnswers(asked, results)) columns.set(text, values)
  }
  return { candles, source, operands, columns }
}

export interface TradeToReview extends RuleSeriesInput {
  readonly key: string
  readonly result: Pick<BacktestResult, 'source'>
  readonly trade: BacktestTrade
}

export const reviewOf = (
  { key, params, instrument, result, trade }: TradeToReview,
  series: RuleSeries,
): Review => {
  const { candles, source } = series
  if (source !== result.source)
    return {
      kind: 'gone',
      reason: `This run read ${result.source} candles; ${source} ones have replaced them.`,
    }
  const rows = findTradeRows(trade, params, candles.time)
  if (rows === null) return { kind: 'gone', reason: 'The candles of this trade are no longer stored.' }
  const reasons = reasonsOf({ trade, params, candles, rows, readAt: readerOf(series) })
  if (reasons === null)
    return {
      kind: 'gone',
      reason: 'The candles have changed since this run: they no longer make this trade.',
    }
  const from = Math.max(0, rows.entry - ROWS_BEFORE)
  const to = Math.min(candles.time.length, rows.exit + ROWS_AFTER)
  return {
    kind: 'reviewed',
    trade: {
      key,
      reasons,
      candles: sliceCandles(candles, from, to),
      lines: linesOn(series, instrument).map((line) => ({ ...line, values: line.values.subarray(from, to) })),
      marks: marksOf(trade, rows, candles, params),
    },
  }
}

const readerOf =
  ({ columns }: RuleSeries) =>
  (row: number): ReadIndicator =>
  (operand) => {
    const column = columns.get(printOperand(operand))
    return { now: column?.[row] ?? Number.NaN, before: column?.[row - 1] ?? Number.NaN }
  }

/** Prices themselves are the candles, and those of another instrument have another scale. */
const linesOn = ({ operands, columns }: RuleSeries, traded: InstrumentId): readonly RuleLine[] =>
  operands.flatMap((operand) => {
    const { key, instrument } = operand
    const spec = findIndicator(key)
    const isDrawn =
      spec !== null &&
      isOnPriceScale(operand) &&
      !fields.some((field) => field === key) &&
      (instrument === undefined || instrument === traded)
    const label = printOperand(operand)
    const values = columns.get(label)
    return isDrawn && values !== undefined ? [{ label, values, draw: spec.draw }] : []
  })

/** An option's own prices are no prices of its underlying, whose candles these are. */
const marksOf = (
  { side, quantity, entryPrice, exitPrice }: BacktestTrade,
  { entry, exit, exitsAtClose }: TradeRows,
  { time, open, close }: Candles,
  { options, fill }: BacktestParams,
): readonly ReviewMark[] => {
  const priceAt = (row: number, own: number, isAtClose: boolean): number =>
    options === undefined ? own : ((isAtClose ? close : open)[row] ?? own)
  return [
    { at: time[entry] ?? 0, price: priceAt(entry, entryPrice, entersAtClose({ fill })), side, quantity },
    {
      at: time[exit] ?? 0,
      price: priceAt(exit, exitPrice, exitsAtClose),
      side: side === 'buy' ? 'sell' : 'buy',
      quantity,
    },
  ]
}
