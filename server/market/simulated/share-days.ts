import { type Calendar, createYearsCheck, sessionOn } from '../../../src/domain/calendar/calendar.ts'
import { dayNumberToIstDate } from '../../../src/domain/time.ts'
import { bridge, POINTS_PER_MINUTE } from './bridge.ts'
import type { Simulated } from './character.ts'
import { createDailyWalk, type DailyWalk } from './daily-walk.ts'
import { createFactors, SESSION } from './factors.ts'
import { createLruCache } from './lru-cache.ts'
import { type Layout, layoutOf, roundToTicks, type SessionPath, shareVolume } from './path-points.ts'
import { hashText } from './random.ts'
import type { Sessions } from './sessions.ts'
import { spreadOfShare } from './spreads.ts'

/** About 50 KB each. */
const WALKS_MAX = 512
/** 12 KB each. */
const PATHS_MAX = 600
const LAYOUTS_MAX = 32

const MARKET_ID = hashText('market')

/** Dynamic limits of shares with derivatives, as a share of the previous close. */
const DYNAMIC_BAND = 0.1
/** Share of an ordinary day's volume at the best price. */
const DEPTH_SHARE = 1 / 6000

/** Rupees and units. */
export interface ShareRange {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export const tickPaiseOf = (tickSize: number): number => Math.max(1, Math.round(tickSize * 100))

const createLayouts = (sessions: Sessions, calendar: Calendar) => {
  const layouts = createLruCache<string, Layout>(LAYOUTS_MAX)
  const layoutOfSession: readonly Layout[][] = [[], []]
  const checkYears = createYearsCheck(calendar, () => {
    for (const kept of layoutOfSession) kept.length = 0
  })

  return (isAuctioned: boolean, session: number): Layout => {
    checkYears()
    const { windows } = sessions.sessionOf(session)
    const known = layoutOfSession[isAuctioned ? 1 : 0]?.[session]
    if (known !== undefined) return known
    const date = dayNumberToIstDate(sessions.dayOf(session))
    const traded = isAuctioned ? (sessionOn(date, 'auctioned', calendar)?.windows ?? windows) : windows
    const made = layouts.get(JSON.stringify([windows, traded]), () => layoutOf(windows, traded, isAuctioned))
    const kept = layoutOfSession[isAuctioned ? 1 : 0]
    if (kept) kept[session] = made
    return made
  }
}

/** Ticks; null without a band. */
const limitsOf = (band: number | null, before: number | null): readonly [number, number] | null =>
  band === null || before === null
    ? null
    : [Math.max(1, Math.ceil(before * (1 - band))), Math.floor(before * (1 + band))]

const rangeOfTicks = (ticks: Int32Array, tickPaise: number): Omit<ShareRange, 'volume'> => {
  const price = (of: number): number => (of * tickPaise) / 100
  return {
    open: price(ticks[0] ?? 0),
    high: price(ticks.reduce((most, here) => (here > most ? here : most), 0)),
    low: price(ticks.reduce((least, here) => (here < least ? here : least), ticks[0] ?? 0)),
    close: price(ticks.at(-1) ?? 0),
  }
}

const toTicks = (price: number, tickPaise: number): number =>
  Math.max(1, Math.round((price * 100) / tickPaise))

export const roundedToTick = (price: number, tickPaise: number): number =>
  (toTicks(price, tickPaise) * tickPaise) / 100

export interface ShareKeeps {
  /** Paths of the market and of sectors; all shares of a sector use the same. */
  readonly pathsMax?: number | undefined
  readonly walksMax?: number | undefined
}

const none = new Float64Array(0)

export const createShareDays = ({
  seed,
  calendar,
  sessions,
  anchorSession,
  keeps: { pathsMax = PATHS_MAX, walksMax = WALKS_MAX },
}: {
  readonly seed: number
  readonly calendar: Calendar
  readonly sessions: Sessions
  readonly anchorSession: number
  readonly keeps: ShareKeeps
}) => {
  const factorsOf = createFactors(seed)
  const walks = createLruCache<string, (count: number) => DailyWalk>(walksMax)
  const paths = createLruCache<string, Float64Array>(pathsMax)
  const layoutAt = createLayouts(sessions, calendar)

  const walkOf = (instrument: Simulated, session: number): DailyWalk => {
    const walk = walks.get(instrument.name, () => createDailyWalk(seed, instrument, factorsOf))
    return walk(Math.max(session, anchorSession) + 1)
  }

  const priceOf = (instrument: Simulated, walk: DailyWalk, log: number): number =>
    instrument.anchorPrice * Math.exp(log - (walk.close[anchorSession] ?? 0))

  const commonPath = (id: number, session: number, minutes: number, end: number, sigma: number) =>
    paths.get(`${id}|${session}|${minutes}`, () =>
      bridge({ seed, id, session, minutes, end, variance: (SESSION * sigma) ** 2 }),
    )

  const pricesAlong = (instrument: Simulated, walk: DailyWalk, session: number, minutes: number) => {
    const factors = factorsOf(session + 1)
    const { id, beta, gamma } = walk.character
    const { sector } = instrument
    const market =
      beta === 0
        ? none
        : commonPath(MARKET_ID, session, minutes, factors.intra[session] ?? 0, factors.sigma[session] ?? 0)
    const ofSector =
      gamma === 0 || sector === null
        ? none
        : commonPath(
            sector,
            session,
            minutes,
            factors.sectorIntra[sector]?.[session] ?? 0,
            factors.sectorSigma[session] ?? 0,
          )
    const sigma = walk.ownSigma[session] ?? 0
    const end = walk.ownIntra[session] ?? 0
    const own =
      sigma > 0
        ? bridge({ seed, id, session, minutes, end, variance: (SESSION * sigma) ** 2 })
        : new Float64Array(minutes * POINTS_PER_MINUTE + 1)
    const open = priceOf(instrument, walk, walk.open[session] ?? 0)
    for (let point = 0; point < own.length; point++) {
      const log = beta * (market[point] ?? 0) + gamma * (ofSector[point] ?? 0) + (own[point] ?? 0)
      own[point] = open * Math.exp(log)
    }
    return own
  }

  /** Rupees at every point of the path. */
  const pricesOf = (instrument: Simulated, session: number): Float64Array => {
    const { pathMinutes } = layoutAt(instrument.isAuctioned, session)
    return pricesAlong(instrument, walkOf(instrument, session), session, pathMinutes)
  }

  const closeOf = (instrument: Simulated, session: number): number => {
    const walk = walkOf(instrument, session)
    return priceOf(instrument, walk, walk.close[session] ?? 0)
  }

  const ticksOf = (instrument: Simulated, session: number) => {
    const prices = pricesOf(instrument, session)
    const tickPaise = tickPaiseOf(instrument.tickSize)
    const before = session === 0 ? null : toTicks(closeOf(instrument, session - 1), tickPaise)
    const limits = limitsOf(instrument.band, before)
    const layout = layoutAt(instrument.isAuctioned, session)
    const ticks = roundToTicks(layout, (point) => prices[point] ?? 0, tickPaise, limits)
    return { ticks, before, limits, tickPaise }
  }

  return {
    walkOf,
    layoutAt,
    pricesOf,
    closeOf,
    factorsOf,

    /** Rupees, rounded to ticks. */
    roundedPricesOf(instrument: Simulated, session: number): Float64Array {
      const prices = pricesOf(instrument, session)
      const tickPaise = tickPaiseOf(instrument.tickSize)
      for (let point = 0; point < prices.length; point++)
        prices[point] = roundedToTick(prices[point] ?? 0, tickPaise)
      return prices
    },

    /** The whole session's candle, without its minutes; equal to that of `pathOf`. */
    rangeOf(instrument: Simulated, session: number): ShareRange {
      const { ticks, tickPaise } = ticksOf(instrument, session)
      return { ...rangeOfTicks(ticks, tickPaise), volume: walkOf(instrument, session).volume[session] ?? 0 }
    },

    pathOf(instrument: Simulated, session: number): SessionPath {
      const walk = walkOf(instrument, session)
      const layout = layoutAt(instrument.isAuctioned, session)
      const { id } = walk.character
      const { ticks, before, limits, tickPaise } = ticksOf(instrument, session)
      const { band } = instrument
      const isIndex = instrument.kind !== 'share'
      const volume = isIndex ? 0 : (walk.volume[session] ?? 0)
      return {
        seed,
        id,
        day: sessions.dayOf(session),
        layout,
        ticks,
        volume: shareVolume({ seed, id, session }, layout, ticks, volume),
        tickPaise,
        lotSize: isIndex ? 0 : 1,
        previousClose: before ?? ticks[0] ?? 1,
        limits,
        dynamicBand: isIndex || band !== null ? null : DYNAMIC_BAND,
        spread: spreadOfShare(instrument),
        depth: Math.max(1, Math.round(walk.character.volume * DEPTH_SHARE)),
        isIndex,
        openInterest: [0, 0],
      }
    },
  }
}

export type ShareDays = ReturnType<typeof createShareDays>
