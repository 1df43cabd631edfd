import { type Calendar, exchangeCalendar, type SessionGroup, sessionOn } from '../calendar/calendar.ts'
import { type MarketPhase, phasesOn } from '../calendar/market-phase.ts'
import { type Segment, segments } from '../instruments/instrument.ts'
import { isShareSegment } from '../instruments/kind.ts'
import { MINUTE_MS, startOfIstDate, toIstDate } from '../time.ts'

/** `noData`: no tick since connecting. `stale`: unchanged for too long. `unconfirmed`: a later tick is implausible. */
export const freshnessKinds = ['live', 'noData', 'stale', 'closed', 'unconfirmed'] as const
export type Freshness = (typeof freshnessKinds)[number]

/** Longest time without a change during its session. An index changes every second. */
export const QUOTE_AGE_MAX_MS: Readonly<Record<Segment, number>> = {
  INDICES: 5_000,
  NSE: 60_000,
  BSE: 60_000,
  'NFO-FUT': 60_000,
  'BFO-FUT': 60_000,
  'NFO-OPT': 300_000,
  'BFO-OPT': 300_000,
}

/** All of these must trade continuously before a price of the segment is expected to move. */
const groupsOf = (segment: Segment): readonly SessionGroup[] => {
  if (segment === 'INDICES') return ['auctioned', 'continuous']
  return isShareSegment(segment) ? ['auctioned'] : ['derivatives']
}

export interface MarketMoment {
  readonly marketTime: number
  /** Market milliseconds per wall-clock millisecond. */
  readonly speed: number
  readonly phases: Readonly<Record<SessionGroup, MarketPhase>>
}

const sessionBegan = (group: SessionGroup, at: number, calendar: Calendar): number | null => {
  const day = toIstDate(at)
  const midnight = startOfIstDate(day)
  const windows = phasesOn(day, group, calendar).filter(
    ({ phase, from }) => phase === 'continuous' && midnight + from * MINUTE_MS <= at,
  )
  const from = windows.at(-1)?.from
  return from === undefined ? null : midnight + from * MINUTE_MS
}

export const createQuoteJudge = (
  moment: MarketMoment,
  calendar: Calendar = exchangeCalendar,
): ((segment: Segment, timestamp: number) => Freshness) => {
  const { marketTime, speed, phases } = moment
  const beganBySegment = new Map(
    segments.map((segment) => {
      const groups = groupsOf(segment)
      if (groups.some((group) => phases[group] !== 'continuous')) return [segment, null]
      // A server with another calendar is right about its phases; its session then began no later than now.
      return [
        segment,
        Math.max(...groups.map((group) => sessionBegan(group, marketTime, calendar) ?? marketTime)),
      ]
    }),
  )
  return (segment, timestamp) => {
    const began = beganBySegment.get(segment) ?? null
    if (began === null) return 'closed'
    const age = (marketTime - Math.max(timestamp, began)) / speed
    return age > QUOTE_AGE_MAX_MS[segment] ? 'stale' : 'live'
  }
}

/** Close of the session of this price: `15:30`; null on a day without one. */
export const closeOfQuote = (
  segment: Segment,
  timestamp: number,
  calendar: Calendar = exchangeCalendar,
): string | null => {
  const close = sessionOn(toIstDate(timestamp), groupsOf(segment)[0], calendar)?.closeMinute
  if (close === undefined) return null
  return `${String(Math.floor(close / 60)).padStart(2, '0')}:${String(close % 60).padStart(2, '0')}`
}

/** `12 s old`, `4 min old`, `3 h old`, `2 days old` */
export const ageInWords = (ageMs: number): string => {
  const seconds = Math.max(0, Math.round(ageMs / 1000))
  if (seconds < 60) return `${seconds} s old`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min old`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h old`
  const days = Math.floor(seconds / 86_400)
  return `${days} day${days === 1 ? '' : 's'} old`
}
