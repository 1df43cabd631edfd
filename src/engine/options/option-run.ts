import type { BacktestRequest, BacktestResult } from '../../domain/backtests/backtest.ts'
import { createContractBook } from '../../domain/backtests/option-run/contract-book.ts'
import { createLegPrices } from '../../domain/backtests/option-run/leg-prices.ts'
import { createOptionModel } from '../../domain/backtests/option-run/model.ts'
import { type OptionReport, optionReportOf } from '../../domain/backtests/option-run/option-report.ts'
import type { WantedContract } from '../../domain/backtests/option-run/rules.ts'
import { drawsFor, type MonteCarloTest } from '../../domain/backtests/robustness/monte-carlo.ts'
import { type Evidence, unknown } from '../../domain/backtests/robustness/robustness.ts'
import { maxDrawdown, shuffledDrawdowns } from '../../domain/backtests/robustness/shuffles.ts'
import { type Candles, firstRowFrom, type OtherCandles } from '../../domain/charts/candle.ts'
import { findBadCandle } from '../../domain/charts/candle-check.ts'
import { intervalMinutes } from '../../domain/charts/interval.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { addDays, MINUTE_MS, startOfIstDate, toIstDate } from '../../domain/time.ts'
import { findingsAmong, sentencesOf } from '../backtest/remarks.ts'
import { refusal } from '../failure.ts'
import type { Host, KernelMemory } from '../kernel-host.ts'
import { putChart } from '../program/chart.ts'
import { evaluate } from '../program/evaluate.ts'
import { putOthers } from '../program/other-series.ts'
import { createCompiler } from '../program/program.ts'
import type { MonteCarloRequest } from '../robustness/monte-carlo-run.ts'
import { optionCutsOf, optionRobustnessOf } from '../robustness/option-robustness.ts'
import { lookAheadIn } from '../robustness/robustness-run.ts'
import { checkOptionRequest } from './option-check.ts'
import { optionRemarksOf } from './option-remarks.ts'
import type { ContractsRequest, LegCandles, OptionRequest, WalkInput } from './option-request.ts'
import { type Walked, walkOptions } from './option-walk.ts'

export interface OptionRun extends Walked {
  readonly input: WalkInput
  readonly candleMs: number
  readonly cuts: number
  readonly lookAheads: readonly Evidence[]
}

interface OptionSeries {
  readonly candles: Candles
  readonly legs: readonly LegCandles[]
  readonly others: OtherCandles | undefined
}

/** Look-ahead is checked over all candles for `monteCarlo`, at the beginning for `report`, else not at all. */
type Purpose = 'report' | 'monteCarlo' | 'contracts'

export const answerOptions = (
  host: Host,
  request: BacktestRequest | ContractsRequest | MonteCarloRequest,
  candles: Candles,
  legs?: readonly LegCandles[],
  others?: OtherCandles,
): BacktestResult | MonteCarloTest | readonly WantedContract[] => {
  if (!('give' in request)) return runOptions(host, request, candles, legs, others)
  return request.give === 'monteCarlo'
    ? runOptionMonteCarlo(host, request, candles, legs, others)
    : contractsOf(host, request, candles, legs, others)
}

/** `candles` are those of the underlying. Throws EngineError. */
export const runOptions = (
  host: Host,
  asked: BacktestRequest,
  candles: Candles,
  legs: readonly LegCandles[] = [],
  others?: OtherCandles,
): BacktestResult => {
  const startedAt = performance.now()
  const run = walk(host, asked, { candles, legs, others }, 'report')
  const report = reportOf(run, run)
  const remarks = optionRemarksOf(run.input.request, { run, report })
  const robustness = optionRobustnessOf({
    run,
    report,
    remarked: findingsAmong(remarks),
    under: (fill) => reportOf(run, walkOptions({ ...run.input, fill, isNoted: false })),
  })
  return { ...report, remarks: sentencesOf(remarks), robustness, runtime: performance.now() - startedAt }
}

const reportOf = (
  { input: { request, candles, first, last }, candleMs }: OptionRun,
  { trades: raw, dayMarks, held, skipped }: Walked,
): OptionReport => {
  const { underlying } = request
  return optionReportOf({ request, underlying, candles, candleMs, first, last, raw, dayMarks, held, skipped })
}

