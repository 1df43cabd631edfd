import { waitFor } from 'xstate'
import { ApiError, refusedByConsole } from '../contract/api-error.ts'
import type { ReplyOf } from '../contract/call-types.ts'
import { decodeCandles } from '../contract/charts/candle-columns.ts'
import { getDeeds, getDeployedStrategy } from '../contract/deployments.ts'
import type { BacktestParams, TradedContract } from '../domain/backtests/backtest.ts'
import { paramsOn } from '../domain/backtests/own-rules.ts'
import { previousTradingDay } from '../domain/calendar/calendar.ts'
import { marketTimeAt } from '../domain/calendar/market-time.ts'
import { type Candles, copyCandles } from '../domain/charts/candle.ts'
import type { WholeTrade } from '../domain/deployments/parity/day-trade.ts'
import { doneTradesOf } from '../domain/deployments/parity/done-trades.ts'
import { expectedTradesOf } from '../domain/deployments/parity/expected-trades.ts'
import {
  type Compared,
  PARITY_DAYS,
  type ParityReport,
  parityReport,
} from '../domain/deployments/parity/report.ts'
import type { InstrumentId } from '../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../domain/instruments/instrument-index.ts'
import { runOfStrategy } from '../domain/strategies/run-of-strategy.ts'
import { instrumentsOf } from '../domain/strategies/strategy.ts'
import { addDays, type IstDate, MINUTE_MS, startOfIstDate, toIstDate } from '../domain/time.ts'
import type { LoadedCandles } from '../machines/backtests/backtest-symbol.ts'
import type { ParitySubject } from '../machines/deployments/parity.ts'
import { contractOf } from '../market/instruments/traded-contract.ts'
import { legPortsOf } from './backtests/option-leg-adapters.ts'
import { runOptionEngine } from './backtests/option-run-adapters.ts'
import { optionContractOf } from './backtests/option-run-contract.ts'
import { createOthersLoader, loadCandles, type OthersLoader } from './candles-of-run.ts'
import type { Deps } from './deps.ts'
import { callForCandles } from './read-candles.ts'

export type ComparePorts = Pick<Deps, 'actors' | 'http' | 'engine' | 'clock'>
type Deployed = ReplyOf<typeof getDeployedStrategy>

/** Orders of the day are settled by then, and its last candles stored. */
const MADE_AFTER_MINUTE = 945

const spanOf = (day: IstDate, { startedAt, strategy }: Deployed) => {
  const started = toIstDate(startedAt)
  let first = day
  for (let days = 1; days < PARITY_DAYS && first > started; days++) first = previousTradingDay(first)
  const deedsFrom = first < started ? started : first
  // Positions carried overnight began at any time since the start.
  return { deedsFrom, runFrom: strategy.product === 'MIS' ? deedsFrom : started }
}

const paramsOf = ({ strategy, capital }: Deployed, from: IstDate, to: IstDate): BacktestParams => {
  const run = runOfStrategy(strategy, {
    ...{ from, to, capital },
    costs: true,
    fill: 'next_open',
    slippageBps: 0,
    slippageTicks: 0,
  })
  if (!run.ok) throw refusedByConsole('NOT_TRADED', run.reason)
  return run.params
}

interface Tested {
  readonly candles: Candles | null
  readonly trades: readonly WholeTrade[]
}

const isWithoutCandles = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'rejected' && error.failure.code === 'NO_CANDLES'

const NOT_FOUND = 404

const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'rejected' && error.failure.status === NOT_FOUND

interface RunOne {
  readonly params: BacktestParams
  readonly since: IstDate
  readonly segSym: InstrumentId
}

type RunPorts = Pick<ComparePorts, 'http' | 'engine'> & {
  readonly index: InstrumentIndex
  readonly others: OthersLoader
}

interface Series extends LoadedCandles {
  readonly params: BacktestParams
  readonly contract: TradedContract
}

const tradesOn = async (
  { params, contract, candles, source, minutes, others = {} }: Series,
  { http, engine, index }: RunPorts,
  signal: AbortSignal,
): Promise<readonly WholeTrade[]> => {
  const request = { params, contract, source }
  const given = copyCandles(candles)
  const { tradeLog } =
    params.options === undefined
      ? await engine.runBacktest(request, given, { signal, minutes, others })
      : await runOptionEngine(
          { request, candles: given, others },
          legPortsOf({ http, engine, index }),
          signal,
        )
  return expectedTradesOf({ params, contract, candles, trades: tradeLog })
}

/** Null candles where the market has none. */
const runOne = async (
  { params: whole, since, segSym }: RunOne,
  ports: RunPorts,
  signal: AbortSignal,
): Promise<Tested> => {
  const { index, http, others } = ports
  const instrument = index.find(segSym)
  const params = paramsOn(whole, segSym)
  const tradedAs = params.options === undefined ? contractOf : optionContractOf
  const contract = instrument === null ? null : tradedAs(instrument, index)
  if (contract === null) return { candles: null, trades: [] }
  try {
    const series = { params: { ...params, from: since }, contract, choice: 'market' as const }
    const loaded = await loadCandles(series, http, signal, others)
    return { candles: loaded.candles, trades: await tradesOn({ ...loaded, params, contract }, ports, signal) }
  } catch (error) {
    if (isWithoutCandles(error)) return { candles: null, trades: [] }
    throw error
  }
}

