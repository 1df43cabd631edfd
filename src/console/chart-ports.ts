import { fromCallback, fromPromise, waitFor } from 'xstate'
import { ApiError } from '../contract/api-error.ts'
import { decodeCandles } from '../contract/candle-columns.ts'
import { getCandles, getCoverage } from '../contract/instruments.ts'
import type { CandleSource, Candles } from '../domain/candle.ts'
import { chartSpan, type DaySpan, spanBefore } from '../domain/chart-span.ts'
import { type InstrumentId, parseInstrumentId } from '../domain/instrument.ts'
import { type Interval, isInterval } from '../domain/interval.ts'
import { type IstDate, toIstDate } from '../domain/time.ts'
import type { EngineClient } from '../engine/client.ts'
import { type ChartSubject, chartMachine, emptyChart, type LoadedSeries } from '../machines/chart.ts'
import { type ChartMemory, type ChartsEvent, chartsMachine } from '../machines/charts.ts'
import type { ChartPlace } from '../machines/events.ts'
import { marketTimeAt } from '../machines/market-state.ts'
import type { HttpClient } from '../platform/http-client.ts'
import type { Platform } from '../platform/platform.ts'
import { type KeptValues, storageKeys } from '../platform/storage.ts'
import type { CoreActors } from './actors.ts'
import { addressOfChart, chartAt, isChartPath } from './chart-address.ts'
import { computeLines } from './chart-lines.ts'

interface ChartPorts {
  readonly core: Pick<CoreActors, 'marketState' | 'navigation' | 'quoteSocket'>
  readonly http: HttpClient
  readonly engine: Pick<EngineClient, 'technicals'>
  readonly storage: KeptValues
  readonly platform: Pick<Platform, 'watchVisibility'>
  readonly clock: { now(): number }
}

/** A chart that opens with the page does not wait longer for the market's own day. */
const MARKET_WAIT_MS = 3_000

interface Series {
  readonly instrument: InstrumentId
  readonly interval: Interval
  readonly source?: CandleSource
}

const isSource = (text: string | null): text is CandleSource => text === 'imported' || text === 'simulated'

