import type { BacktestRequest, BacktestResult } from '../domain/backtest.ts'
import { reportOf } from '../domain/backtest-report.ts'
import { type Candles, firstRowFrom } from '../domain/candle.ts'
import type { Condition, Operand } from '../domain/condition/tree.ts'
import type { Interval } from '../domain/interval.ts'
import { isMadeOfMinutes } from '../domain/settling.ts'
import { addDays, startOfIstDate } from '../domain/time.ts'
import { modelOf } from '../domain/trust/fill-band.ts'
import { putChart } from './chart.ts'
import { checkRequest } from './check-request.ts'
import { evaluate } from './evaluate.ts'
import { refusal } from './failure.ts'
import type { Desk, Host } from './host.ts'
import { createCompiler } from './program.ts'
import { findingsAmong, remarksOf, sentencesOf } from './remarks.ts'
import { countSignals } from './signals.ts'
import { openTrades, rawTradesOf, TRADES_MAX, tradeRoom, tradeUnderAll } from './trade-columns.ts'
import { cutsFor, lookAheadIn, trustOf } from './trust.ts'

/**
 * Runs one strategy on one symbol. Candles before the span warm the indicators up, those after it are not read.
 * `minutes` settle which of stop and target came first where one larger candle touches both. Throws EngineError.
 */
export const runBacktest = (
  host: Host,
  request: BacktestRequest,
  candles: Candles,
  minutes?: Candles,
): BacktestResult => {
  const startedAt = performance.now()
  const outcome = host.use((desk) => tradeOn(desk, request, candles, minutes))
  const remarks = remarksOf({ request, candles, ...outcome })
  const report = reportOf({ request, candles, ...outcome, remarks: sentencesOf(remarks), runtime: 0 })
  const trust = trustOf({ request, candles, ...outcome, remarked: findingsAmong(remarks), report })
  return { ...report, trust, runtime: performance.now() - startedAt }
}

/**
 * The trades of a run, under the fill model asked for and under the others, and what was counted beside them. Looking
 * ahead is looked for near the beginning, or over the whole series.
 */
export const tradeOn = (
  desk: Desk,
  request: BacktestRequest,
  candles: Candles,
  minutes?: Candles,
  lookedAt: 'beginning' | 'whole' = 'beginning',
) => {
  checkRequest(request)
  const { params, contract } = request
  const compiler = createCompiler({ interval: params.interval, instrument: contract.instrument })
  const entry = compiler.condition(params.entry)
  const exit = compiler.condition(params.exit)
  const operands = operandsOf(params.entry).map(compiler.operand)

  const chart = putChart(desk, candles)
  const first = firstRowFrom(candles.time, startOfIstDate(params.from))
  const last = firstRowFrom(candles.time, startOfIstDate(addDays(params.to, 1)))
  if (first === last) throw refusal(`there are no candles from ${params.from} to ${params.to}`)

  const columns = evaluate(desk, compiler.program, candles, chart)
  const { time, open, high, low, close } = chart
  const inside = putMinutes(desk, params.interval, minutes)
  const inputs = [open, high, low, close, time, columns(entry), columns(exit), ...inside.columns]
  const span = { first, last }
  const tradeDesk = openTrades(desk, inputs, span, tradeRoom(desk, span))
  const own = tradeDesk.run(request, { followsGains: true })
  if (own === null) throw refusal(`the run makes more than ${TRADES_MAX} trades`)
  const [held = 0, skipped = 0, outsideHours = 0, settled = 0] = tradeDesk.tally()
  const trades = rawTradesOf(tradeDesk.whole())

  const rows = candles.time.length
  const ready = operands.map((operand) => desk.call('firstValid', columns(operand), rows))
  const warmUp = Math.min(Math.max(0, ...ready) - first, last - first)
  const flags = (column: number) => desk.takeFlags(column, rows)
  const signals =
    trades.length > 0 ? null : countSignals(flags(columns(entry)), flags(columns(exit)), { first, last })
  const compiled = { program: compiler.program, entry, exit }
  const cuts = cutsFor(request, trades, rows, lookedAt)
  return {
    first,
    last,
    trades,
    traded: tradeUnderAll(tradeDesk, request, candles.close[first] ?? 0, {
      model: modelOf(params),
      trades: own,
    }),
    cuts: cuts.length,
    lookAheads: lookAheadIn(desk, compiled, candles, columns, cuts),
    held,
    skipped,
    outsideHours,
    settled,
    hasMinutes: inside.rows > 0,
    warmUp,
    signals,
  }
}

/** Times, opens, highs, lows and how many there are, as the kernel `trade` takes them. */
export const putMinutes = (desk: Desk, interval: Interval, minutes?: Candles) => {
  const rows = minutes === undefined || !isMadeOfMinutes(interval) ? 0 : minutes.time.length
  if (minutes === undefined || rows === 0) return { rows: 0, columns: [0, 0, 0, 0, 0] }
  const { time, open, high, low } = putChart(desk, minutes, 'minutes')
  return { rows, columns: [time, open, high, low, rows] }
}

const operandsOf = (condition: Condition): readonly Operand[] =>
  condition.kind === 'compare' ? [condition.left, condition.right] : condition.of.flatMap(operandsOf)
