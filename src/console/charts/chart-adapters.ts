import { fromCallback, fromPromise, waitFor } from 'xstate'
import { getStoredSeries } from '../../contract/instruments/instruments.ts'
import { marketDayAt } from '../../domain/calendar/market-time.ts'
import { type Candles, emptyCandles } from '../../domain/charts/candle.ts'
import { lastImportedDay } from '../../domain/charts/chart-history.ts'
import { readLook } from '../../domain/charts/chart-look.ts'
import { spanBefore } from '../../domain/charts/chart-span.ts'
import { isInterval } from '../../domain/charts/interval.ts'
import { type ChartSlot, chartSlots } from '../../domain/charts/layout.ts'
import { parseInstrumentId } from '../../domain/instruments/instrument.ts'
import { type IstDate, toIstDate } from '../../domain/time.ts'
import type { EngineClient } from '../../engine/worker/client.ts'
import { type ChartSubject, chartMachine, emptyChart, type SeriesInput } from '../../machines/charts/chart.ts'
import { type ChartMemory, type ChartsEvent, chartsMachine } from '../../machines/charts/charts.ts'
import type { StoredSeries } from '../../machines/instruments/stored-series.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Platform } from '../../platform/platform.ts'
import { type KeptValues, type StorageKey, storageKeys } from '../../platform/storage.ts'
import { createWindowValues, type WindowValues } from '../../platform/window-values.ts'
import type { Actors } from '../actors.ts'
import { undoAll } from '../area.ts'
import { addressOfChart, chartAt, isChartPath } from './chart-address.ts'
import type { LoadOther } from './other-candles.ts'

interface ChartPorts {
  readonly actors: Pick<Actors, 'marketState' | 'navigation' | 'quoteSocket' | 'storedSeries'>
  readonly http: HttpClient
  readonly engine: Pick<EngineClient, 'technicals'>
  readonly storage: KeptValues
  readonly platform: Pick<Platform, 'watchVisibility'>
  readonly clock: { now(): number }
}

/** Neither reading candles nor the catalogue of indicators is part of what the sign-in loads. */
const readCandles = () => import('../read-candles.ts')
const chartLines = () => import('./chart-lines.ts')
const otherCandles = () => import('./other-candles.ts')

/** A chart that opens with the page waits no longer than this for the market's day. */
const MARKET_WAIT_MS = 3_000
/** The lines of a chart wait no longer for candles of another instrument. */
const OTHER_WAIT_MS = 300

const firstTime = ({ time }: Candles): number => time[0] ?? 0
const lastTime = ({ time }: Candles): number => time[time.length - 1] ?? 0

const symbolKeys = {
  first: storageKeys.firstMarketSymbol,
  second: storageKeys.secondMarketSymbol,
  third: storageKeys.thirdMarketSymbol,
  fourth: storageKeys.fourthMarketSymbol,
} as const

const keptChart = (slot: ChartSlot, kept: WindowValues): ChartSubject => {
  const { instrument, interval, history, indicators } = emptyChart(slot)
  const symbol = kept.read(symbolKeys[slot])
  const intervals = kept.readJson(storageKeys.chartIntervals) as Partial<Record<ChartSlot, string>> | null
  const keptInterval = intervals?.[slot] ?? kept.read(storageKeys.interval) ?? ''
  const lists = kept.readJson(storageKeys.chartIndicators)
  const list = (lists as Partial<Record<ChartSlot, unknown>> | null)?.[slot]
  const looks = kept.readJson(storageKeys.chartLooks) as Partial<Record<ChartSlot, unknown>> | null
  return {
    instrument: parseInstrumentId(symbol ?? '')?.id ?? instrument,
    interval: isInterval(keptInterval) ? keptInterval : interval,
    history,
    indicators: Array.isArray(list) ? list.filter((one) => typeof one === 'string') : indicators,
    look: readLook(looks?.[slot]),
  }
}

const keep = (
  { slot, instrument, interval, indicators, look }: Omit<ChartMemory, 'type'>,
  kept: WindowValues,
  write: WindowValues['write'] = kept.write,
): void => {
  write(symbolKeys[slot], instrument)
  if (slot === 'first') write(storageKeys.interval, interval)
  const writeOf = (key: StorageKey, value: unknown): void => {
    const both = kept.readJson(key)
    write(key, JSON.stringify({ ...(typeof both === 'object' ? both : {}), [slot]: value }))
  }
  writeOf(storageKeys.chartIntervals, interval)
  writeOf(storageKeys.chartIndicators, indicators)
  writeOf(storageKeys.chartLooks, look)
}

const later = (ms: number): Promise<null> => new Promise((done) => setTimeout(done, ms, null))

