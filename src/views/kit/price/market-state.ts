import { nextTradingDay, sessionOn } from '../../../domain/calendar/calendar.ts'
import { dayOf, monthNames, monthOf, weekdayNames } from '../../../domain/dates-in-words.ts'
import { type IstDate, istDateToDayNumber, istMinuteOfDay, toIstDate } from '../../../domain/time.ts'

export interface MarketState {
  readonly isOpen: boolean
  /** `market open until 15:30`, `market closed, opens Monday 09:15` */
  readonly words: string
}

const WEEK_DAYS = 7

export const marketStateAt = (at: number): MarketState => {
  const today = toIstDate(at)
  const minute = istMinuteOfDay(at)
  const session = sessionOn(today)
  if (session !== null && minute >= session.openMinute && minute < session.closeMinute)
    return { isOpen: true, words: `market open until ${clock(session.closeMinute)}` }
  const isBefore = session !== null && minute < session.openMinute
  const next = isBefore ? today : nextTradingDay(today)
  const open = sessionOn(next)?.openMinute ?? 0
  const when = isBefore ? 'today' : dayInWords(next, today)
  return { isOpen: false, words: `market closed, opens ${when} ${clock(open)}` }
}

/** `Saturday 21 November 2026` */
export const longDate = (date: IstDate): string =>
  `${weekdayOf(date)} ${dayOf(date)} ${monthNames[monthOf(date) - 1]} ${date.slice(0, 4)}`

const dayInWords = (date: IstDate, today: IstDate): string => {
  const ahead = istDateToDayNumber(date) - istDateToDayNumber(today)
  if (ahead === 1) return 'tomorrow'
  return ahead < WEEK_DAYS ? weekdayOf(date) : `on ${dayOf(date)} ${monthNames[monthOf(date) - 1]}`
}

export const weekdayOf = (date: IstDate): string => weekdayNames[(istDateToDayNumber(date) + 4) % 7] ?? ''

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
