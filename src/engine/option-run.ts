import type { BacktestRequest, BacktestResult } from '../domain/backtest.ts'
import { type Candles, firstRowFrom } from '../domain/candle.ts'
import { findBadCandle } from '../domain/candle-check.ts'
import type { InstrumentId } from '../domain/instrument.ts'
import { intervalMinutes } from '../domain/interval.ts'
import { createContractBook } from '../domain/option-run/contract-book.ts'
import { createLegPrices } from '../domain/option-run/leg-prices.ts'
import { createOptionModel } from '../domain/option-run/model.ts'
import { type OptionReport, optionReportOf } from '../domain/option-run/option-report.ts'
import type { WantedContract } from '../domain/option-run/rules.ts'
import { addDays, MINUTE_MS, startOfIstDate, toIstDate } from '../domain/time.ts'
import { drawsFor, type LuckTest } from '../domain/trust/luck.ts'
import { drawOf, shuffledDraws } from '../domain/trust/shuffles.ts'
import { type Evidence, unknown } from '../domain/trust/trust.ts'
import { putChart } from './chart.ts'
import { evaluate } from './evaluate.ts'
import { refusal } from './failure.ts'
import type { Desk, Host } from './host.ts'
import { checkOptionRequest } from './option-check.ts'
import { optionRemarksOf } from './option-remarks.ts'
import type { ContractsRequest, LegCandles, OptionRequest, WalkInput } from './option-request.ts'
import { optionCutsOf, optionTrustOf } from './option-trust.ts'
import { type Walked, walkOptions } from './option-walk.ts'
import { createCompiler } from './program.ts'
import { findingsAmong, sentencesOf } from './remarks.ts'
import { lookAheadIn } from './trust.ts'
import type { LuckRequest } from './trust-luck.ts'

/** A run that has been walked, and what it is walked with under other fill models. */
export interface OptionRun extends Walked {
  readonly input: WalkInput
  readonly step: number
  readonly cuts: number
  readonly lookAheads: readonly Evidence[]
}

/** What is walked for: every figure of a report, the same over all candles for a luck test, or contracts alone. */
type Purpose = 'report' | 'luck' | 'contracts'

/** What `Backtest` answers to a request on options: its report, the contracts that it holds, or its luck. */
export const answerOptions = (
  host: Host,
  request: BacktestRequest | ContractsRequest | LuckRequest,
  candles: Candles,
  legs?: readonly LegCandles[],
): BacktestResult | LuckTest | readonly WantedContract[] => {
  if (!('give' in request)) return runOptions(host, request, candles, legs)
  return request.give === 'luck'
    ? runOptionLuck(host, request, candles, legs)
    : contractsOf(host, request, candles, legs)
}

/** Runs one strategy in options of one underlying, whose candles these are. Throws EngineError. */
export const runOptions = (
  host: Host,
  asked: BacktestRequest,
  candles: Candles,
  legs: readonly LegCandles[] = [],
): BacktestResult => {
  const startedAt = performance.now()
  const run = walk(host, asked, candles, legs, 'report')
  const report = reportOf(run, run)
  const remarks = optionRemarksOf(run.input.request, { run, report })
  const trust = optionTrustOf({
    run,
    report,
    remarked: findingsAmong(remarks),
    under: (fill) => reportOf(run, walkOptions({ ...run.input, fill, isNoted: false })),
  })
  return { ...report, remarks: sentencesOf(remarks), trust, runtime: performance.now() - startedAt }
}

const reportOf = (
  { input: { request, candles, first, last }, step }: OptionRun,
  { trades: raw, dayMarks, held, skipped }: Walked,
): OptionReport => {
  const { underlying } = request
  return optionReportOf({ request, underlying, candles, step, first, last, raw, dayMarks, held, skipped })
}

/**
 * What chance does with the trades of a run: their order alone. Entries elsewhere would trade contracts whose candles
 * are not here. Throws EngineError.
 */