/** Only reshuffles trades: random entries would need candles of other contracts. Throws EngineError. */
export const runOptionMonteCarlo = (
  host: Host,
  asked: MonteCarloRequest,
  candles: Candles,
  legs: readonly LegCandles[] = [],
  others?: OtherCandles,
): MonteCarloTest => {
  const { seed } = asked
  if (!Number.isSafeInteger(seed)) throw refusal(`seed is ${String(seed)}, must be whole`)
  const run = walk(host, asked, { candles, legs, others }, 'monteCarlo')
  const { tradeLog, finalPnl } = reportOf(run, run)
  const draws = drawsFor(tradeLog.length)
  const amounts = tradeLog.map(({ netPnl }) => netPnl)
  const none = unknown('Random entries need other contracts, whose prices are not loaded.')
  return {
    seed,
    draws,
    finalPnl,
    maxDraw: maxDrawdown(amounts),
    randomPnl: null,
    percentile: none,
    pValue: none,
    shuffledDraw: shuffledDrawdowns(amounts, draws, seed),
    cuts: run.cuts,
    lookAheads: run.lookAheads,
  }
}

/** Each contract once, as first held. New candles may move later entries: repeat until none is new. */
export const contractsOf = (
  host: Host,
  asked: BacktestRequest,
  candles: Candles,
  legs: readonly LegCandles[] = [],
  others?: OtherCandles,
): readonly WantedContract[] => {
  const { trades } = walk(host, asked, { candles, legs, others }, 'contracts')
  const wanted = new Map<InstrumentId, WantedContract>()
  const dayOf = (row: number) => toIstDate(candles.time[row] ?? 0)
  for (const { contract, entry, exit } of trades.flatMap((trade) => trade.legs)) {
    const { instrument } = contract
    const known = wanted.get(instrument)
    const to = dayOf(exit.row)
    wanted.set(instrument, {
      instrument,
      underlying: asked.contract.instrument,
      expiry: contract.expiry,
      from: known?.from ?? dayOf(entry.row),
      to: known !== undefined && known.to > to ? known.to : to,
    })
  }
  return [...wanted.values()]
}

const walk = (
  host: Host,
  asked: BacktestRequest,
  { candles, legs, others }: OptionSeries,
  purpose: Purpose,
): OptionRun => {
  const request = checkOptionRequest(asked)
  const { params, underlying } = request
  for (const leg of legs) {
    const bad = findBadCandle(leg.candles)
    if (bad !== null) throw refusal(`candles of ${leg.instrument}: row ${bad.row}: ${bad.reason}`)
  }
  const candleMs = (intervalMinutes(params.interval) ?? 1) * MINUTE_MS
  const contracts = createContractBook(underlying, request.contract.lotSize)
  const model = createOptionModel(candles, underlying)
  const traded = new Map(legs.map((leg) => [String(leg.instrument), leg.candles]))
  const prices = createLegPrices({ candles, candleMs, model, traded })
  return host.use((memory) => {
    const { lookAheadsAt, ...flags } = flagsOf(memory, request, candles, others)
    const isNoted = purpose !== 'contracts'
    const parts = { contracts, model, prices, picks: new Map(), fill: 'next_open', isNoted } as const
    const input: WalkInput = { request, candles, ...flags, ...parts }
    const walked = walkOptions(input)
    const lookedAt = purpose === 'monteCarlo' ? 'whole' : 'beginning'
    const cuts = isNoted ? optionCutsOf(walked.trades, request.options, candles.time.length, lookedAt) : []
    return { ...walked, input, candleMs, cuts: cuts.length, lookAheads: lookAheadsAt(cuts) }
  })
}

const flagsOf = (
  memory: KernelMemory,
  { params, contract }: OptionRequest,
  candles: Candles,
  others: OtherCandles | undefined,
) => {
  const compiler = createCompiler({ interval: params.interval, instrument: contract.instrument })
  const entryStep = compiler.condition(params.entry)
  const exitStep = compiler.condition(params.exit)
  const chart = putChart(memory, candles)
  const rows = candles.time.length
  const first = firstRowFrom(candles.time, startOfIstDate(params.from))
  const last = firstRowFrom(candles.time, startOfIstDate(addDays(params.to, 1)))
  if (first === last) throw refusal(`there are no candles from ${params.from} to ${params.to}`)
  const around = putOthers(memory, compiler.program, others)
  const columns = evaluate(memory, compiler.program, candles, chart, around)
  // Each number taken holds eight one-byte flags.
  const take = (step: number) =>
    new Uint8Array(memory.take(columns(step), Math.ceil(rows / 8)).buffer, 0, rows)
  const compiled = { program: compiler.program, entry: entryStep, exit: exitStep, others: around }
  return {
    first,
    last,
    entry: take(entryStep),
    exit: take(exitStep),
    lookAheadsAt: (cuts: readonly number[]) => lookAheadIn(memory, compiled, candles, columns, cuts),
  }
}
