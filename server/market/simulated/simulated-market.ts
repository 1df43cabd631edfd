import { type Calendar, openMinuteOf, sessionOn } from '../../../src/domain/calendar.ts'
import { type Candles, candleColumns, emptyCandles, sliceCandles } from '../../../src/domain/candle.ts'
import type { Interval } from '../../../src/domain/interval.ts'
import { type AnchorOf, candleStart, resample } from '../../../src/domain/resample.ts'
import {
  DAY_MS,
  dayNumberToIstDate,
  IST_OFFSET_MS,
  type IstDate,
  istDateToDayNumber,
  istDayNumber,
  MINUTE_MS,
  startOfIstDate,
} from '../../../src/domain/time.ts'
import { createTurns } from '../turns.ts'
import { bridge } from './bridge.ts'
import type { Simulated } from './character.ts'
import { createDailyWalk, createVolatilityWalk, type DailyWalk } from './daily-walk.ts'
import { createFactors, SESSION } from './factors.ts'
import { hashText } from './random.ts'
import { createRecent } from './recent.ts'
import { minutesOf, roundToTick, toMinutes } from './session-minutes.ts'
import { createSessions } from './sessions.ts'

/** The day at whose close every instrument stands at its anchor price. */
export const ANCHOR_DATE = '2026-11-20' as IstDate

/** Walks kept, about 50 KB each. */
const WALKS_MAX = 512
/** Common paths of a session kept, 12 KB each. */
const PATHS_MAX = 1500
/** Instruments whose finished daily candles are kept, about 100 KB each. */
const DAYS_MAX = 128

const MARKET_ID = hashText('market')

