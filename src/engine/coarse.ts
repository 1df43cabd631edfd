import { type Candles, candlesFrom, emptyCandles } from '../domain/candle.ts'
import { type Interval, intervalMinutes } from '../domain/interval.ts'
import { istDayNumber, istMinuteOfDay, SESSION_CLOSE_MINUTE, SESSION_OPEN_MINUTE } from '../domain/time.ts'

export interface CoarseCandles {
  readonly candles: Candles
  /** For each row of the finer candles the row of the last coarse candle that had closed with it, or -1. */
  readonly closed: Float64Array
}

interface Session {
  readonly day: number
  readonly opens: number
  /** Infinite for an evening session, whose end nobody announces in the data. */
  readonly closes: number
}

const MINUTES_A_DAY = 1_440

const sessionOf = (day: number, firstMinute: number): Session =>
  firstMinute < SESSION_CLOSE_MINUTE
    ? { day, opens: SESSION_OPEN_MINUTE, closes: SESSION_CLOSE_MINUTE }
    : { day, opens: Math.floor(firstMinute / 15) * 15, closes: Number.POSITIVE_INFINITY }

/** Which coarse candle a moment belongs to, as a number that only rises. */
const candleNumber = (
  interval: Interval,
  minutes: number | null,
  session: Session,
  minute: number,
): number => {
  if (minutes !== null)
    return session.day * MINUTES_A_DAY + Math.max(0, Math.floor((minute - session.opens) / minutes))
  switch (interval) {
    case 'week':
      // 1970-01-01 was a Thursday; weeks begin on Monday.
      return Math.floor((session.day + 3) / 7)
    case 'month': {
      const date = new Date(session.day * MINUTES_A_DAY * 60_000)
      return date.getUTCFullYear() * 12 + date.getUTCMonth()
    }
    default:
      return session.day
  }
}

/**
 * Candles of a larger interval, anchored to 09:15 IST, and which of them is closed when each finer candle closes. A
 * candle within the day and that of a day close with the finer candle that reaches their end; otherwise, and always
 * for week and month, with the first candle that belongs to the next. Rows after the regular close belong to none.
 */
export const coarsen = (fine: Candles, interval: Interval, fineInterval: Interval): CoarseCandles => {
  const rows = fine.time.length
  const built = emptyCandles(rows)
  const closed = new Float64Array(rows)
  const minutes = intervalMinutes(interval)
  const fineMinutes = intervalMinutes(fineInterval) ?? 0
  let session: Session | null = null
  let current = -1
  let currentNumber = -1
  let currentEnds = Number.POSITIVE_INFINITY

  for (let row = 0; row < rows; row++) {
    const time = fine.time[row] ?? 0
    const day = istDayNumber(time)
    const minute = istMinuteOfDay(time)
    if (session === null || session.day !== day) session = sessionOf(day, minute)
    if (minute >= session.closes) {
      closed[row] = minutes === null && interval !== 'day' ? current - 1 : current
      continue
    }
    const number = candleNumber(interval, minutes, session, minute)
    if (number !== currentNumber) {
      current += 1
      currentNumber = number
      const place = number - day * MINUTES_A_DAY
      currentEnds = endOf(interval, minutes, session, place)
      built.time[current] = time
      built.open[current] = fine.open[row] ?? 0
      built.high[current] = Number.NEGATIVE_INFINITY
      built.low[current] = Number.POSITIVE_INFINITY
    }
    built.high[current] = Math.max(built.high[current] ?? 0, fine.high[row] ?? 0)
    built.low[current] = Math.min(built.low[current] ?? 0, fine.low[row] ?? 0)
    built.close[current] = fine.close[row] ?? 0
    built.volume[current] = (built.volume[current] ?? 0) + (fine.volume[row] ?? 0)
    built.openInterest[current] = fine.openInterest[row] ?? 0
    const ends = Math.min(minute + fineMinutes, session.closes)
    closed[row] = fineMinutes > 0 && ends >= currentEnds ? current : current - 1
  }

  const candles = candlesFrom((name) => built[name].subarray(0, current + 1))
  return { candles, closed }
}

/** The minute of the day at which a coarse candle is over, or infinite when only a later candle tells. */
const endOf = (interval: Interval, minutes: number | null, session: Session, place: number): number => {
  if (minutes !== null) return Math.min(session.opens + (place + 1) * minutes, session.closes)
  return interval === 'day' ? session.closes : Number.POSITIVE_INFINITY
}
