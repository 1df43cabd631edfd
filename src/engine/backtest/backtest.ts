import type { BacktestRequest, BacktestResult } from '../../domain/backtests/backtest.ts'
import { reportOf } from '../../domain/backtests/backtest-report.ts'
import { isMadeOfMinutes } from '../../domain/backtests/intrabar.ts'
import { modelOf } from '../../domain/backtests/robustness/fill-band.ts'
import { type Candles, firstRowFrom, type OtherCandles } from '../../domain/charts/candle.ts'
import type { Interval } from '../../domain/charts/interval.ts'
import type { Condition, Operand } from '../../domain/strategies/condition/tree.ts'
import { addDays, startOfIstDate } from '../../domain/time.ts'
import { refusal } from '../failure.ts'
import type { Host, KernelMemory } from '../kernel-host.ts'
import { putChart } from '../program/chart.ts'
import { evaluate } from '../program/evaluate.ts'
import { putOthers } from '../program/other-series.ts'
import { createCompiler } from '../program/program.ts'
import { countSignals } from '../program/signals.ts'
import { cutsFor, lookAheadIn, robustnessOf } from '../robustness/robustness-run.ts'
import { checkRequest } from './check-request.ts'
import { findingsAmong, remarksOf, sentencesOf } from './remarks.ts'
import type { TradeMinutes } from './trade-block.ts'
import { openTrades, rawTradesOf, TRADES_MAX, tradeRoom, tradeUnderAll } from './trade-columns.ts'

export interface RunSeries {
  readonly candles: Candles
  readonly minutes?: Candles | undefined
  readonly others?: OtherCandles | undefined
}

/**
 * Candles before the span warm the indicators up, those after it are not read. `minutes` tell which of stop
 * and target came first in a larger candle that touches both. Throws EngineError.
 */
export const runBacktest = (
  host: Host,
  request: BacktestRequest,
  candles: Candles,
  minutes?: Candles,
  others?: OtherCandles,
): BacktestResult => {
  const startedAt = performance.now()
  const outcome = host.use((memory) => tradeOn(memory, request, { candles, minutes, others }))
  const remarks = remarksOf({ request, candles, ...outcome })
  const report = reportOf({ request, candles, ...outcome, remarks: sentencesOf(remarks), runtime: 0 })
  const robustness = robustnessOf({ request, candles, ...outcome, remarked: findingsAmong(remarks), report })
  return { ...report, robustness, runtime: performance.now() - startedAt }
}

export const tradeOn = (
  memory: KernelMemory,
  request: BacktestRequest,
  { candles, minutes, others }: RunSeries,
  lookedAt: 'beginning' | 'whole' = 'beginning',
) => {
  checkRequest(request)
  const { params, contract } = request
  const compiler = createCompiler({ interval: params.interval, instrument: contract.instrument })
  const entry = compiler.condition(params.entry)
  const exit = compiler.condition(params.exit)
  const operands = operandsOf(params.entry).map(compiler.operand)

  const chart = putChart(memory, candles)
  const first = firstRowFrom(candles.time, startOfIstDate(params.from))
  const last = firstRowFrom(candles.time, startOfIstDate(addDays(params.to, 1)))
  if (first === last) throw refusal(`there are no candles from ${params.from} to ${params.to}`)

  const around = putOthers(memory, compiler.program, others)
  const columns = evaluate(memory, compiler.program, candles, chart, around)
  const inside = putMinutes(memory, params.interval, minutes)
  const inputs = { ...chart, entry: columns(entry), exit: columns(exit), ...inside }
  const span = { first, last }
  const tradeMemory = openTrades(memory, inputs, span, tradeRoom(memory, span))
  const own = tradeMemory.run(request, { followsGains: true })
  if (own === null) throw refusal(`the run makes more than ${TRADES_MAX} trades`)
  const [held = 0, skipped = 0, outsideHours = 0, resolved = 0, overLimit = 0, afterLosses = 0] =
    tradeMemory.tally()
  const trades = rawTradesOf(tradeMemory.whole())

  const rows = candles.time.length
  const ready = operands.map((operand) => memory.call('firstValid', columns(operand), rows))
  const warmUp = Math.min(Math.max(0, ...ready) - first, last - first)
  const flags = (column: number) => memory.takeFlags(column, rows)
  const signals =
    trades.length > 0 ? null : countSignals(flags(columns(entry)), flags(columns(exit)), { first, last })
  const compiled = { program: compiler.program, entry, exit, others: around }
  const cuts = cutsFor(request, trades, rows, lookedAt)
  return {
    first,
    last,
    trades,
    traded: tradeUnderAll(tradeMemory, request, candles.close[first] ?? 0, {
      model: modelOf(params),
      trades: own,
    }),
    cuts: cuts.length,
    lookAheads: lookAheadIn(memory, compiled, candles, columns, cuts),
    held,
    skipped,
    outsideHours,
    resolved,
    overLimit,
    afterLosses,
    hasMinutes: inside.minutes > 0,
    warmUp,
    signals,
  }
}

export const noMinutes: TradeMinutes = {
  minuteTime: 0,
  minuteOpen: 0,
  minuteHigh: 0,
  minuteLow: 0,
  minutes: 0,
}

export const putMinutes = (memory: KernelMemory, interval: Interval, minutes?: Candles): TradeMinutes => {
  const rows = minutes === undefined || !isMadeOfMinutes(interval) ? 0 : minutes.time.length
  if (minutes === undefined || rows === 0) return noMinutes
  const { time, open, high, low } = putChart(memory, minutes, 'minutes')
  return { minuteTime: time, minuteOpen: open, minuteHigh: high, minuteLow: low, minutes: rows }
}

const operandsOf = (condition: Condition): readonly Operand[] =>
  condition.kind === 'compare' ? [condition.left, condition.right] : condition.of.flatMap(operandsOf)
