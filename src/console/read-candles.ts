import { ApiError, isRejectedAs } from '../contract/api-error.ts'
import type { QueryOf } from '../contract/call-types.ts'
import { decodeCandles } from '../contract/charts/candle-columns.ts'
import { getCandles, getCoverage } from '../contract/instruments/instruments.ts'
import { type CandleSource, emptyCandles } from '../domain/charts/candle.ts'
import { chartSpan, type DaySpan } from '../domain/charts/chart-span.ts'
import type { IstDate } from '../domain/time.ts'
import type { LoadedSeries, SeriesInput } from '../machines/charts/chart.ts'
import type { HttpClient, RawAnswer } from '../platform/http-client.ts'

/** Fewer than the server takes of a user in this time: a browser logs each refused call as an error. */
const PACE = { calls: 90, ms: 2_000 } as const

const begun = new WeakMap<object, number[]>()

const myTurn = async (http: object, signal: AbortSignal): Promise<void> => {
  const times = begun.get(http) ?? []
  begun.set(http, times)
  for (;;) {
    const now = performance.now()
    while (times[0] !== undefined && now - times[0] >= PACE.ms) times.shift()
    const [oldest] = times
    if (times.length < PACE.calls || oldest === undefined) {
      times.push(now)
      return
    }
    await new Promise((done) => setTimeout(done, oldest + PACE.ms - now))
    signal.throwIfAborted()
  }
}

const REFUSED_WAIT_MS = 1000
const REFUSED_TIMES_MAX = 60

/** A run reads more candles than the server gives a user in a second: refused beside other windows, it asks again. */
export const callForCandles = async (
  query: QueryOf<typeof getCandles>,
  http: Pick<HttpClient, 'callForBytes'>,
  signal: AbortSignal,
  waitMs = REFUSED_WAIT_MS,
): Promise<RawAnswer> => {
  for (let refused = 0; ; refused++) {
    await myTurn(http, signal)
    try {
      return await http.callForBytes(getCandles, { query, signal })
    } catch (error) {
      if (!isRejectedAs(error, 'TOO_MANY') || refused === REFUSED_TIMES_MAX) throw error
      await new Promise((done) => setTimeout(done, waitMs))
      signal.throwIfAborted()
    }
  }
}

const isSource = (text: string | null): text is CandleSource => text === 'imported' || text === 'simulated'

export const fetchSpan = async (
  { instrument, interval, history }: SeriesInput,
  { from, to }: DaySpan,
  http: HttpClient,
  signal: AbortSignal,
): Promise<LoadedSeries> => {
  const query = { key: instrument, interval, from, to, source: history }
  const { bytes, headers } = await callForCandles(query, http, signal)
  const said = headers.get('x-candle-source')
  if (!isSource(said))
    throw new ApiError({ kind: 'malformed', issues: [`getCandles answered source ${said}`] })
  try {
    return { candles: decodeCandles(bytes), source: said }
  } catch (cause) {
    const issue = cause instanceof Error ? cause.message : String(cause)
    throw new ApiError({ kind: 'malformed', issues: [issue] }, { cause })
  }
}

/** Falls back to the last stored candles for an instrument that a replay no longer has. */
export const fetchNewest = async (
  series: SeriesInput,
  today: IstDate,
  http: HttpClient,
  signal: AbortSignal,
): Promise<LoadedSeries> => {
  const span = chartSpan(series.interval, today)
  const loaded = await fetchSpan(series, span, http, signal)
  if (loaded.candles.time.length > 0) return loaded
  const query = { key: series.instrument, interval: series.interval, ...span, source: series.history }
  const { storedTo } = await http.call(getCoverage, { query, signal })
  if (storedTo === null) return loaded
  return fetchSpan(series, chartSpan(series.interval, storedTo as IstDate), http, signal)
}

export const fetchImported = async (
  series: SeriesInput,
  lastDay: string | null,
  http: HttpClient,
  signal: AbortSignal,
): Promise<LoadedSeries> =>
  lastDay === null
    ? { candles: emptyCandles(0), source: 'imported' }
    : fetchSpan(series, chartSpan(series.interval, lastDay as IstDate), http, signal)
