import { getCoverage } from '../../contract/instruments/instruments.ts'
import type { IntervalSummary } from '../../domain/analysis/interval-summary.ts'
import { exchangeCalendar } from '../../domain/calendar/calendar.ts'
import { sessionGroupOf } from '../../domain/calendar/session-group.ts'
import { type Candles, copyCandles, joinCandles } from '../../domain/charts/candle.ts'
import { summarySpan } from '../../domain/charts/chart-span.ts'
import { closedCandles } from '../../domain/charts/closed-candles.ts'
import type { Interval } from '../../domain/charts/interval.ts'
import { findSummarySkip } from '../../domain/charts/technical-summary.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { type IstDate, toIstDate } from '../../domain/time.ts'
import type { EngineClient } from '../../engine/worker/client.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import { fetchSpan } from '../read-candles.ts'

interface SummariseParts {
  readonly http: HttpClient
  readonly engine: Pick<EngineClient, 'summary'>
  /** Market time. */
  readonly now: () => number
}

interface Asked {
  readonly instrument: InstrumentId
  readonly interval: Interval
}

/** Keeps the candles of one instrument, and reads only what is new of them. */
export const createSummarise = ({ http, engine, now }: SummariseParts) => {
  let kept: { readonly instrument: InstrumentId; readonly series: Map<Interval, Candles> } | null = null

  const readCandles = async ({ instrument, interval }: Asked, today: IstDate, signal: AbortSignal) => {
    if (kept?.instrument !== instrument) kept = { instrument, series: new Map() }
    const { series } = kept
    const known = series.get(interval)
    const last = known?.time.at(-1)
    const span = last === undefined ? summarySpan(interval, today) : { from: toIstDate(last), to: today }
    const asked = { instrument, interval, history: 'market' } as const
    const { candles: read } = await fetchSpan(asked, span, http, signal)
    const candles = known === undefined ? read : joinCandles(known, read)
    series.set(interval, candles)
    return candles
  }

  /** Day up to which there are candles of an instrument that the market does not have; today where there are none. */
  const endOf = async ({ instrument, interval }: Asked, today: IstDate, signal: AbortSignal) => {
    const query = { key: instrument, interval, ...summarySpan(interval, today), source: 'market' } as const
    const { storedTo } = await http.call(getCoverage, { query, signal })
    return (storedTo as IstDate | null) ?? today
  }

  return async (asked: Asked, signal: AbortSignal): Promise<IntervalSummary> => {
    const { instrument, interval } = asked
    const today = toIstDate(now())
    const read = await readCandles(asked, today, signal)
    const to = read.time.length === 0 ? await endOf(asked, today, signal) : today
    const grid = { interval, calendar: exchangeCalendar, group: sessionGroupOf(instrument) }
    const candles = closedCandles(read, now(), grid)
    const rows = candles.time.length
    const skipped = { kind: 'skipped', candles: rows, to } as const
    const skip = findSummarySkip({ candles: rows, to, today })
    if (skip !== null) return { ...skipped, because: skip }
    const last = (column: Float64Array): number => column[rows - 1] ?? Number.NaN
    const candle = {
      at: last(candles.time),
      high: last(candles.high),
      low: last(candles.low),
      close: last(candles.close),
    }
    const hasVolume = candles.volume.some((volume) => volume > 0)
    const summary = await engine.summary({ give: 'summary', interval, to, today }, copyCandles(candles))
    return summary === null
      ? { ...skipped, because: 'tooFewCandles' }
      : { kind: 'summary', summary, candle, hasVolume, today }
  }
}

export type Summarise = ReturnType<typeof createSummarise>
