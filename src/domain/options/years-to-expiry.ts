import { type Calendar, exchangeCalendar, sessionOn } from '../calendar.ts'
import { CLOSING_AUCTION_SINCE } from '../exchange-years.ts'
import { type EpochMs, epochMs, type IstDate, MINUTE_MS, startOfIstDate } from '../time.ts'
import { YEAR_SECONDS } from './black-76.ts'

const REGULAR_CLOSE = 930
/** NSE moved the end of derivatives trading to 15:40 on the day the closing auction began. */
const LATER_CLOSE = 940

/** The instant at which a contract ends: the close of derivatives on its last day, 15:40 IST since August 2026. */
export const expiryInstant = (expiry: IstDate, calendar: Calendar = exchangeCalendar): EpochMs => {
  const regular =
    calendar.profile === 'dated' && expiry >= CLOSING_AUCTION_SINCE ? LATER_CLOSE : REGULAR_CLOSE
  const minute = sessionOn(expiry, 'derivatives', calendar)?.closeMinute ?? regular
  return epochMs(startOfIstDate(expiry) + minute * MINUTE_MS)
}

/** Calendar seconds from `at` to the end of a contract, in years of 365 days; 0 once it has ended. */
export const yearsToExpiry = (expiry: IstDate, at: number, calendar: Calendar = exchangeCalendar): number =>
  Math.max(0, expiryInstant(expiry, calendar) - at) / 1000 / YEAR_SECONDS
