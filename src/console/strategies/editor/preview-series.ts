import { copyCandles } from '../../../domain/charts/candle.ts'
import type { Interval } from '../../../domain/charts/interval.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { keepNewest } from '../../../domain/keep-newest.ts'
import { never } from '../../../domain/strategies/condition/constant.ts'
import { indicatorsIn } from '../../../domain/strategies/condition/indicators-in.ts'
import { otherInstruments } from '../../../domain/strategies/condition/instruments.ts'
import { printOperand } from '../../../domain/strategies/condition/print.ts'
import type { Condition, IndicatorOperand } from '../../../domain/strategies/condition/tree.ts'
import type { PreviewSpan } from '../../../domain/strategies/preview-span.ts'
import type { StrategyRules } from '../../../domain/strategies/rules-of-strategy.ts'
import type { EngineClient } from '../../../engine/worker/client.ts'
import { PREVIEW_REFRESH_MS } from '../../../machines/strategies/editor/rule-preview.ts'
import type { HttpClient } from '../../../platform/http-client.ts'
import { type LoadedSeries, loadSeries } from '../../candles-of-run.ts'
import { columnsOfAnswers, indicatorRequest } from '../../indicator-request.ts'

interface SeriesPorts {
  readonly http: HttpClient
  readonly engine: Pick<EngineClient, 'technicals'>
  readonly now: () => number
}

/** Candles of one instrument, with the indicators computed on them so far, by their text. */
export interface PreviewSeries extends LoadedSeries {
  readonly instrument: InstrumentId
  readonly interval: Interval
  readonly columns: Map<string, Float64Array>
  readonly loadedAt: number
}

const SERIES_MAX = 8
const COLUMNS_MAX = 64

interface Wanted {
  readonly instrument: InstrumentId
  readonly interval: Interval
  readonly rules: StrategyRules
  readonly span: PreviewSpan
}

const conditionsOf = ({ entry, exit }: StrategyRules): readonly Condition[] =>
  [entry, exit].filter((rule) => rule !== null)

export const columnIn = ({ columns, candles }: PreviewSeries, operand: IndicatorOperand): Float64Array =>
  columns.get(printOperand(operand)) ?? new Float64Array(candles.time.length).fill(Number.NaN)

const addColumns = async (
  series: PreviewSeries,
  rules: StrategyRules,
  engine: SeriesPorts['engine'],
): Promise<void> => {
  const { columns, candles, interval } = series
  const missing = indicatorsIn(conditionsOf(rules)).filter((operand) => !columns.has(printOperand(operand)))
  if (missing.length === 0) return
  if (columns.size + missing.length > COLUMNS_MAX) columns.clear()
  const wanted = columns.size === 0 ? indicatorsIn(conditionsOf(rules)) : missing
  const requests = wanted.map(indicatorRequest)
  const { results } = await engine.technicals(
    { interval, instrument: series.instrument, give: 'columns', requests },
    copyCandles(candles),
    { others: series.others },
  )
  for (const [text, values] of columnsOfAnswers(wanted, results)) columns.set(text, values)
}

/** Keeps what it has loaded and computed, so that another number in a rule costs no call. */
export const createPreviewSeries = ({ http, engine, now }: SeriesPorts) => {
  const kept = new Map<string, PreviewSeries>()

  const seriesOf = async (
    { instrument, interval, rules, span }: Wanted,
    signal: AbortSignal,
  ): Promise<PreviewSeries> => {
    const others = otherInstruments(conditionsOf(rules), instrument)
    const name = [instrument, interval, span.loadFrom, span.to, ...others].join(' ')
    const known = kept.get(name)
    if (known !== undefined && now() - known.loadedAt < PREVIEW_REFRESH_MS) return known
    const { entry, exit } = rules
    const params = { entry: entry ?? never, exit: exit ?? never, interval, from: span.loadFrom, to: span.to }
    const loaded = await loadSeries({ params, instrument }, http, signal)
    const series = { ...loaded, instrument, interval, columns: new Map(), loadedAt: now() }
    keepNewest(kept, name, series, SERIES_MAX)
    return series
  }

  return {
    load: seriesOf,
    /** The columns of every indicator in the rules. Rejects if one cannot be computed. */
    addColumns: (series: PreviewSeries, rules: StrategyRules): Promise<void> =>
      addColumns(series, rules, engine),
  }
}
