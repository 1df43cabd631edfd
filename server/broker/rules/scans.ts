import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../../src/domain/money.ts'
import { RISK_FREE_RATE } from '../../../src/domain/options/rate.ts'
import { yearsToExpiry } from '../../../src/domain/options/years-to-expiry.ts'
import { type ContractScan, scanContract } from '../../../src/domain/orders/margin-scan.ts'
import { type IstDate, toIstDate } from '../../../src/domain/time.ts'
import type { InstrumentTerms } from '../account.ts'
import type { MarketSnapshot } from '../rules.ts'
import { isOfIndex } from './question.ts'

const TRADING_DAYS_A_YEAR = 252
const SCANS_MAX = 4096

export type ScanOf = (terms: InstrumentTerms) => ContractScan

/** Cached per instant: snapshots that share their functions share their scenarios. */
export const createScans = (calendar: Calendar): ((market: MarketSnapshot) => ScanOf) => {
  let of: SameMarket | null = null
  let today = '' as IstDate
  let known = new Map<InstrumentId, ContractScan>()
  return (market) => {
    if (!isSameMarket(of, market)) {
      of = market
      today = toIstDate(market.at)
      known = new Map()
    }
    const [scans, day] = [known, today]
    return (terms) => {
      const found = scans.get(terms.id)
      if (found !== undefined) return found
      if (scans.size >= SCANS_MAX) scans.clear()
      const scan = scanOf(terms, market, day, calendar)
      scans.set(terms.id, scan)
      return scan
    }
  }
}

type SameMarket = Pick<MarketSnapshot, 'at' | 'quoteOf' | 'forwardOf' | 'volatilityOf'>

const isSameMarket = (one: SameMarket | null, other: MarketSnapshot): boolean =>
  one !== null &&
  one.at === other.at &&
  one.quoteOf === other.quoteOf &&
  one.forwardOf === other.forwardOf &&
  one.volatilityOf === other.volatilityOf

const scanOf = (
  terms: InstrumentTerms,
  market: MarketSnapshot,
  today: IstDate,
  calendar: Calendar,
): ContractScan => {
  const { expiry, instrumentType, strike } = terms
  if (expiry === null || instrumentType === 'EQ') throw new TypeError(`${terms.id} is no contract`)
  const dailyVolatility = market.dailyVolatilityOf(terms)
  return scanContract({
    type: instrumentType,
    strike,
    expiry,
    forward: forwardFor(terms, market),
    years: yearsToExpiry(expiry, market.at, calendar),
    volatility: market.volatilityOf(terms) ?? dailyVolatility * Math.sqrt(TRADING_DAYS_A_YEAR),
    dailyVolatility,
    rate: RISK_FREE_RATE,
    isIndex: isOfIndex(terms),
    isLastDay: expiry === today,
  })
}

/** Falls back to spot, the future's own price, the strike: a contract is never without margin. */
const forwardFor = (terms: InstrumentTerms, market: MarketSnapshot): number => {
  const known = market.forwardOf(terms, terms.expiry) ?? market.forwardOf(terms, null)
  if (known !== null && known > 0) return known
  const quote = terms.instrumentType === 'FUT' ? market.quoteOf(terms) : null
  const guess = quote === null ? terms.strike : toRupees(quote.lastPrice)
  return guess > 0 ? guess : toRupees(terms.tickSize)
}
