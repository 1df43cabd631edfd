import type { BacktestRequest, BacktestResult } from '../domain/backtest.ts'
import { type Candles, firstRowFrom } from '../domain/candle.ts'
import { findBadCandle } from '../domain/candle-check.ts'
import type { InstrumentId } from '../domain/instrument.ts'
import { intervalMinutes } from '../domain/interval.ts'
import { createLegPrices } from '../domain/option-run/leg-prices.ts'
import { createOptionModel } from '../domain/option-run/model.ts'
import { optionReportOf } from '../domain/option-run/option-report.ts'
import type { WantedContract } from '../domain/option-run/rules.ts'
import { addDays, MINUTE_MS, startOfIstDate, toIstDate } from '../domain/time.ts'
import { putChart } from './chart.ts'
import { evaluate } from './evaluate.ts'
import { refusal } from './failure.ts'
import type { Host } from './host.ts'
import { checkOptionRequest } from './option-check.ts'
import { optionRemarksOf } from './option-remarks.ts'
import type { ContractsRequest, LegCandles, OptionRequest } from './option-request.ts'
import { type Walked, walkOptions } from './option-walk.ts'
import { createCompiler } from './program.ts'

interface OptionRun extends Walked {
  readonly request: OptionRequest
  readonly first: number
  readonly last: number
  readonly step: number
}

/** What `Backtest` answers to a request on options: its report, or the contracts that it holds. */
export const answerOptions = (
  host: Host,
  request: BacktestRequest | ContractsRequest,
  candles: Candles,
  legs?: readonly LegCandles[],
): BacktestResult | readonly WantedContract[] =>
  ('give' in request ? contractsOf : runOptions)(host, request, candles, legs)

/** Runs one strategy in options of one underlying, whose candles these are. Throws EngineError. */
export const runOptions = (
  host: Host,
  asked: BacktestRequest,
  candles: Candles,
  legs: readonly LegCandles[] = [],
): BacktestResult => {
  const startedAt = performance.now()
  const run = walk(host, asked, candles, legs)
  const { request, first, last, step, trades, dayMarks, held, skipped } = run
  const report = optionReportOf({
    request,
    underlying: request.underlying,
    candles,
    step,
    first,
    last,
    raw: trades,
    dayMarks,
    held,
    skipped,
    remarksOf: ({ fills }) => optionRemarksOf(request, run, fills),
  })
  return { ...report, runtime: performance.now() - startedAt }
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
  const { trades } = walk(host, asked, candles, legs)
  const wanted = new Map<InstrumentId, WantedContract>()
  const dayOf = (row: number) => toIstDate(candles.time[row] ?? 0)
  for (const { contract, entry, exit } of trades.flatMap((trade) => trade.legs)) {
    const { instrument } = contract
    const known = wanted.get(instrument)
    const to = dayOf(exit.row)
    wanted.set(instrument, {
      instrument,
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
): OptionRun => {
  const request = checkOptionRequest(asked)
  const { params, underlying } = request
  for (const leg of legs) {
    const bad = findBadCandle(leg.candles)
    if (bad !== null) throw refusal(`candles of ${leg.instrument}: row ${bad.row}: ${bad.reason}`)
  }
  const { first, last, entry, exit } = flagsOf(host, request, candles)
  const step = (intervalMinutes(params.interval) ?? 1) * MINUTE_MS
  const model = createOptionModel(candles, underlying)
  const traded = new Map(legs.map((leg) => [String(leg.instrument), leg.candles]))
  const prices = createLegPrices({ candles, step, model, traded })
  const walked = walkOptions({ request, candles, first, last, entry, exit, model, prices })
  return { ...walked, request, first, last, step }
}

/** Where the conditions hold: the program runs over all candles, those before the span warm it up. */
const flagsOf = (host: Host, { params, contract }: OptionRequest, candles: Candles) => {
  const compiler = createCompiler({ interval: params.interval, instrument: contract.instrument })
  const entryStep = compiler.condition(params.entry)
  const exitStep = compiler.condition(params.exit)
  return host.use((desk) => {
    const chart = putChart(desk, candles)
    const rows = candles.time.length
    const first = firstRowFrom(candles.time, startOfIstDate(params.from))
    const last = firstRowFrom(candles.time, startOfIstDate(addDays(params.to, 1)))
    if (first === last) throw refusal(`there are no candles from ${params.from} to ${params.to}`)
    const columns = evaluate(desk, compiler.program, candles, chart)
    // Eight flags are the bytes of one number.
    const take = (step: number) =>
      new Uint8Array(desk.take(columns(step), Math.ceil(rows / 8)).buffer, 0, rows)
    return { first, last, entry: take(entryStep), exit: take(exitStep) }
  })
}
