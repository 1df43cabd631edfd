import type { BacktestRequest } from '../../domain/backtests/backtest.ts'
import { emptyFigures, putRow } from '../../domain/backtests/sweep/figures.ts'
import { dayEndsOf, type RunFigures, runFiguresOf } from '../../domain/backtests/sweep/sweep-figures.ts'
import { COMBINATIONS_MAX, countOfPlan, paramsAt } from '../../domain/backtests/sweep/sweep-plan.ts'
import type { DayCurve } from '../../domain/backtests/sweep/walk-figures.ts'
import { type Candles, firstRowFrom, type OtherCandles, sliceCandles } from '../../domain/charts/candle.ts'
import { addDays, startOfIstDate, toIstDate } from '../../domain/time.ts'
import { putMinutes, type RunSeries } from '../backtest/backtest.ts'
import { checkRequest } from '../backtest/check-request.ts'
import { openTrades, TRADES_MAX, tradeRoom } from '../backtest/trade-columns.ts'
import { refusal } from '../failure.ts'
import type { Host } from '../kernel-host.ts'
import { putChart } from '../program/chart.ts'
import { evaluate } from '../program/evaluate.ts'
import { putOthers, rowsOfSteps } from '../program/other-series.ts'
import { createCompiler } from '../program/program.ts'
import type { SweepAnswer, SweepRequest } from './sweep-request.ts'

/** Size of a batch's columns: a worker keeps this memory between batches. */
const BATCH_BYTES_MAX = 134_217_728
const BATCH_COMBINATIONS_MAX = 128
const NUMBER_BYTES = 8

/** A batch computes each distinct column once; figures do not depend on the batch. Throws EngineError. */
export const runSweep = (
  host: Host,
  request: SweepRequest,
  candles: Candles,
  minutes?: Candles,
  others?: OtherCandles,
): SweepAnswer => {
  const { first, last, span } = checked(request)
  const behind = firstRowFrom(candles.time, startOfIstDate(addDays(span.to, 1)))
  const series = { candles: sliceCandles(candles, 0, behind), minutes, others }
  const figures = emptyFigures(last - first)
  let curve: DayCurve | null = null
  const size = batchSizeOf(request, series)
  for (let from = first; from < last; from += size) {
    const to = Math.min(last, from + size)
    const made = runBatch(host, request, series, { from, to })
    made.forEach(({ row }, index) => {
      putRow(figures, from - first + index, row)
    })
    if (from === first && request.wantsCurve) curve = curveOf(made[0], series.candles, span.from)
  }
  return { figures, curve }
}

const checked = (request: SweepRequest): SweepRequest => {
  const { plan, first, last } = request
  if (typeof plan !== 'object' || plan === null || !Array.isArray(plan.axes))
    throw refusal('the sweep has no plan')
  const count = countOfPlan(plan)
  if (!(count >= 1 && count <= COMBINATIONS_MAX))
    throw refusal(`${count} combinations, allowed 1 to ${COMBINATIONS_MAX}`)
  if (!(Number.isInteger(first) && Number.isInteger(last) && first >= 0 && first < last && last <= count))
    throw refusal(`combinations ${String(first)} to ${String(last)} of ${count}`)
  if (plan.base.options !== undefined)
    throw refusal('a sweep trades the instrument itself, not options of it')
  return request
}

const requestAt = ({ plan, contract, source, span }: SweepRequest, combination: number): BacktestRequest => {
  const request = { params: { ...paramsAt(plan, combination), ...span }, contract, source }
  checkRequest(request)
  return request
}

const compilerFor = ({ plan, contract }: SweepRequest, isBatch: boolean) =>
  createCompiler({
    interval: plan.base.interval,
    instrument: contract.instrument,
    ...(isBatch ? { stepsMax: Number.POSITIVE_INFINITY } : {}),
  })

const batchSizeOf = (request: SweepRequest, { candles, others }: RunSeries): number => {
  const compiler = compilerFor(request, false)
  const { params } = requestAt(request, request.first)
  compiler.condition(params.entry)
  compiler.condition(params.exit)
  const { program } = compiler
  const rowsOf = rowsOfSteps(program, candles.time.length, others)
  const bytes = program.steps.reduce(
    (sum, { kind }, id) =>
      sum + (rowsOf[id] ?? 0) * (kind === 'column' || kind === 'project' ? NUMBER_BYTES : 1),
    0,
  )
  return Math.max(1, Math.min(BATCH_COMBINATIONS_MAX, Math.floor(BATCH_BYTES_MAX / Math.max(1, bytes))))
}

const runBatch = (
  host: Host,
  request: SweepRequest,
  { candles, minutes, others }: RunSeries,
  { from, to }: { readonly from: number; readonly to: number },
): readonly RunFigures[] => {
  const { span, plan } = request
  const compiler = compilerFor(request, true)
  const runs = Array.from({ length: to - from }, (_, index) => {
    const run = requestAt(request, from + index)
    return { run, entry: compiler.condition(run.params.entry), exit: compiler.condition(run.params.exit) }
  })
  return host.use((memory) => {
    const chart = putChart(memory, candles)
    const first = firstRowFrom(candles.time, startOfIstDate(span.from))
    const last = candles.time.length
    if (first === last) throw refusal(`there are no candles from ${span.from} to ${span.to}`)
    const { program } = compiler
    const columns = evaluate(memory, program, candles, chart, putOthers(memory, program, others))
    const room = tradeRoom(memory, { first, last })
    const inside = putMinutes(memory, plan.base.interval, minutes)
    const ends = dayEndsOf(candles.time, first, last)
    return runs.map(({ run, entry, exit }) => {
      const inputs = { ...chart, entry: columns(entry), exit: columns(exit), ...inside }
      const trades = openTrades(memory, inputs, { first, last }, room).run(run)
      if (trades === null) throw refusal(`a run makes more than ${TRADES_MAX} trades`)
      return runFiguresOf({ request: run, candles, ends, trades })
    })
  })
}

const curveOf = (
  made: RunFigures | undefined,
  { time }: Candles,
  from: SweepRequest['span']['from'],
): DayCurve => {
  const first = firstRowFrom(time, startOfIstDate(from))
  return {
    days: dayEndsOf(time, first, time.length).map((end) => toIstDate(time[end - 1] ?? 0)),
    cumulative: made?.cumulative ?? [],
  }
}
