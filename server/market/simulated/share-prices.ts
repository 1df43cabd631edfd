import { type Calendar, createYearsCheck, sessionOn } from '../../../src/domain/calendar/calendar.ts'
import { dayNumberToIstDate } from '../../../src/domain/time.ts'
import { bridge, POINTS_PER_MINUTE } from './bridge.ts'
import type { Simulated } from './character.ts'
import { createDailyWalk, type DailyWalk } from './daily-walk.ts'
import { createFactors, SESSION } from './factors.ts'
import { createLruCache } from './lru-cache.ts'
import { type Layout, layoutOf } from './path-points.ts'
import { hashText } from './random.ts'
import type { Sessions } from './sessions.ts'

/** About 50 KB each. */
const WALKS_MAX = 512
/** 12 KB each. */
const PATHS_MAX = 600
const LAYOUTS_MAX = 32

const MARKET_ID = hashText('market')

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

export interface ShareKeeps {
  /** Paths of the market and of sectors; all shares of a sector use the same. */
  readonly pathsMax?: number | undefined
  readonly walksMax?: number | undefined
}

const none = new Float64Array(0)

const createCommonPaths = (seed: number, pathsMax: number) => {
  const paths = createLruCache<string, Float64Array>(pathsMax)
  return (id: number, session: number, minutes: number, end: number, sigma: number): Float64Array =>
    paths.get(`${id}|${session}|${minutes}`, () =>
      bridge({ seed, id, session, minutes, end, variance: (SESSION * sigma) ** 2 }),
    )
}

export const createSharePrices = ({
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
  const commonPath = createCommonPaths(seed, pathsMax)
  const layoutAt = createLayouts(sessions, calendar)

  const walkOf = (instrument: Simulated, session: number): DailyWalk => {
    const walk = walks.get(instrument.name, () => createDailyWalk(seed, instrument, factorsOf))
    return walk(Math.max(session, anchorSession) + 1)
  }

  const priceOf = (instrument: Simulated, walk: DailyWalk, log: number): number =>
    instrument.anchorPrice * Math.exp(log - (walk.close[anchorSession] ?? 0))

  const pricesAlong = (instrument: Simulated, walk: DailyWalk, session: number, minutes: number) => {
    const factors = factorsOf(session + 1)
    const { id, beta, gamma } = walk.character
    const { sector } = instrument
    const [intra, deviation] = [factors.intra[session] ?? 0, factors.sigma[session] ?? 0]
    const market = beta === 0 ? none : commonPath(MARKET_ID, session, minutes, intra, deviation)
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

  return { seed, sessions, walkOf, layoutAt, pricesOf, closeOf, factorsOf }
}

export type SharePrices = ReturnType<typeof createSharePrices>
