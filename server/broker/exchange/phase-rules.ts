import type { Calendar, SessionGroup } from '../../../src/domain/calendar/calendar.ts'
import { type MarketPhase, phasesOn } from '../../../src/domain/calendar/market-phase.ts'
import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { hasTrigger, type OrderType, type Validity } from '../../../src/domain/orders/order.ts'
import {
  type EpochMs,
  epochMs,
  istMidnight,
  MINUTE_MS,
  nextIstMidnight,
  toIstDate,
} from '../../../src/domain/time.ts'

export const nextPhaseEdge = (group: SessionGroup, after: number, calendar: Calendar): EpochMs => {
  const midnight = istMidnight(after)
  let next = nextIstMidnight(after)
  for (const { from, to } of phasesOn(toIstDate(after), group, calendar)) {
    for (const minute of [from, to]) {
      const edge = midnight + minute * MINUTE_MS
      if (edge > after && edge < next) next = epochMs(edge)
    }
  }
  return next
}

export const isAuction = (phase: MarketPhase): boolean =>
  phase === 'preOpen' ||
  phase === 'preOpenLimit' ||
  phase === 'preOpenMatch' ||
  phase === 'closingReference' ||
  phase === 'closingAuction' ||
  phase === 'closingAuctionLimit' ||
  phase === 'closingMatch'

export interface Wording {
  readonly orderType: OrderType
  readonly validity: Validity
}

const NO_STOPS = 'Stop and IOC orders are not accepted outside continuous trading'

const isStopOrIoc = ({ orderType, validity }: Wording): boolean => hasTrigger(orderType) || validity === 'IOC'

const findAuctionRefusal = (
  instrument: Instrument,
  wording: Wording,
  isLimitOnly: boolean,
): string | null => {
  const { instrumentType, exchange } = instrument
  if (instrumentType === 'CE' || instrumentType === 'PE') return 'Options have no pre-open session'
  if (isStopOrIoc(wording)) return NO_STOPS
  if (!isLimitOnly || wording.orderType !== 'MARKET') return null
  return exchange === 'BSE' || exchange === 'BFO'
    ? 'Market order cannot be placed during this period.'
    : 'Market orders are currently not allowed.'
}

export const findEntryRefusal = (
  phase: MarketPhase,
  instrument: Instrument,
  wording: Wording,
): string | null => {
  switch (phase) {
    case 'continuous':
      return null
    case 'closed':
      return 'The market is closed'
    case 'preOpenMatch':
    case 'closingMatch':
      return 'Orders are being matched; new orders are not accepted'
    case 'closingReference':
      return 'The closing auction reference price is being determined; new orders are not accepted'
    case 'preOpen':
    case 'closingAuction':
      return findAuctionRefusal(instrument, wording, false)
    case 'preOpenLimit':
    case 'closingAuctionLimit':
      return findAuctionRefusal(instrument, wording, true)
    case 'postClose':
      return isStopOrIoc(wording) ? NO_STOPS : null
    default:
      return phase satisfies never
  }
}

export const findChangeRefusal = (phase: MarketPhase, isMarketOrder: boolean): string | null => {
  if (phase === 'preOpenMatch' || phase === 'closingMatch') return 'Orders are being matched'
  if (phase === 'closingAuctionLimit' && isMarketOrder)
    return 'Market orders cannot be changed or cancelled in this part of the auction'
  return null
}
