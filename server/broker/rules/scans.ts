import type { Calendar } from '../../../src/domain/calendar.ts'
import type { InstrumentId } from '../../../src/domain/instrument.ts'
import { type ContractScan, scanContract } from '../../../src/domain/margin-scan.ts'
import { toRupees } from '../../../src/domain/money.ts'
import { RISK_FREE_RATE } from '../../../src/domain/options/rate.ts'
import { yearsToExpiry } from '../../../src/domain/options/years-to-expiry.ts'
import { type IstDate, toIstDate } from '../../../src/domain/time.ts'
import type { Terms } from '../account.ts'
import type { Facts } from '../rules.ts'
import { isOfIndex } from './question.ts'

const TRADING_DAYS_A_YEAR = 252
/** Contracts of one instant that are kept; beyond it all are worked out again. */
const SCANS_MAX = 4096

export type ScanOf = (terms: Terms) => ContractScan

/**
 * Scenarios of contracts, worked out once for an instant of the market. Facts of one instant that share their
 * functions share their scenarios.
 */
export const createScans = (calendar: Calendar): ((facts: Facts) => ScanOf) => {
  let of: SameMarket | null = null
  let today = '' as IstDate
  let known = new Map<InstrumentId, ContractScan>()
  return (facts) => {
    if (!isSameMarket(of, facts)) {
      of = facts
      today = toIstDate(facts.at)
      known = new Map()
    }
    const [scans, day] = [known, today]
    return (terms) => {
      const found = scans.get(terms.id)
      if (found !== undefined) return found
      if (scans.size >= SCANS_MAX) scans.clear()
      const scan = scanOf(terms, facts, day, calendar)
      scans.set(terms.id, scan)
      return scan
    }
  }
}

type SameMarket = Pick<Facts, 'at' | 'quoteOf' | 'forwardOf' | 'volatilityOf'>

const isSameMarket = (one: SameMarket | null, other: Facts): boolean =>
  one !== null &&
  one.at === other.at &&
  one.quoteOf === other.quoteOf &&
  one.forwardOf === other.forwardOf &&
  one.volatilityOf === other.volatilityOf

const scanOf = (terms: Terms, facts: Facts, today: IstDate, calendar: Calendar): ContractScan => {
  const { expiry, instrumentType, strike } = terms
  if (expiry === null || instrumentType === 'EQ') throw new TypeError(`${terms.id} is no contract`)
  const dailyVolatility = facts.dailyVolatilityOf(terms)
  return scanContract({
    type: instrumentType,
    strike,
    expiry,
    forward: forwardFor(terms, facts),
    years: yearsToExpiry(expiry, facts.at, calendar),
    volatility: facts.volatilityOf(terms) ?? dailyVolatility * Math.sqrt(TRADING_DAYS_A_YEAR),
    dailyVolatility,
    rate: RISK_FREE_RATE,
    isIndex: isOfIndex(terms),
    isLastDay: expiry === today,
  })
}

/** The forward, else the spot, else the future's own price, else the strike: a contract is never without margin. */
const forwardFor = (terms: Terms, facts: Facts): number => {
  const known = facts.forwardOf(terms, terms.expiry) ?? facts.forwardOf(terms, null)
  if (known !== null && known > 0) return known
  const quote = terms.instrumentType === 'FUT' ? facts.quoteOf(terms) : null
  const guess = quote === null ? terms.strike : toRupees(quote.lastPrice)
  return guess > 0 ? guess : toRupees(terms.tickSize)
}