interface OfContracts {
  readonly contracts: ReadonlySet<InstrumentId>
  readonly interval: BacktestParams['interval']
  readonly from: IstDate
  readonly to: IstDate
}

const contractCandles = async (
  { contracts, interval, from, to }: OfContracts,
  { http }: Pick<ComparePorts, 'http'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<InstrumentId, Candles>> => {
  const loaded = new Map<InstrumentId, Candles>()
  for (const key of contracts) {
    const query = { key, interval, from, to, source: 'market' } as const
    const answer = await callForCandles(query, http, signal).catch((error: unknown) => {
      if (isUnknown(error)) return null
      throw error
    })
    if (answer !== null) loaded.set(key, decodeCandles(answer.bytes))
  }
  return loaded
}

/** A page that is opened by its address is here before the list is. */
const loadedIndex = async (
  { instruments }: Deps['actors'],
  signal: AbortSignal,
): Promise<InstrumentIndex> => {
  const { context } = await waitFor(
    instruments,
    (list) => list.context.index !== null || list.matches('failed'),
    { signal },
  )
  if (context.index === null) throw refusedByConsole('NOT_READY', 'The instrument list could not be loaded')
  return context.index
}

/** Legs of other days that ended on their day need no price but those of their fills. */
const legsToPrice = (trades: readonly WholeTrade[], day: IstDate): readonly InstrumentId[] =>
  trades.flatMap(({ isLeg, contract, entry, exit }) => {
    const [first, last] = [toIstDate(entry.at), exit === null ? null : toIstDate(exit.at)]
    return isLeg && (first === day || first !== last) ? [contract] : []
  })

/** Both sides of the day and of those before it. Rejects with ApiError or EngineError. */
export const compareTrades = async (
  { deploymentUuid, day }: ParitySubject,
  ports: ComparePorts,
  signal: AbortSignal,
): Promise<Compared> => {
  const { http, actors, clock } = ports
  const deployed = await http.call(getDeployedStrategy, { query: { key: deploymentUuid }, signal })
  const index = await loadedIndex(actors, signal)
  const { strategy, startedAt, stoppedAt, type } = deployed
  const { deedsFrom, runFrom } = spanOf(day, deployed)
  const from = runFrom > day ? day : runFrom
  const query = { deploymentUuid, from: deedsFrom > day ? day : deedsFrom, to: day }
  const deeds = await http.call(getDeeds, { query, signal })
  const params = paramsOf(deployed, from, day)
  const others = createOthersLoader(http)
  const tested = new Map<InstrumentId, Tested>()
  const since = deployed.historySince as IstDate
  const segSyms = instrumentsOf(strategy)
  for (const segSym of segSyms)
    tested.set(segSym, await runOne({ params, since, segSym }, { ...ports, index, others }, signal))
  const { interval, category } = strategy
  const onUnderlying = (id: InstrumentId): Candles | null => tested.get(id)?.candles ?? null
  const expected = [...tested.values()].flatMap(({ trades }) => trades)
  const done = doneTradesOf(deeds.lines, deeds.held, onUnderlying, category)
  const futures = done.flatMap(({ isLeg, segSym, contract }) =>
    isLeg || contract === segSym ? [] : [contract],
  )
  const contracts = new Set([...futures, ...legsToPrice([...expected, ...done], day)])
  const span = { interval, from: addDays(query.from, -DAYS_BEFORE), to: day }
  const priced = await contractCandles({ ...span, contracts }, ports, signal)
  const candlesOf = (id: InstrumentId): Candles | null => onUnderlying(id) ?? priced.get(id) ?? null
  const oldest = deeds.lines[0]
  const now = marketTimeAt(actors.marketState.getSnapshot().context, clock.now()) ?? clock.now()
  return {
    of: { ...deployed, interval, segSyms },
    day,
    isProvisional: now >= startOfIstDate(day) && now < startOfIstDate(day) + MADE_AFTER_MINUTE * MINUTE_MS,
    expected,
    done,
    deeds: {
      ...{ type, startedAt, stoppedAt, lines: deeds.lines },
      isCounting: params.entries !== undefined || params.lossesInARow !== undefined,
    },
    candlesOf,
    since: deeds.isWhole || oldest === undefined ? query.from : addDays(toIstDate(oldest.at), 1),
  }
}

export const compareWithBacktest = async (
  subject: ParitySubject,
  ports: ComparePorts,
  signal: AbortSignal,
): Promise<ParityReport> => parityReport(await compareTrades(subject, ports, signal))

const DAYS_BEFORE = 5
