import { type Calendar, createYearsCheck } from '../../../src/domain/calendar/calendar.ts'
import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { expiryInstant } from '../../../src/domain/options/years-to-expiry.ts'
import {
  type EpochMs,
  type IstDate,
  istDateToDayNumber,
  istDayNumber,
  istMinuteOfDay,
  MINUTE_MS,
} from '../../../src/domain/time.ts'
import { findSimulated } from '../master/universe.ts'
import { POINTS_PER_MINUTE } from '../simulated/bridge.ts'
import type { Simulated } from '../simulated/character.ts'
import type { Contract } from '../simulated/contract.ts'
import { createLruCache } from '../simulated/lru-cache.ts'
import { createSimulatedDays, type SimulatedDays } from '../simulated/simulated-days.ts'
import { findSubject, isContract, type Subject } from '../simulated/subject.ts'
import type { LiveMarket } from './live-market.ts'
import { createPathLive } from './path-live.ts'

const SUBJECTS_MAX = 20_000
const POINT_MS = MINUTE_MS / POINTS_PER_MINUTE

/** The same in every process with the same seed and calendar. */
export const createSimulatedLive = ({
  seed,
  calendar,
  days = createSimulatedDays({ seed, calendar }),
}: {
  readonly seed: number
  readonly calendar: Calendar
  /** Shared with candle queries, so that sessions are made once. */
  readonly days?: SimulatedDays
}): LiveMarket => {
  const { sessions } = days
  const subjects = createLruCache<InstrumentId, { readonly subject: Subject | null }>(SUBJECTS_MAX)
  const checkYears = createYearsCheck(calendar, subjects.clear)
  const subjectOf = (instrument: Instrument): Subject | null => {
    checkYears()
    return subjects.get(instrument.id, () => ({ subject: findSubject(instrument, calendar) })).subject
  }

  const sessionOf = (day: number): number => {
    const session = sessions.lastUntil(day)
    return session >= 0 && sessions.dayOf(session) === day ? session : -1
  }

  /** Before the first point of a day, the end of the last session. */
  const pointAt = (underlying: Simulated, at: EpochMs): { session: number; point: number } | null => {
    const today = sessions.lastUntil(istDayNumber(at))
    if (today < 0) return null
    const begun = sessions.dayOf(today) < istDayNumber(at) ? Number.POSITIVE_INFINITY : istMinuteOfDay(at)
    const { starts } = days.underlyings.layoutAt(today)
    if (begun < (starts[0] ?? 0)) {
      if (today === 0) return null
      return { session: today - 1, point: lastPointOf(underlying, today - 1) }
    }
    let row = starts.length - 1
    while (row > 0 && (starts[row] ?? 0) > begun) row--
    if (begun > (starts[row] ?? 0)) {
      const isLast = row === starts.length - 1
      return {
        session: today,
        point: isLast ? lastPointOf(underlying, today) : (row + 1) * POINTS_PER_MINUTE - 1,
      }
    }
    const within = Math.floor((((at % MINUTE_MS) + MINUTE_MS) % MINUTE_MS) / POINT_MS)
    return { session: today, point: row * POINTS_PER_MINUTE + within }
  }

  const lastPointOf = (underlying: Simulated, session: number): number =>
    days.underlyings.dayOf(underlying, session).spot.length - 1

  const forward = (underlying: InstrumentId, expiry: IstDate, at: EpochMs): number | null => {
    const found = findSimulated(underlying)
    if (found === null || found.kind === 'volatility' || at > expiryInstant(expiry, calendar)) return null
    const reached = pointAt(found, at)
    if (reached === null) return null
    return days.expiryDayOf(found, expiry, reached.session).forward[reached.point] ?? null
  }

  const settlementPrice = (underlying: InstrumentId, expiry: IstDate, at: EpochMs): number | null => {
    const found = findSimulated(underlying)
    const session = sessionOf(istDateToDayNumber(expiry))
    if (found === null || session < 0 || at < expiryInstant(expiry, calendar)) return null
    const path = days.pathOf(found, session)
    return path === null ? null : ((path.ticks.at(-1) ?? 0) * path.tickPaise) / 100
  }

  const dailyVolatility = (underlying: InstrumentId, at: EpochMs): number => {
    const found = findSimulated(underlying)
    const session = sessions.lastUntil(istDayNumber(at))
    if (found === null || session < 0) return 0
    return Math.sqrt(days.underlyings.varianceBefore(found, session))
  }

  /** A session in the contract's busy weeks, or early in a long life. */
  const ordinarySession = ({ listedDay, expiryDay }: Contract): number =>
    Math.max(0, sessions.lastUntil(Math.max(listedDay, Math.min(expiryDay - 7, listedDay + 85))))

  return createPathLive(
    {
      calendar,
      shocks: days.shocks,
      pathOf: (instrument, day) => {
        const subject = subjectOf(instrument)
        return subject === null ? null : days.pathOf(subject, sessionOf(day))
      },
      lastDayUntil: (day) => {
        const session = sessions.lastUntil(day)
        return session < 0 ? -1 : sessions.dayOf(session)
      },
    },
    {
      forward,
      settlementPrice,
      dailyVolatility,
      averageDailyVolume: (instrument) => {
        const subject = subjectOf(instrument)
        if (subject === null) return 0
        return isContract(subject)
          ? Math.max(subject.lotSize, days.dayVolumeOf(subject, ordinarySession(subject)))
          : days.dayVolumeOf(subject, 0)
      },
    },
  )
}