export interface DayCandle {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Prices as a pure function of seed, instrument and time; what is kept is kept only to be quick. */
export const createSimulatedMarket = ({ seed, calendar }: { seed: number; calendar: Calendar }) => {
  const sessions = createSessions(calendar)
  const factorsOf = createFactors(seed)
  const walks = createRecent<string, (count: number) => DailyWalk>(WALKS_MAX)
  const paths = createRecent<string, Float64Array>(PATHS_MAX)
  const finishedDays = createRecent<string, Map<number, DayCandle>>(DAYS_MAX)
  const anchorSession = sessions.lastUntil(istDateToDayNumber(ANCHOR_DATE))

  const walkOf = (instrument: Simulated, session: number): DailyWalk => {
    const key = `${instrument.name}|${instrument.kind}`
    const walk = walks.get(key, () =>
      instrument.kind === 'volatility'
        ? createVolatilityWalk(seed, instrument, factorsOf)
        : createDailyWalk(seed, instrument, factorsOf),
    )
    return walk(Math.max(session, anchorSession) + 1)
  }

  const priceOf = (instrument: Simulated, walk: DailyWalk, log: number): number =>
    instrument.anchorPrice * Math.exp(log - (walk.close[anchorSession] ?? 0))

  const commonPath = (id: number, session: number, minutes: number, end: number, sigma: number) =>
    paths.get(`${id}|${session}|${minutes}`, () =>
      bridge({ seed, id, session, minutes, end, variance: (SESSION * sigma) ** 2 }),
    )

  /** The path of a session, relative to its open. */
  const pathOf = (instrument: Simulated, walk: DailyWalk, session: number, minutes: number): Float64Array => {
    const factors = factorsOf(session + 1)
    const { id, beta, gamma } = walk.character
    const sum = new Float64Array(minutes * 4 + 1)
    const add = (path: Float64Array, share: number): void => {
      for (let point = 0; point < sum.length; point++)
        sum[point] = (sum[point] ?? 0) + share * (path[point] ?? 0)
    }
    if (beta !== 0) {
      const end = factors.intra[session] ?? 0
      add(commonPath(MARKET_ID, session, minutes, end, factors.sigma[session] ?? 0), beta)
    }
    if (gamma !== 0 && instrument.sector !== null) {
      const end = factors.sectorIntra[instrument.sector]?.[session] ?? 0
      const sigma = factors.sectorSigma[session] ?? 0
      add(commonPath(instrument.sector, session, minutes, end, sigma), gamma)
    }
    const sigma = walk.ownSigma[session] ?? 0
    if (sigma > 0) {
      const end = walk.ownIntra[session] ?? 0
      add(bridge({ seed, id, session, minutes, end, variance: (SESSION * sigma) ** 2 }), 1)
    }
    return sum
  }

  const windowsOf = (instrument: Simulated, session: number) => {
    const pathWindows = sessions.sessionOf(session).windows
    if (!instrument.isAuctioned) return { pathWindows, tradedWindows: pathWindows }
    const date = dayNumberToIstDate(sessions.dayOf(session))
    return { pathWindows, tradedWindows: sessionOn(date, 'auctioned', calendar)?.windows ?? pathWindows }
  }

  const minutesOfSession = (instrument: Simulated, session: number, now: number): Candles => {
    const walk = walkOf(instrument, session)
    const windows = windowsOf(instrument, session)
    const before = session === 0 ? null : priceOf(instrument, walk, walk.close[session - 1] ?? 0)
    const { band } = instrument
    return toMinutes(
      {
        seed,
        id: walk.character.id,
        session,
        day: sessions.dayOf(session),
        ...windows,
        openPrice: priceOf(instrument, walk, walk.open[session] ?? 0),
        path: pathOf(instrument, walk, session, minutesOf(windows.pathWindows).length),
        tickSize: instrument.tickSize,
        limits: band === null || before === null ? null : [before * (1 - band), before * (1 + band)],
        volume: walk.volume[session] ?? 0,
        isAuctioned: instrument.isAuctioned,
      },
      now,
    )
  }

  const dayCandle = (instrument: Simulated, session: number, now: number): DayCandle | null => {
    const known = finishedDays.get(instrument.name, () => new Map())
    const kept = known.get(session)
    if (kept) return kept
    const minutes = minutesOfSession(instrument, session, now)
    const folded = resample(minutes, 'day')
    if (folded.time.length === 0) return null
    const candle: DayCandle = {
      open: folded.open[0] ?? Number.NaN,
      high: folded.high[0] ?? Number.NaN,
      low: folded.low[0] ?? Number.NaN,
      close: folded.close[0] ?? Number.NaN,
      volume: folded.volume[0] ?? Number.NaN,
    }
    const day = sessions.dayOf(session)
    const closesAt = day * DAY_MS - IST_OFFSET_MS + sessions.sessionOf(session).closeMinute * MINUTE_MS
    if (closesAt <= now) known.set(session, candle)
    return candle
  }

  const anchorOf: AnchorOf = (day) => openMinuteOf(day, calendar)

  /** The sessions of a span of IST days that have begun by `now`. */
  const sessionsOf = ({ from, to, now }: SimulatedSpan): { first: number; last: number } => ({
    first: sessions.countBefore(istDateToDayNumber(from)),
    last: sessions.lastUntil(Math.min(istDateToDayNumber(to), istDayNumber(now))),
  })

  /** Candles of the days of a span, up to `now`. */
  const readCandles = async (
    instrument: Simulated,
    interval: Interval,
    span: SimulatedSpan,
  ): Promise<Candles> => {
    const { first, last } = sessionsOf(span)
    const breathe = createTurns()
    if (interval === 'day' || interval === 'week' || interval === 'month') {
      const days = emptyCandles(Math.max(0, last - first + 1))
      let row = 0
      for (let session = first; session <= last; session++) {
        const candle = dayCandle(instrument, session, span.now)
        if (candle === null) continue
        days.time[row] = sessions.dayOf(session) * DAY_MS - IST_OFFSET_MS
        days.open[row] = candle.open
        days.high[row] = candle.high
        days.low[row] = candle.low
        days.close[row] = candle.close
        days.volume[row] = candle.volume
        row++
        await breathe()
      }
      const read = sliceCandles(days, 0, row)
      return interval === 'day' ? read : resample(read, interval)
    }
    const parts: Candles[] = []
    for (let session = first; session <= last; session++) {
      const minutes = minutesOfSession(instrument, session, span.now)
      parts.push(interval === 'min' ? minutes : resample(minutes, interval, anchorOf))
      await breathe()
    }
    return joinCandles(parts)
  }

  return {
    readCandles,

    /**
     * How many candles that begin inside the span `readCandles` answers, and the days of the first and last, without
     * making them.
     */
    countCandles(instrument: Simulated, interval: Interval, span: SimulatedSpan) {
      const { first, last } = sessionsOf(span)
      const begin = startOfIstDate(span.from)
      const starts = new Set<number>()
      let rows = 0
      let firstDay: number | null = null
      let lastDay: number | null = null
      for (let session = first; session <= last; session++) {
        const day = sessions.dayOf(session)
        const midnight = day * DAY_MS - IST_OFFSET_MS
        const isLong = interval === 'day' || interval === 'week' || interval === 'month'
        if (!isLong) starts.clear()
        const before = starts.size
        for (const minute of minutesOf(windowsOf(instrument, session).tradedWindows)) {
          const at = midnight + minute * MINUTE_MS
          if (at > span.now) break
          const start = candleStart(at, interval, anchorOf)
          if (start >= begin) {
            starts.add(start)
            firstDay ??= istDayNumber(start)
            lastDay = istDayNumber(start)
          }
          if (isLong) break
        }
        rows += starts.size - before
      }
      return { rows, firstDay, lastDay }
    },

    /** Prices of the session in progress or the last one: its minutes so far and the close before it. */
    readLatest(instrument: Simulated, now: number): { minutes: Candles; closePrice: number } | null {
      let session = sessions.lastUntil(istDayNumber(now))
      let minutes = session < 0 ? null : minutesOfSession(instrument, session, now)
      if (minutes?.time.length === 0) {
        session--
        minutes = session < 0 ? null : minutesOfSession(instrument, session, now)
      }
      if (minutes === null) return null
      const before = session === 0 ? null : dayCandle(instrument, session - 1, now)
      return { minutes, closePrice: before?.close ?? minutes.open[0] ?? Number.NaN }
    },

    /** Lowest, highest and last close of the sessions from one day to another; the walk alone, so it is quick. */
    closesOf(instrument: Simulated, from: IstDate, to: IstDate): { low: number; high: number; last: number } {
      const last = Math.max(0, sessions.lastUntil(istDateToDayNumber(to)))
      const first = Math.min(last, sessions.countBefore(istDateToDayNumber(from)))
      const walk = walkOf(instrument, last)
      const logs = walk.close.slice(first, last + 1)
      const price = (log: number): number => roundToTick(priceOf(instrument, walk, log), instrument.tickSize)
      return {
        low: price(Math.min(...logs)),
        high: price(Math.max(...logs)),
        last: price(walk.close[last] ?? 0),
      }
    },
  }
}

export interface SimulatedSpan {
  /** First and last IST day, both included. */
  readonly from: IstDate
  readonly to: IstDate
  /** Milliseconds since the epoch; nothing later is shown. */
  readonly now: number
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
