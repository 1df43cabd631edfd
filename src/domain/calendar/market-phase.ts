import {
  type IstDate,
  istMinuteOfDay,
  SESSION_CLOSE_MINUTE,
  SESSION_OPEN_MINUTE,
  toIstDate,
} from '../time.ts'
import { type Calendar, exchangeCalendar, type SessionGroup, sessionOn } from './calendar.ts'
import { CLOSING_AUCTION_SINCE } from './exchange-years.ts'

export const marketPhases = [
  'closed',
  'preOpen',
  'preOpenLimit',
  /** Orders are matched at one price; no order is accepted until the session begins. */
  'preOpenMatch',
  'continuous',
  /** Closing auction: reference price, order collection, limit orders only, one match. */
  'closingReference',
  'closingAuction',
  'closingAuctionLimit',
  'closingMatch',
  /** Cash trades at the closing price. */
  'postClose',
] as const
export type MarketPhase = (typeof marketPhases)[number]

/** Minutes after IST midnight; `to` is exclusive. */
export interface PhaseWindow {
  readonly phase: MarketPhase
  readonly from: number
  readonly to: number
}

/** The pre-open in three parts: NSE circulars of July and August 2026. */
const PRE_OPEN_IN_PARTS_SINCE = '2026-09-07'
const PRE_OPEN_MINUTES = 15
const AUCTION_BEGINS = 915

const preOpenOf = (date: IstDate, group: SessionGroup, open: number): readonly PhaseWindow[] => {
  const from = open - PRE_OPEN_MINUTES
  if (group !== 'derivatives' && date >= PRE_OPEN_IN_PARTS_SINCE) {
    return [
      { phase: 'preOpen', from, to: from + 5 },
      { phase: 'preOpenLimit', from: from + 5, to: from + 10 },
      { phase: 'preOpenMatch', from: from + 10, to: open },
    ]
  }
  return [
    { phase: 'preOpen', from, to: from + 8 },
    { phase: 'preOpenMatch', from: from + 8, to: open },
  ]
}

const closingAuction: readonly PhaseWindow[] = [
  { phase: 'closingReference', from: AUCTION_BEGINS, to: 920 },
  { phase: 'closingAuction', from: 920, to: 925 },
  { phase: 'closingAuctionLimit', from: 925, to: SESSION_CLOSE_MINUTE },
  { phase: 'closingMatch', from: SESSION_CLOSE_MINUTE, to: 935 },
]
const postClose: PhaseWindow = { phase: 'postClose', from: 950, to: 960 }

/** Ordered, without the closed time between phases; empty when the exchanges are closed. */
export const phasesOn = (
  date: IstDate,
  group: SessionGroup,
  calendar: Calendar = exchangeCalendar,
): readonly PhaseWindow[] => {
  const regular = sessionOn(date, 'continuous', calendar)
  const own = sessionOn(date, group, calendar)
  if (regular === null || own === null) return []
  const isRegular = regular.openMinute === SESSION_OPEN_MINUTE && regular.closeMinute === SESSION_CLOSE_MINUTE
  const isAuctioned =
    isRegular && group === 'auctioned' && calendar.profile === 'dated' && date >= CLOSING_AUCTION_SINCE
  const continuous: readonly PhaseWindow[] = isAuctioned
    ? [{ phase: 'continuous', from: own.openMinute, to: AUCTION_BEGINS }, ...closingAuction]
    : own.windows.map(({ from, to }) => ({ phase: 'continuous', from, to }))
  return [
    ...preOpenOf(date, group, own.openMinute),
    ...continuous,
    ...(isRegular && group !== 'derivatives' ? [postClose] : []),
  ]
}

export const phaseAt = (
  group: SessionGroup,
  at: number,
  calendar: Calendar = exchangeCalendar,
): MarketPhase => {
  const minute = istMinuteOfDay(at)
  return (
    phasesOn(toIstDate(at), group, calendar).find(({ from, to }) => minute >= from && minute < to)?.phase ??
    'closed'
  )
}
