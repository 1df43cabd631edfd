import { indexExpiries } from '../../instruments/expiry.ts'
import { parseInstrumentId } from '../../instruments/instrument.ts'
import type { TradedContract } from '../backtest.ts'

/** The total is `share` of the price plus `points`. */
interface HalfSpread {
  readonly share: number
  readonly points: number
}

const BASIS_POINT = 0.0001
/** Whole spreads. A share is treated as one of the NIFTY 500 outside its first fifty. */
const SHARE_BPS = 6
const INDEX_FUTURE_BPS = 1
const SHARE_FUTURE_BPS = 5
/** 5 paise and 15 basis points of the premium for NIFTY's weekly, multiplied for other options. */
const OPTION_POINTS = 0.05
const OPTION_SHARE = 0.0015
const MAIN_OPTIONS = 2
const INDEX_OPTIONS = 3
const SHARE_OPTIONS = 12

/** As the simulated market quotes, at least one tick; `price` tells whether the share is wider. */
export const halfSpreadOf = (contract: TradedContract, price: number): HalfSpread => {
  if (contract.chargedAs === 'options') {
    const factor = optionFactorOf(contract)
    return { share: (OPTION_SHARE * factor) / 2, points: (OPTION_POINTS * factor) / 2 }
  }
  const share = wholeBpsOf(contract) * BASIS_POINT
  const isTickWider = contract.tickSize > share * price
  return isTickWider ? { share: 0, points: contract.tickSize / 2 } : { share: share / 2, points: 0 }
}

const wholeBpsOf = (contract: TradedContract): number => {
  if (contract.chargedAs === 'equity') return SHARE_BPS
  const parsed = parseInstrumentId(contract.instrument)
  const isIndex = parsed?.segment === 'INDICES' || indexRootOf(parsed?.tradingSymbol ?? '') !== null
  return isIndex ? INDEX_FUTURE_BPS : SHARE_FUTURE_BPS
}

const optionFactorOf = (contract: TradedContract): number => {
  const root = indexRootOf(parseInstrumentId(contract.instrument)?.tradingSymbol ?? '')
  if (root === 'NIFTY' || root === 'SENSEX') return MAIN_OPTIONS
  return root === null ? SHARE_OPTIONS : INDEX_OPTIONS
}

const indexRootOf = (symbol: string): string | null =>
  Object.keys(indexExpiries).find(
    (root) => symbol.startsWith(root) && /^\d/.test(symbol.slice(root.length)),
  ) ?? null
