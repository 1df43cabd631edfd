import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { SESSIONS_A_YEAR } from '../../../src/domain/options/trading-time.ts'
import { findSimulated } from '../master/universe.ts'
import type { Simulated } from './character.ts'
import { createContractDays } from './contract-days.ts'
import { createIndexLevels, hasMembers, INDEX_TICKS_PER_POINT, type IndexLevels } from './index-levels.ts'
import { roundToTicks, type SessionPath } from './path-points.ts'
import { hashText } from './random.ts'
import type { Sessions } from './sessions.ts'
import { roundedToTick, type ShareDays, tickPaiseOf } from './share-days.ts'
import { isContract, type Subject } from './subject.ts'
import { createUnderlyingDays, type UnderlyingDay, type UnderlyingDays } from './underlying-days.ts'

const INDEX_TICK_PAISE = 5
const VOLATILITY_INDEX_TICK_PAISE = 1
const VOLATILITY_YEARS = 30 / 365
const VOLATILITY_SESSIONS = VOLATILITY_YEARS * SESSIONS_A_YEAR

export interface MarketDaysParts {
  readonly seed: number
  readonly calendar: Calendar
  readonly sessions: Sessions
  readonly shares: ShareDays
}

interface IndexPathParts extends Pick<MarketDaysParts, 'seed' | 'sessions' | 'shares'> {
  readonly underlyings: UnderlyingDays
  readonly levels: IndexLevels
  readonly closeOf: (subject: Simulated, session: number) => number
}

const createIndexPaths = ({ seed, sessions, shares, underlyings, levels, closeOf }: IndexPathParts) => {
  const indexPath = (index: Simulated, session: number, ticks: Int32Array, before: number): SessionPath => ({
    seed,
    id: hashText(index.name),
    day: sessions.dayOf(session),
    layout: shares.layoutAt(false, session),
    ticks,
    volume: new Float64Array(shares.layoutAt(false, session).starts.length),
    tickPaise: index.kind === 'volatility' ? VOLATILITY_INDEX_TICK_PAISE : INDEX_TICK_PAISE,
    lotSize: 0,
    previousClose: before,
    limits: null,
    dynamicBand: null,
    spread: { kind: 'share', share: 0 },
    depth: 0,
    isIndex: true,
    openInterest: [0, 0],
  })

  const memberIndexPath = (index: Simulated, session: number): SessionPath => {
    const ticks = levels.publishedOf(index, session)
    const before = session === 0 ? null : Math.round(closeOf(index, session - 1) * INDEX_TICKS_PER_POINT)
    return indexPath(index, session, ticks, before ?? ticks[0] ?? 1)
  }

  const nifty = findSimulated('INDICES_NIFTY 50' as Parameters<typeof findSimulated>[0])

  /** At-the-money 30-day volatility of NIFTY options, in percent. */
  const volatilityPath = (index: Simulated, session: number): SessionPath => {
    if (nifty === null) throw new RangeError('NIFTY 50 is not listed')
    const percentAt = ({ moneyVariance, sessionLeft }: UnderlyingDay, point: number): number =>
      100 *
      Math.sqrt(moneyVariance(point, VOLATILITY_SESSIONS - (sessionLeft[point] ?? 0)) / VOLATILITY_YEARS)
    const layout = shares.layoutAt(false, session)
    const today = underlyings.dayOf(nifty, session)
    const ticks = roundToTicks(layout, (point) => percentAt(today, point), VOLATILITY_INDEX_TICK_PAISE, null)
    const last = layout.points.at(-1) ?? 0
    const before = session === 0 ? null : percentAt(underlyings.dayOf(nifty, session - 1), last)
    return indexPath(index, session, ticks, before === null ? (ticks[0] ?? 1) : Math.round(before * 100))
  }

  return { memberIndexPath, volatilityPath }
}

export const createMarketDays = (parts: MarketDaysParts) => {
  const { seed, calendar, sessions, shares } = parts
  const heldFrom = (share: Simulated, session: number): number => {
    const { auctionRow, pathMinutes } = shares.layoutAt(share.isAuctioned, session)
    return auctionRow < 0 ? pathMinutes : auctionRow
  }
  const levels = createIndexLevels({ pricesOf: shares.roundedPricesOf, heldFrom })

  const roundedClose = (share: Simulated, session: number): number =>
    roundedToTick(shares.closeOf(share, session), tickPaiseOf(share.tickSize))

  /** Rupees, from the daily walks alone. */
  const closeOf = (subject: Simulated, session: number): number => {
    if (!hasMembers(subject)) return shares.closeOf(subject, session)
    let level = 0
    for (const { share, units } of levels.membersOf(subject)) level += units * roundedClose(share, session)
    return level
  }

  const underlyings = createUnderlyingDays({
    seed,
    calendar,
    sessions,
    shares,
    levelsOf: (index, session) =>
      hasMembers(index) ? levels.runningOf(index, session) : shares.pricesOf(index, session),
    membersOf: levels.membersOf,
    closeOf,
  })
  const contracts = createContractDays({ seed, calendar, sessions, underlyings, closeOf })

  const { memberIndexPath, volatilityPath } = createIndexPaths({ ...parts, underlyings, levels, closeOf })

  return {
    closeOf,
    roundedClose,
    rangeOf: levels.rangeOf,
    shareRangeOf: shares.rangeOf,
    membersOf: levels.membersOf,
    underlyings,
    contracts,

    pathOf(subject: Subject, session: number): SessionPath | null {
      if (session < 0) return null
      if (isContract(subject)) return contracts.pathOf(subject, session)
      if (subject.kind === 'volatility') return volatilityPath(subject, session)
      return hasMembers(subject) ? memberIndexPath(subject, session) : shares.pathOf(subject, session)
    },
  }
}

export type MarketDays = ReturnType<typeof createMarketDays>
