import { type Calendar, createYearsCheck, openMinuteOf } from '../../../src/domain/calendar/calendar.ts'
import { type Candles, candleColumns, emptyCandles, sliceCandles } from '../../../src/domain/charts/candle.ts'
import type { Interval } from '../../../src/domain/charts/interval.ts'
import { type AnchorOf, candleStart, resample } from '../../../src/domain/charts/resample.ts'
import {
  DAY_MS,
  IST_OFFSET_MS,
  type IstDate,
  istDateToDayNumber,
  istDayNumber,
  MINUTE_MS,
  startOfIstDate,
} from '../../../src/domain/time.ts'
import { createEventLoopYield } from '../yield-to-event-loop.ts'
import type { Simulated } from './character.ts'
import { hasMembers, INDEX_TICKS_PER_POINT } from './index-levels.ts'
import { createLruCache } from './lru-cache.ts'
import { beginOf, midnightOf, rowsUntil, toMinutes } from './minutes.ts'
import type { SessionPath } from './path-points.ts'
import { createShocksCheck } from './shocks/shocks-in-force.ts'
import { createSimulatedDays, type SimulatedDays, type SimulatedParts } from './simulated-days.ts'
import type { Subject } from './subject.ts'

const DAYS_MAX = 128
/** The session in progress is read again with every candle that closes. */
const SESSIONS_MAX = 400

export interface DayCandle {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  readonly openInterest: number
}

const isLongInterval = (interval: Interval): boolean =>
  interval === 'day' || interval === 'week' || interval === 'month'

const createMinutes = (days: SimulatedDays, calendar: Calendar, sessionsMax: number) => {
  const current = createLruCache<string, SessionPath | null>(sessionsMax)
  const checkYears = createYearsCheck(calendar, current.clear)
  const checkShocks = createShocksCheck(days.shocks, current.clear)

  const pathOf = (subject: Subject, session: number, now: number): SessionPath | null => {
    checkYears()
    checkShocks()
    return days.sessions.dayOf(session) === istDayNumber(now)
      ? current.get(`${subject.name}|${session}`, () => days.pathOf(subject, session))
      : days.pathOf(subject, session)
  }

  return (subject: Subject, session: number, now: number): Candles => {
    const path = pathOf(subject, session, now)
    return path === null ? emptyCandles(0) : toMinutes(path, now)
  }
}

const dayOf = (minutes: Candles): DayCandle | null => {
  const folded = resample(minutes, 'day')
  if (folded.time.length === 0) return null
  const first = (name: keyof Candles): number => folded[name][0] ?? Number.NaN
  return {
    open: first('open'),
    high: first('high'),
    low: first('low'),
    close: first('close'),
    volume: first('volume'),
    openInterest: first('openInterest'),
  }
}

const levelDay = ({ open, high, low, close }: ReturnType<SimulatedDays['rangeOf']>): DayCandle => {
  const level = (ticks: number): number => (ticks * (100 / INDEX_TICKS_PER_POINT)) / 100
  return {
    open: level(open),
    high: level(high),
    low: level(low),
    close: level(close),
    volume: 0,
    openInterest: 0,
  }
}

const createFinishedDays = (days: SimulatedDays, calendar: Calendar, daysMax: number) => {
  const finished = createLruCache<string, Map<number, DayCandle>>(daysMax)
  const checkYears = createYearsCheck(calendar, finished.clear)
  const checkShocks = createShocksCheck(days.shocks, (isChanged) => {
    for (const known of finished.values())
      for (const session of known.keys()) if (isChanged(days.sessions.dayOf(session))) known.delete(session)
  })
  return (subject: Subject): Map<number, DayCandle> => {
    checkYears()
    checkShocks()
    return finished.get(subject.name, () => new Map())
  }
}