const provideChart = (
  { actors, http, engine, clock }: ChartPorts,
  redraw: () => void,
): typeof chartMachine => {
  let loadOther: LoadOther | null = null
  /** An always-open market sets its own day. */
  const today = async (): Promise<IstDate> => {
    const { context } = await waitFor(actors.marketState, (state) => state.context.market !== null, {
      timeout: MARKET_WAIT_MS,
    }).catch(() => actors.marketState.getSnapshot())
    return marketDayAt(context, clock.now())
  }
  const importedOf = async (
    { instrument }: SeriesInput,
    signal: AbortSignal,
  ): Promise<readonly StoredSeries[]> => {
    actors.storedSeries.send({ type: 'request.retry' })
    const isKnown = ({ context }: ReturnType<typeof actors.storedSeries.getSnapshot>): boolean =>
      context.output !== null || context.message !== null
    const stored = await waitFor(actors.storedSeries, isKnown, { signal })
    const { output, message } = stored.context
    if (output === null) throw new Error(message ?? getStoredSeries.failure)
    return output.filter(({ key }) => key === instrument)
  }
  return chartMachine.provide({
    actors: {
      loadCandles: fromPromise(async ({ input, signal }) => {
        const { fetchNewest, fetchImported } = await readCandles()
        if (input.history === 'market') return fetchNewest(input, await today(), http, signal)
        const lastDay = lastImportedDay(await importedOf(input, signal), input.interval)
        return fetchImported(input, lastDay, http, signal)
      }),
      loadNewer: fromPromise(async ({ input, signal }) => {
        // Imported history does not grow while it is on screen.
        if (input.history === 'imported') return emptyCandles(0)
        const { fetchSpan } = await readCandles()
        const from = toIstDate(lastTime(input.candles))
        const to = await today()
        const { candles } = await fetchSpan(input, { from, to: to < from ? from : to }, http, signal)
        return candles
      }),
      loadOlder: fromPromise(async ({ input, signal }) => {
        const { fetchSpan } = await readCandles()
        const span = spanBefore(input.interval, firstTime(input.candles))
        return (await fetchSpan(input, span, http, signal)).candles
      }),
      computeLines: fromPromise(async ({ input }) => {
        const [{ computeLines }, { createOtherCandles }] = await Promise.all([chartLines(), otherCandles()])
        loadOther ??= createOtherCandles(http)
        const load = loadOther
        const { interval, history, candles } = input
        return computeLines(input, engine, async (instrument) => {
          const found = load({ instrument, interval, history }, candles.time)
          const soon = await Promise.race([found, later(OTHER_WAIT_MS)])
          if (soon === null) found.then(redraw, redraw)
          return soon
        })
      }),
    },
  })
}

type Send = (event: ChartsEvent) => void

const followAddress = ({ actors, storage }: ChartPorts, send: Send): (() => void) => {
  const kept = createWindowValues(storage)
  let before = ''
  const look = (): void => {
    const { path } = actors.navigation.getSnapshot().context
    if (path === before) return
    before = path
    if (!isChartPath(path)) {
      send({ type: 'charts.toMarket' })
      return
    }
    const subject = { ...keptChart('first', kept), ...chartAt(path) }
    send({ type: 'charts.restore', slot: 'first', ...subject })
    keep({ slot: 'first', ...subject }, kept)
    before = addressOfChart(subject)
    if (before !== path) actors.navigation.send({ type: 'view.replace', path: before })
  }
  look()
  const subscription = actors.navigation.subscribe(look)
  return () => subscription.unsubscribe()
}

const followImports = ({ actors }: ChartPorts, send: Send): (() => void) => {
  let before = actors.storedSeries.getSnapshot().context.output
  const subscription = actors.storedSeries.subscribe(({ context: { output } }) => {
    if (before !== null && output !== null && output !== before) send({ type: 'charts.imported' })
    before = output
  })
  return () => subscription.unsubscribe()
}

/** A feed that reopens has missed candles. */
const followFeed = ({ actors }: ChartPorts, send: Send): (() => void) => {
  let wasOpen = true
  const subscription = actors.quoteSocket.subscribe((quotes) => {
    const isOpen = quotes.matches({ connected: 'open' })
    if (isOpen && !wasOpen) send({ type: 'charts.refresh' })
    wasOpen = isOpen
  })
  return () => subscription.unsubscribe()
}

export const provideCharts = (ports: ChartPorts): typeof chartsMachine => {
  const { actors, storage, platform } = ports
  const kept = createWindowValues(storage)
  let redraw = (): void => {}
  const chart = provideChart(ports, () => redraw())
  return chartsMachine.provide({
    actors: {
      first: chart,
      second: chart,
      third: chart,
      fourth: chart,
      outside: fromCallback<ChartMemory, undefined>(({ sendBack, receive }) => {
        receive((memory) => {
          keep(memory, kept)
          const { path } = actors.navigation.getSnapshot().context
          if (!isChartPath(path)) sendBack({ type: 'charts.toMarket' })
          if (memory.slot === 'first' && isChartPath(path))
            actors.navigation.send({ type: 'view.replace', path: addressOfChart(memory) })
        })
        for (const slot of chartSlots) {
          const subject = keptChart(slot, kept)
          sendBack({ type: 'charts.restore', slot, ...subject })
          keep({ slot, ...subject }, kept, kept.adopt)
        }
        redraw = () => sendBack({ type: 'charts.redraw' })
        let isFirst = true
        return undoAll([
          followAddress(ports, sendBack),
          followFeed(ports, sendBack),
          followImports(ports, sendBack),
          platform.watchVisibility({
            // The first call reports the present state, when nothing has been missed.
            shown: () => {
              if (!isFirst) sendBack({ type: 'charts.refresh' })
              isFirst = false
            },
            hidden: () => {
              isFirst = false
            },
          }),
        ])
      }),
    },
  })
}