export const runOptionLuck = (
  host: Host,
  asked: LuckRequest,
  candles: Candles,
  legs: readonly LegCandles[] = [],
): LuckTest => {
  const { seed } = asked
  if (!Number.isSafeInteger(seed)) throw refusal(`seed is ${String(seed)}, must be whole`)
  const run = walk(host, asked, candles, legs, 'luck')
  const { tradeLog, finalPnl } = reportOf(run, run)
  const draws = drawsFor(tradeLog.length)
  const amounts = tradeLog.map(({ netPnl }) => netPnl)
  const none = unknown('Entries elsewhere would hold other contracts, whose prices are not loaded.')
  return {
    seed,
    draws,
    finalPnl,
    maxDraw: drawOf(amounts),
    randomPnl: null,
    percentile: none,
    chance: none,
    shuffledDraw: shuffledDraws(amounts, draws, seed),
    cuts: run.cuts,
    lookAheads: run.lookAheads,
  }
}

/**
 * The contracts that the run holds and when, with the candles known so far: each once, in the order first held. Candles
 * may move an exit and with it the next entry, so it is asked again until it names no new contract.
 */
export const contractsOf = (
  host: Host,
  asked: BacktestRequest,
  candles: Candles,
  legs: readonly LegCandles[] = [],
): readonly WantedContract[] => {
  const { trades } = walk(host, asked, candles, legs, 'contracts')
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
  candles: Candles,
  legs: readonly LegCandles[],
  purpose: Purpose,
): OptionRun => {
  const request = checkOptionRequest(asked)
  const { params, underlying } = request
  for (const leg of legs) {
    const bad = findBadCandle(leg.candles)
    if (bad !== null) throw refusal(`candles of ${leg.instrument}: row ${bad.row}: ${bad.reason}`)
  }
  const step = (intervalMinutes(params.interval) ?? 1) * MINUTE_MS
  const contracts = createContractBook(underlying, request.contract.lotSize)
  const model = createOptionModel(candles, underlying)
  const traded = new Map(legs.map((leg) => [String(leg.instrument), leg.candles]))
  const prices = createLegPrices({ candles, step, model, traded })
  return host.use((desk) => {
    const { lookAheadsAt, ...flags } = flagsOf(desk, request, candles)
    const isNoted = purpose !== 'contracts'
    const parts = { contracts, model, prices, picks: new Map(), fill: 'next_open', isNoted } as const
    const input: WalkInput = { request, candles, ...flags, ...parts }
    const walked = walkOptions(input)
    const lookedAt = purpose === 'luck' ? 'whole' : 'beginning'
    const cuts = isNoted ? optionCutsOf(walked.trades, request.options, candles.time.length, lookedAt) : []
    return { ...walked, input, step, cuts: cuts.length, lookAheads: lookAheadsAt(cuts) }
  })
}

/** Where the conditions hold: the program runs over all candles, those before the span warm it up. */
const flagsOf = (desk: Desk, { params, contract }: OptionRequest, candles: Candles) => {
  const compiler = createCompiler({ interval: params.interval, instrument: contract.instrument })
  const entryStep = compiler.condition(params.entry)
  const exitStep = compiler.condition(params.exit)
  const chart = putChart(desk, candles)
  const rows = candles.time.length
  const first = firstRowFrom(candles.time, startOfIstDate(params.from))
  const last = firstRowFrom(candles.time, startOfIstDate(addDays(params.to, 1)))
  if (first === last) throw refusal(`there are no candles from ${params.from} to ${params.to}`)
  const columns = evaluate(desk, compiler.program, candles, chart)
  // Eight flags are the bytes of one number.
  const take = (step: number) => new Uint8Array(desk.take(columns(step), Math.ceil(rows / 8)).buffer, 0, rows)
  const compiled = { program: compiler.program, entry: entryStep, exit: exitStep }
  return {
    first,
    last,
    entry: take(entryStep),
    exit: take(exitStep),
    lookAheadsAt: (cuts: readonly number[]) => lookAheadIn(desk, compiled, candles, columns, cuts),
  }
}
