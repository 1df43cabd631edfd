import { type Calendar, exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { builtInYears } from '../../../src/domain/calendar/holidays/calendar-in-force.ts'
import { type IstDate, istDateToDayNumber } from '../../../src/domain/time.ts'
import { characterOf, type Simulated } from './character.ts'
import type { ExpiryDay } from './contract-days.ts'
import type { DayRange } from './index-levels.ts'
import { createMarketDays, type MarketDays } from './market-days.ts'
import type { Layout, SessionPath } from './path-points.ts'
import { createSessions } from './sessions.ts'
import { createShareDays, type ShareRange } from './share-days.ts'
import { createSharePrices, type ShareKeeps } from './share-prices.ts'
import { createBend } from './shocks/bend-prices.ts'
import { createShocksCheck, createShocksInForce, type ShocksInForce } from './shocks/shocks-in-force.ts'
import { isContract, type Subject } from './subject.ts'
import type { UnderlyingDay } from './underlying-days.ts'

/** At its close every share is at its anchor price. */
export const ANCHOR_DATE = '2026-11-20' as IstDate

export interface SimulatedParts extends ShareKeeps {
  readonly seed: number
  readonly calendar: Calendar
  readonly shocks?: ShocksInForce | undefined
  /** Sessions in progress that are kept; some 15 KB each. */
  readonly sessionsMax?: number | undefined
  /** Instruments whose finished days are kept; about 100 KB each. */
  readonly daysMax?: number | undefined
}

/** Moving a holiday must not move the prices of all days before it. */
const withBuiltInYears = (calendar: Calendar): Calendar =>
  calendar === exchangeCalendar ? { ...calendar, years: builtInYears.years } : calendar

/** A pure function of seed, calendar, shocks and instrument. */
export const createSimulatedDays = ({
  seed,
  calendar,
  shocks = createShocksInForce(),
  ...keeps
}: SimulatedParts) => {
  const sessions = createSessions(calendar)
  const builtIn = withBuiltInYears(calendar)
  const anchorSession = createSessions(builtIn).lastUntil(istDateToDayNumber(ANCHOR_DATE))
  const prices = createSharePrices({ seed, calendar, sessions, anchorSession, keeps })
  const parts = { seed, calendar, sessions }
  const plain = createMarketDays({ ...parts, shares: createShareDays(prices, null) })
  const { underlyings, contracts } = plain

  let shocked: MarketDays | null = null
  const checkShocks = createShocksCheck(shocks, () => {
    shocked = null
  })
  const hasShocks = (session: number): boolean => shocks.onDay(sessions.dayOf(session)).length > 0
  const shockedDays = (): MarketDays => {
    checkShocks()
    shocked ??= createMarketDays({ ...parts, shares: createShareDays(prices, createBend(shocks, sessions)) })
    return shocked
  }
  const daysOf = (session: number): MarketDays => (hasShocks(session) ? shockedDays() : plain)

  return {
    sessions,
    calendar,
    seed,
    shocks,
    closeOf: plain.closeOf,
    roundedClose: plain.roundedClose,
    rangeOf: (index: Simulated, session: number): DayRange => daysOf(session).rangeOf(index, session),
    shareRangeOf: (share: Simulated, session: number): ShareRange =>
      daysOf(session).shareRangeOf(share, session),
    membersOf: plain.membersOf,
    underlyings: {
      ...underlyings,
      dayOf: (underlying: Simulated, session: number): UnderlyingDay =>
        daysOf(session).underlyings.dayOf(underlying, session),
    },
    expiryDayOf: (underlying: Simulated, expiry: IstDate, session: number): ExpiryDay =>
      daysOf(session).contracts.expiryDayOf(underlying, expiry, session),
    anchorSession,

    layoutOf(subject: Subject, session: number): Layout {
      return isContract(subject)
        ? underlyings.layoutAt(session)
        : prices.layoutAt(subject.isAuctioned, session)
    },

    /** Volumes are those without shocks, as they are shared out by the prices of the whole session. */
    pathOf(subject: Subject, session: number): SessionPath | null {
      const path = plain.pathOf(subject, session)
      if (path === null || !hasShocks(session)) return path
      const bent = shockedDays().pathOf(subject, session)
      return bent && { ...bent, volume: path.volume }
    },

    isListed: (subject: Subject, session: number): boolean =>
      !isContract(subject) || contracts.isListed(subject, session),

    /** Units. */
    dayVolumeOf: (subject: Subject, session: number): number =>
      isContract(subject)
        ? contracts.dayVolumeOf(subject, session)
        : subject.kind === 'share'
          ? characterOf(seed, subject).volume
          : 0,
  }
}

export type SimulatedDays = ReturnType<typeof createSimulatedDays>
