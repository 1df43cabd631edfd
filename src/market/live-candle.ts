import {
  type Calendar,
  exchangeCalendar,
  openMinuteOf,
  previousTradingDay,
  sessionOn,
} from '../domain/calendar/calendar.ts'
import { type Interval, isIntraday } from '../domain/charts/interval.ts'
import { candleStart } from '../domain/charts/resample.ts'
import { type InstrumentId, parseInstrumentId } from '../domain/instruments/instrument.ts'
import { DAY_MS, istMinuteOfDay, MINUTE_MS, toIstDate } from '../domain/time.ts'
import type { BookQuote, QuoteBook } from './quotes/quote-book.ts'

/** In the units of `Candles`. */
export interface LiveCandle {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export type CandleQuote = Pick<
  BookQuote,
  'timestamp' | 'lastPrice' | 'dayOpen' | 'open' | 'high' | 'low' | 'volume'
>

interface LiveCandleSettings {
  readonly instrument: InstrumentId
  readonly interval: Interval
  readonly last: LiveCandle | null
  readonly calendar?: Calendar
}

/** How far apart two consecutive weeks or months may start. */
const FOLLOWS_WITHIN_MS: Partial<Record<Interval, number>> = { week: 7 * DAY_MS, month: 31 * DAY_MS }

/** Null outside the session and before its open. A trade after the close belongs to its last minute. */
export const liveCandleStart = (
  at: number,
  { instrument, interval, calendar = exchangeCalendar }: Omit<LiveCandleSettings, 'last'>,
): number | null => {
  const segment = parseInstrumentId(instrument)?.segment ?? 'NSE'
  const isDerivative = segment !== 'INDICES' && segment !== 'NSE' && segment !== 'BSE'
  const session = sessionOn(toIstDate(at), isDerivative ? 'derivatives' : 'continuous', calendar)
  if (session === null) return null
  const minute = istMinuteOfDay(at)
  if (minute < session.openMinute) return null
  const late = Math.max(0, minute - (session.closeMinute - 1))
  return candleStart(at - late * MINUTE_MS, interval, (day) => openMinuteOf(day, calendar))
}

const isNextOf = (start: number, last: LiveCandle, { interval, calendar }: LiveCandleSettings): boolean => {
  const within = FOLLOWS_WITHIN_MS[interval]
  if (within !== undefined) return start - last.time <= within
  return toIstDate(last.time) >= previousTradingDay(toIstDate(start), calendar)
}

/** Returns null for a quote that is older, outside the session or not adjacent to the series. */
export const createLiveCandle = (
  settings: LiveCandleSettings,
): ((quote: CandleQuote) => LiveCandle | null) => {
  let candle = settings.last
  /** Volume of the day by the previous quote; null before the first. */
  let seen: { readonly day: string; readonly volume: number } | null = null

  const volumeSince = ({ timestamp, volume }: CandleQuote): number => {
    const day = toIstDate(timestamp)
    const before = seen
    seen = { day, volume }
    if (before === null) return 0
    return before.day === day ? Math.max(0, volume - before.volume) : volume
  }

  const begin = (time: number, quote: CandleQuote): LiveCandle => {
    const open = isIntraday(settings.interval) ? quote.open : quote.dayOpen
    const { lastPrice: close, high, low } = quote
    return {
      time,
      open,
      high: Math.max(open, high, close),
      low: Math.min(open, low, close),
      close,
      volume: 0,
    }
  }

  return (quote) => {
    const time = liveCandleStart(quote.timestamp, settings)
    if (time === null || !(quote.lastPrice > 0)) return null
    if (candle !== null && (time < candle.time || !isNextOf(time, candle, settings))) return null
    const traded = volumeSince(quote)
    const base = candle === null || time > candle.time ? begin(time, quote) : candle
    const next: LiveCandle = {
      time,
      open: base.open,
      high: Math.max(base.high, quote.high, quote.lastPrice),
      low: Math.min(base.low, quote.low > 0 ? quote.low : quote.lastPrice, quote.lastPrice),
      close: quote.lastPrice,
      volume: base.volume + traded,
    }
    candle = next
    return next
  }
}

/** Watching subscribes. Returns its unsubscribe. */
export const watchLiveCandle = (
  quotes: Pick<QuoteBook, 'watch' | 'quote'>,
  settings: LiveCandleSettings,
  tell: (candle: LiveCandle) => void,
): (() => void) => {
  const fold = createLiveCandle(settings)
  const take = (): void => {
    const quote = quotes.quote(settings.instrument)
    // Without live data the price may be hours old.
    if (quote === null || quote.freshness === 'noData') return
    const candle = fold(quote)
    if (candle !== null) tell(candle)
  }
  const unwatch = quotes.watch(settings.instrument, take)
  take()
  return unwatch
}