const fetchSpan = async (
  { instrument, interval, source }: Series,
  { from, to }: DaySpan,
  http: HttpClient,
  signal: AbortSignal,
): Promise<LoadedSeries> => {
  const query = { key: instrument, interval, from, to, ...(source === undefined ? {} : { source }) }
  const { bytes, headers } = await http.callForBytes(getCandles, { query, signal })
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

/** The newest candles; of a stored series that ended earlier, its last ones. */
const fetchNewest = async (
  series: Series,
  today: IstDate,
  http: HttpClient,
  signal: AbortSignal,
): Promise<LoadedSeries> => {
  const span = chartSpan(series.interval, today)
  const loaded = await fetchSpan(series, span, http, signal)
  if (loaded.candles.time.length > 0) return loaded
  const query = { key: series.instrument, interval: series.interval, ...span }
  const { storedTo } = await http.call(getCoverage, { query, signal })
  if (storedTo === null) return loaded
  return fetchSpan(series, chartSpan(series.interval, storedTo as IstDate), http, signal)
}

const firstTime = ({ time }: Candles): number => time[0] ?? 0
const lastTime = ({ time }: Candles): number => time[time.length - 1] ?? 0

const symbolKeys = {
  first: storageKeys.firstMarketSymbol,
  second: storageKeys.secondMarketSymbol,
} as const

/** What was on a chart when it was last looked at. The interval is one for both. */
const keptChart = (place: ChartPlace, storage: KeptValues): ChartSubject => {
  const { instrument, interval, indicators } = emptyChart(place)
  const symbol = storage.read('browser', symbolKeys[place])
  const keptInterval = storage.read('browser', storageKeys.interval) ?? ''
  const lists = storage.readJson('browser', storageKeys.chartIndicators)
  const kept = (lists as Partial<Record<ChartPlace, unknown>> | null)?.[place]
  return {
    instrument: parseInstrumentId(symbol ?? '')?.id ?? instrument,
    interval: isInterval(keptInterval) ? keptInterval : interval,
    indicators: Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : indicators,
  }
}

const keep = ({ place, instrument, interval, indicators }: ChartMemory, storage: KeptValues): void => {
  storage.write('browser', symbolKeys[place], instrument)
  if (place === 'first') storage.write('browser', storageKeys.interval, interval)
  const lists = storage.readJson('browser', storageKeys.chartIndicators)
  storage.writeJson('browser', storageKeys.chartIndicators, {
    ...(typeof lists === 'object' ? lists : {}),
    [place]: indicators,
  })
}

const provideChart = ({ core, http, engine, clock }: ChartPorts): typeof chartMachine => {
  /** The day the market has, which a market that runs always sets for itself. */
  const today = async (): Promise<IstDate> => {
    const { context } = await waitFor(core.marketState, (state) => state.context.market !== null, {
      timeout: MARKET_WAIT_MS,
    }).catch(() => core.marketState.getSnapshot())
    const now = clock.now()
    return toIstDate(marketTimeAt(context, now) ?? now)
  }
  return chartMachine.provide({
    actors: {
      loadCandles: fromPromise(async ({ input, signal }) => fetchNewest(input, await today(), http, signal)),
      loadNewer: fromPromise(async ({ input, signal }) => {
        const from = toIstDate(lastTime(input.candles))
        const to = await today()
        const { candles } = await fetchSpan(input, { from, to: to < from ? from : to }, http, signal)
        return candles
      }),
      loadOlder: fromPromise(async ({ input, signal }) => {
        const span = spanBefore(input.interval, firstTime(input.candles))
        return (await fetchSpan(input, span, http, signal)).candles
      }),
      computeLines: fromPromise(({ input }) => computeLines(input, engine)),
    },
  })
}

type Send = (event: ChartsEvent) => void

/** A chart follows the address of its screen, and the address follows the chart. */
const followAddress = ({ core, storage }: ChartPorts, send: Send): (() => void) => {
  let before = ''
  const look = (): void => {
    const { path } = core.navigation.getSnapshot().context
    if (path === before) return
    before = path
    if (!isChartPath(path)) return
    const subject = { ...keptChart('first', storage), ...chartAt(path) }
    send({ type: 'charts.restore', place: 'first', ...subject })
    keep({ type: 'chart.keep', place: 'first', ...subject }, storage)
    // An address that leaves something out says it all from now on.
    before = addressOfChart(subject)
    if (before !== path) core.navigation.send({ type: 'view.replace', path: before })
  }
  look()
  const subscription = core.navigation.subscribe(look)
  return () => subscription.unsubscribe()
}

/** A feed that is there again has been away for a while. */
const followFeed = ({ core }: ChartPorts, send: Send): (() => void) => {
  let wasOpen = true
  const subscription = core.quoteSocket.subscribe((quotes) => {
    const isOpen = quotes.matches({ connected: 'open' })
    if (isOpen && !wasOpen) send({ type: 'charts.refresh' })
    wasOpen = isOpen
  })
  return () => subscription.unsubscribe()
}

export const provideCharts = (ports: ChartPorts): typeof chartsMachine => {
  const { core, storage, platform } = ports
  const chart = provideChart(ports)
  return chartsMachine.provide({
    actors: {
      first: chart,
      second: chart,
      outside: fromCallback<ChartMemory, undefined>(({ sendBack, receive }) => {
        receive((memory) => {
          keep(memory, storage)
          const { path } = core.navigation.getSnapshot().context
          if (memory.place === 'first' && isChartPath(path))
            core.navigation.send({ type: 'view.replace', path: addressOfChart(memory) })
        })
        for (const place of ['first', 'second'] as const)
          sendBack({ type: 'charts.restore', place, ...keptChart(place, storage) })
        let isFirst = true
        const undos = [
          followAddress(ports, sendBack),
          followFeed(ports, sendBack),
          platform.watchVisibility({
            // The present state is told at once, and nothing has been missed then.
            shown: () => {
              if (!isFirst) sendBack({ type: 'charts.refresh' })
              isFirst = false
            },
            hidden: () => {
              isFirst = false
            },
          }),
        ]
        return () => {
          for (const undo of undos) undo()
        }
      }),
    },
  })
}
