import { type Calendar, exchangeCalendar, sessionOn } from '../calendar/calendar.ts'
import { CLOSING_AUCTION_SINCE } from '../calendar/exchange-years.ts'
import { type EpochMs, epochMs, type IstDate, MINUTE_MS, startOfIstDate } from '../time.ts'
import { YEAR_SECONDS } from './black-76.ts'

const REGULAR_CLOSE = 930
/** NSE moved the close of derivatives to 15:40 when the closing auction began. */
const LATER_CLOSE = 940

export const expiryInstant = (expiry: IstDate, calendar: Calendar = exchangeCalendar): EpochMs => {
  const regular =
    calendar.profile === 'dated' && expiry >= CLOSING_AUCTION_SINCE ? LATER_CLOSE : REGULAR_CLOSE
  const minute = sessionOn(expiry, 'derivatives', calendar)?.closeMinute ?? regular
  return epochMs(startOfIstDate(expiry) + minute * MINUTE_MS)
}

/** Years of 365 calendar days; 0 after expiry. */
export const yearsToExpiry = (expiry: IstDate, at: number, calendar: Calendar = exchangeCalendar): number =>
  Math.max(0, expiryInstant(expiry, calendar) - at) / 1000 / YEAR_SECONDS
