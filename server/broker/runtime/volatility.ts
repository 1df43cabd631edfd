import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { toRupees } from '../../../src/domain/money.ts'
import { impliedVolatility } from '../../../src/domain/options/implied-volatility.ts'
import { RISK_FREE_RATE } from '../../../src/domain/options/rate.ts'
import { yearsToExpiry } from '../../../src/domain/options/years-to-expiry.ts'
import type { SnapshotParts } from './market-snapshot.ts'

/** From the mid price, or the last price when a side is empty. */
export const createVolatilityOf =
  (calendar: Calendar): SnapshotParts['volatilityOf'] =>
  ({ expiry, instrumentType, strike, tickSize }, { bid, ask, lastPrice }, forward, at) => {
    if (expiry === null || (instrumentType !== 'CE' && instrumentType !== 'PE') || forward <= 0) return null
    const price = bid === null || ask === null ? lastPrice : (bid + ask) / 2
    return impliedVolatility({
      price: price / 100,
      forward,
      strike,
      years: yearsToExpiry(expiry, at, calendar),
      rate: RISK_FREE_RATE,
      type: instrumentType,
      tick: toRupees(tickSize),
    }).volatility
  }
