import { ApiError, messageOf, refusedByConsole } from '../contract/api-error.ts'
import type { QueryOf } from '../contract/call-types.ts'
import { decodeCandles } from '../contract/charts/candle-columns.ts'
import { getCandles } from '../contract/instruments/instruments.ts'
import type { BacktestParams } from '../domain/backtests/backtest.ts'
import { intrabarOf } from '../domain/backtests/intrabar.ts'
import type { CandleChoice, CandleSource, Candles, OtherCandles } from '../domain/charts/candle.ts'
import type { InstrumentId } from '../domain/instruments/instrument.ts'
import { keepNewest } from '../domain/keep-newest.ts'
import { OTHER_INSTRUMENTS_MAX, otherInstruments } from '../domain/strategies/condition/instruments.ts'
import type { LoadedCandles, SymbolInput } from '../machines/backtests/backtest-symbol.ts'
import type { HttpClient } from '../platform/http-client.ts'

/** Series of one rule, imported and simulated. */
const KEPT_MAX = 2 * OTHER_INSTRUMENTS_MAX

export interface OthersLoader {
  /** Candles of the instruments that the conditions name by `of`, from the source of the traded symbol's. */
  load(run: OthersOfRun, signal: AbortSignal): Promise<OtherCandles>
  forget(): void
}

type SeriesParams = Pick<BacktestParams, 'entry' | 'exit' | 'interval' | 'from' | 'to'>

interface OthersOfRun {
  readonly params: SeriesParams
  readonly traded: InstrumentId
  readonly source: CandleSource
}

/** Keeps what it has loaded until `forget`, so that a run over many symbols loads it once. */
export const createOthersLoader = (http: HttpClient): OthersLoader => {
  const kept = new Map<string, Candles>()

  const loadOne = async (
    instrument: InstrumentId,
    { params: { interval, from, to }, source }: OthersOfRun,
    signal: AbortSignal,
  ): Promise<Candles> => {
    const query = { key: instrument, interval, from, to, source }
    const name = Object.values(query).join(' ')
    const known = kept.get(name)
    if (known !== undefined) return known
    const { candles } = await fetchCandles(query, http, signal).catch((error) => {
      throw signal.aborted ? error : namingOther(instrument, error)
    })
    if (candles.time.length === 0)
      throw refusedByConsole(
        'NO_CANDLES',
        `No ${source} candles of ${instrument} from ${from} to ${to}, which the conditions read`,
      )
    keepNewest(kept, name, candles, KEPT_MAX)
    return candles
  }

  return {
    async load(run, signal) {
      const { entry, exit } = run.params
      const others = otherInstruments([entry, exit], run.traded)
      if (others.length > OTHER_INSTRUMENTS_MAX)
        throw refusedByConsole(
          'TOO_MANY',
          `The conditions read ${others.length} other instruments, at most ${OTHER_INSTRUMENTS_MAX} are allowed`,
        )
      const loaded: [InstrumentId, Candles][] = []
      for (const instrument of others) loaded.push([instrument, await loadOne(instrument, run, signal)])
      return Object.fromEntries(loaded)
    },
    forget: () => kept.clear(),
  }
}

const namingOther = (instrument: InstrumentId, error: unknown): unknown =>
  error instanceof ApiError && error.failure.kind !== 'unauthorized'
    ? refusedByConsole(
        'NO_CANDLES',
        `${instrument}, which the conditions read: ${messageOf(error, getCandles.failure)}`,
      )
    : error

export interface LoadedSeries {
  readonly candles: Candles
  readonly source: CandleSource
  readonly others: OtherCandles
  readonly hasMinutes: boolean
}

interface SeriesOfRun {
  readonly params: SeriesParams
  readonly instrument: InstrumentId
  /** Without it imported candles are taken where there are any. */
  readonly choice?: CandleChoice | undefined
}

/** Rejects with ApiError where there are no candles. */
export const loadSeries = async (
  { params, instrument, choice }: SeriesOfRun,
  http: HttpClient,
  signal: AbortSignal,
  loader: OthersLoader = createOthersLoader(http),
): Promise<LoadedSeries> => {
  const { interval, from, to } = params
  const query = { key: instrument, interval, from, to, ...(choice === undefined ? {} : { source: choice }) }
  const loaded = await fetchCandles(query, http, signal)
  if (loaded.candles.time.length === 0)
    throw refusedByConsole('NO_CANDLES', `No candles of ${instrument} from ${from} to ${to}`)
  const others = await loader.load({ params, traded: instrument, source: loaded.source }, signal)
  return { ...loaded, others }
}

export const loadCandles = async (
  { params, contract, choice }: Pick<SymbolInput, 'params' | 'contract'> & Pick<SeriesOfRun, 'choice'>,
  http: HttpClient,
  signal: AbortSignal,
  loader?: OthersLoader,
): Promise<LoadedCandles> => {
  const key = contract.instrument
  const { hasMinutes, ...loaded } = await loadSeries(
    { params, instrument: key, choice },
    http,
    signal,
    loader,
  )
  if (intrabarOf(params) !== 'wanted' || !hasMinutes) return { ...loaded, minutes: null }
  const { source } = loaded
  const { from, to } = params
  const minutes = await fetchCandles({ key, interval: 'min', from, to, source }, http, signal).catch(
    (error) => {
      // A run works without minute candles; its report says what stayed unresolved.
      if (error instanceof ApiError && !signal.aborted) return null
      throw error
    },
  )
  return { ...loaded, minutes: minutes?.source === source ? minutes.candles : null }
}

const fetchCandles = async (
  query: QueryOf<typeof getCandles>,
  http: HttpClient,
  signal: AbortSignal,
): Promise<Pick<LoadedCandles, 'candles' | 'source'> & { readonly hasMinutes: boolean }> => {
  const { callForCandles } = await import('./read-candles.ts')
  const { bytes, headers } = await callForCandles(query, http, signal)
  const source = headers.get('x-candle-source')
  if (!isSource(source))
    throw new ApiError({ kind: 'malformed', issues: [`getCandles answered source ${source}`] })
  // Minute candles are assumed to exist if the server does not send this header.
  const finest = headers.get('x-candle-finest') ?? 'min'
  return { candles: decode(bytes), source, hasMinutes: finest === 'min' }
}

const isSource = (text: string | null): text is CandleSource => text === 'imported' || text === 'simulated'

const decode = (bytes: ArrayBuffer) => {
  try {
    return decodeCandles(bytes)
  } catch (cause) {
    const issue = cause instanceof Error ? cause.message : String(cause)
    throw new ApiError({ kind: 'malformed', issues: [issue] }, { cause })
  }
}
