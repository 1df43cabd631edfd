import { type Calendar, isTradingDay } from '../../../src/domain/calendar/calendar.ts'
import type { MarketPhase } from '../../../src/domain/calendar/market-phase.ts'
import {
  amoPauseOn,
  isAmoOpen,
  misCutoffOn,
  printClock12,
} from '../../../src/domain/calendar/trading-windows.ts'
import { lastWeekdayOf, settledOn } from '../../../src/domain/instruments/expiry.ts'
import { hasTrigger } from '../../../src/domain/orders/order.ts'
import { addDays, type IstDate, istMinuteOfDay, toIstDate } from '../../../src/domain/time.ts'
import type { InstrumentTerms } from '../account.ts'
import type { MarketSnapshot, Refused } from '../rules.ts'
import { type Check, isContract, isOfIndex, isOption, type Question } from './question.ts'
import { beforeEntry } from './refusal.ts'

const auctions: ReadonlySet<MarketPhase> = new Set([
  'preOpen',
  'preOpenLimit',
  'closingAuction',
  'closingAuctionLimit',
])

const pauses: ReadonlyMap<MarketPhase, string> = new Map([
  ['preOpenMatch', 'Orders are not accepted while the pre-open session is matched.'],
  ['closingReference', 'Orders are not accepted while the closing auction reference price is determined.'],
  ['closingMatch', 'Orders are not accepted while the closing auction is matched.'],
])

export const session: Check = (question) =>
  question.ticket.variety === 'amo' ? afterMarket(question) : inMarket(question)

const afterMarket = ({ ticket, terms, market, phase, calendar }: Question) => {
  if (!isAmoOpen(terms.sessionGroup, market.at, calendar)) {
    const pause = amoPauseOn(toIstDate(market.at), terms.sessionGroup, calendar)
    return phase === 'closed' && pause !== null
      ? beforeEntry(
          'AMO_NOT_ACCEPTED',
          `AMO orders are accepted only outside market hours: from ${printClock12(pause.to)} to ${printClock12(pause.from)}.`,
        )
      : beforeEntry(
          'AMO_NOT_ACCEPTED',
          'AMO orders are accepted only outside market hours. Place a regular order.',
        )
  }
  if (ticket.validity === 'IOC')
    return beforeEntry('IOC_NOT_ACCEPTED', 'IOC orders are accepted only while the market is open.')
  return ticket.orderType === 'MARKET' && isOption(terms) && isOfIndex(terms)
    ? beforeEntry(
        'ORDER_TYPE',
        'Market orders on index options are not accepted after market hours. Use a Limit order.',
      )
    : null
}

const inMarket = (question: Question) => {
  const { phase, terms } = question
  const pause = pauses.get(phase)
  if (phase === 'closed' || (phase === 'preOpen' && isContract(terms) && !isInPreOpen(question)))
    return notInSession(question)
  if (pause !== undefined) return beforeEntry('SESSION_PAUSE', pause)
  if (auctions.has(phase)) return inAuction(question)
  return phase === 'postClose' ? afterClose(question) : null
}

const notInSession = ({ terms, market, calendar, replaces }: Question) => {
  if (replaces === null && isAmoOpen(terms.sessionGroup, market.at, calendar))
    return beforeEntry(
      'AMO_REQUIRED',
      'Markets are closed right now. Use AMO to place the order for the next session.',
    )
  return beforeEntry('MARKET_CLOSED', 'Markets are closed right now. Place the order in the next session.')
}

const inAuction = ({ ticket, terms, phase }: Question) => {
  const { orderType, validity, disclosedQuantity } = ticket
  if (hasTrigger(orderType))
    return beforeEntry('AUCTION', 'Stop-loss orders are not accepted in an auction session.')
  if (validity !== 'DAY')
    return beforeEntry('AUCTION', `${validity} orders are not accepted in an auction session.`)
  if (disclosedQuantity > 0)
    return beforeEntry('AUCTION', 'Disclosed quantity is not accepted in an auction session.')
  return orderType === 'MARKET' && (phase === 'preOpenLimit' || phase === 'closingAuctionLimit')
    ? beforeEntry('AUCTION', noMarketOrders(terms))
    : null
}

const noMarketOrders = ({ exchange }: InstrumentTerms): string =>
  exchange === 'BSE' || exchange === 'BFO'
    ? 'Market order cannot be placed during this period.'
    : 'Market orders are currently not allowed.'

const afterClose = ({ ticket }: Question) => {
  const isPlain = ticket.orderType === 'MARKET' || ticket.orderType === 'LIMIT'
  return ticket.product === 'cash' && isPlain && ticket.validity === 'DAY'
    ? null
    : beforeEntry(
        'POST_CLOSE',
        'After the close only CNC market and limit orders for the day are accepted, at the closing price.',
      )
}

const NEAR_EXPIRY_DAYS = 5

/** The pre-open accepts current-month futures, and next-month ones in the last five trading days. */
const isInPreOpen = ({ terms, market, calendar }: Question): boolean => {
  if (terms.instrumentType !== 'FUT' || terms.expiry === null) return false
  const weekday = terms.exchange === 'BFO' ? 4 : 2
  const current = monthlyExpiryFrom(market.day, weekday, calendar)
  if (terms.expiry <= current) return true
  return (
    tradingDaysBetween(market.day, current, calendar) < NEAR_EXPIRY_DAYS &&
    terms.expiry <= monthlyExpiryFrom(addDays(current, 1), weekday, calendar)
  )
}

const monthlyExpiryFrom = (day: IstDate, weekday: number, calendar: Calendar): IstDate => {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1]
  const own = settledOn(lastWeekdayOf(year, month, weekday), calendar)
  return own >= day ? own : settledOn(lastWeekdayOf(year, month + 1, weekday), calendar)
}

const tradingDaysBetween = (from: IstDate, to: IstDate, calendar: Calendar): number => {
  let count = 0
  for (let day = from; day < to && count < NEAR_EXPIRY_DAYS; day = addDays(day, 1)) {
    if (isTradingDay(day, calendar)) count++
  }
  return count
}

export const misCutoff: Check = ({ ticket, terms, market, calendar, isSystem, isExit }) =>
  ticket.product !== 'MIS' || ticket.variety !== 'regular' || isSystem || isExit
    ? null
    : findMisRefusal(terms, market, calendar)

export const findMisRefusal = (
  terms: InstrumentTerms,
  market: MarketSnapshot,
  calendar: Calendar,
): Refused | null => {
  const cutoff = misCutoffOn(toIstDate(market.at), terms.sessionGroup, calendar)
  if (cutoff === null || istMinuteOfDay(market.at) < cutoff) return null
  const instead = isContract(terms) ? 'an NRML' : 'a CNC'
  return beforeEntry(
    'MIS_CUTOFF',
    `Intraday orders (MIS) are allowed only till ${printClock12(cutoff)}. Try placing ${instead} order.`,
  )
}
