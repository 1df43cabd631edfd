import { type Paise, toRupees } from '../../../src/domain/money.ts'

export const unitsText = (quantity: number): string => quantity.toLocaleString('en-IN')

export const priceText = (price: Paise): string => toRupees(price).toFixed(2)

export const UNMATCHED_RAW = '16388 : Unmatched orders cancelled by the system'
export const UNMATCHED = 'Not matched immediately; the rest of the IOC order is cancelled'
export const SELF_TRADE = 'Self-trade prevention: this order would match your own order'
export const CANCELLED = 'Cancelled on request'
export const LAPSED = 'DAY order lapsed at the end of the session'
export const TTL_LAPSED = 'TTL validity expired'
export const NOT_IN_CLOSING_AUCTION = 'Stop and IOC orders are cancelled before the closing auction'
export const UNEXECUTED_IN_AUCTION = 'Not executed in the closing auction'
export const NO_LAST_PRICE = 'No last price for market protection'

export const goneWords = (ending: 'filled' | 'cancelled' | null, request: 'cancel' | 'modify'): string =>
  ending === 'filled'
    ? `filled before ${request === 'cancel' ? 'cancel' : 'the change'}`
    : 'no longer at the exchange'