export const createSimulatedMarket = ({
  seed,
  calendar,
  sessionsMax = SESSIONS_MAX,
  daysMax = DAYS_MAX,
  ...keeps
}: SimulatedParts) => {
  const days = createSimulatedDays({ seed, calendar, ...keeps })
  const { sessions } = days
  const finishedDaysOf = createFinishedDays(days, calendar, daysMax)
  const minutesOfSession = createMinutes(days, calendar, sessionsMax)

  const isOver = (subject: Subject, session: number, now: number): boolean => {
    const { starts } = days.layoutOf(subject, session)
    return midnightOf(sessions.dayOf(session)) + ((starts.at(-1) ?? 0) + 1) * MINUTE_MS <= now
  }

  const makeDay = (subject: Subject, session: number, now: number): DayCandle | null =>
    dayOf(minutesOfSession(subject, session, now))

  const finishedDay = (subject: Subject, session: number, now: number): DayCandle | null => {
    if (subject.kind === 'index' && hasMembers(subject)) return levelDay(days.rangeOf(subject, session))
    if (subject.kind === 'share' && session >= 0)
      return { ...days.shareRangeOf(subject, session), openInterest: 0 }
    return makeDay(subject, session, now)
  }

  const dayCandle = (subject: Subject, session: number, now: number): DayCandle | null => {
    const isFinished = isOver(subject, session, now)
    const known = finishedDaysOf(subject)
    const kept = known.get(session)
    // A candle cached at a later moment would show the future.
    if (kept && isFinished) return kept
    const candle = isFinished ? finishedDay(subject, session, now) : makeDay(subject, session, now)
    if (candle !== null && isFinished) known.set(session, candle)
    return candle
  }

  const anchorOf: AnchorOf = (day) => openMinuteOf(day, calendar)

  const sessionsOf = ({ from, to, now }: SimulatedSpan): { first: number; last: number } => ({
    first: sessions.countBefore(istDateToDayNumber(from)),
    last: sessions.lastUntil(Math.min(istDateToDayNumber(to), istDayNumber(now))),
  })

  const readDays = async (subject: Subject, span: SimulatedSpan): Promise<Candles> => {
    const { first, last } = sessionsOf(span)
    const breathe = createEventLoopYield(span.signal)
    const read = emptyCandles(Math.max(0, last - first + 1))
    let row = 0
    for (let session = first; session <= last; session++) {
      const candle = days.isListed(subject, session) ? dayCandle(subject, session, span.now) : null
      if (candle === null) continue
      read.time[row] = sessions.dayOf(session) * DAY_MS - IST_OFFSET_MS
      read.open[row] = candle.open
      read.high[row] = candle.high
      read.low[row] = candle.low
      read.close[row] = candle.close
      read.volume[row] = candle.volume
      read.openInterest[row] = candle.openInterest
      row++
      await breathe()
    }
    return sliceCandles(read, 0, row)
  }

  return {
    days,

    async readCandles(subject: Subject, interval: Interval, span: SimulatedSpan): Promise<Candles> {
      if (isLongInterval(interval)) {
        const read = await readDays(subject, span)
        return interval === 'day' ? read : resample(read, interval)
      }
      const { first, last } = sessionsOf(span)
      const breathe = createEventLoopYield(span.signal)
      const parts: Candles[] = []
      for (let session = first; session <= last; session++) {
        const minutes = minutesOfSession(subject, session, span.now)
        parts.push(interval === 'min' ? minutes : resample(minutes, interval, anchorOf))
        await breathe()
      }
      return joinCandles(parts)
    },

    countCandles(subject: Subject, interval: Interval, span: SimulatedSpan) {
      const { first, last } = sessionsOf(span)
      const begin = startOfIstDate(span.from)
      const starts = new Set<number>()
      let rows = 0
      let firstDay: number | null = null
      let lastDay: number | null = null
      for (let session = first; session <= last; session++) {
        if (!days.isListed(subject, session)) continue
        const day = sessions.dayOf(session)
        const midnight = midnightOf(day)
        const isLong = isLongInterval(interval)
        if (!isLong) starts.clear()
        const before = starts.size
        const layout = days.layoutOf(subject, session)
        const begun = isLong
          ? Math.min(1, rowsUntil(layout, day, span.now))
          : rowsUntil(layout, day, span.now)
        for (let row = 0; row < begun; row++) {
          const start = candleStart(midnight + (layout.starts[row] ?? 0) * MINUTE_MS, interval, anchorOf)
          if (start >= begin) {
            starts.add(start)
            firstDay ??= istDayNumber(start)
            lastDay = istDayNumber(start)
          }
        }
        rows += starts.size - before
      }
      return { rows, firstDay, lastDay }
    },

    readLatest(subject: Subject, now: number): { minutes: Candles; closePrice: number } | null {
      const today = sessions.lastUntil(istDayNumber(now))
      if (today < 0) return null
      const hasBegun = beginOf(days.layoutOf(subject, today), sessions.dayOf(today), 0) <= now
      const path = days.pathOf(subject, hasBegun ? today : today - 1)
      if (path === null) return null
      const minutes = toMinutes(path, now)
      return { minutes, closePrice: (path.previousClose * path.tickPaise) / 100 }
    },

    /** From the daily walk alone, so it is fast. */
    closesOf(subject: Simulated, from: IstDate, to: IstDate): { low: number; high: number; last: number } {
      const last = Math.max(0, sessions.lastUntil(istDateToDayNumber(to)))
      const first = Math.min(last, sessions.countBefore(istDateToDayNumber(from)))
      let low = Number.POSITIVE_INFINITY
      let high = 0
      let price = 0
      for (let session = first; session <= last; session++) {
        price = days.roundedClose(subject, session)
        if (price < low) low = price
        if (price > high) high = price
      }
      return { low, high, last: price }
    },
  }
}

export interface SimulatedSpan {
  /** IST days, both included. */
  readonly from: IstDate
  readonly to: IstDate
  /** Epoch milliseconds; nothing later is shown. */
  readonly now: number
  readonly signal?: AbortSignal
}

export type SimulatedMarket = ReturnType<typeof createSimulatedMarket>

const joinCandles = (parts: readonly Candles[]): Candles => {
  const joined = emptyCandles(parts.reduce((rows, part) => rows + part.time.length, 0))
  let at = 0
  for (const part of parts) {
    for (const name of candleColumns) joined[name].set(part[name], at)
    at += part.time.length
  }
  return joined
}
