import { type Paise, toRupees } from '../../../src/domain/money.ts'

/** `1,240` */
export const unitsText = (quantity: number): string => quantity.toLocaleString('en-IN')

/** `101.50` */
export const priceText = (price: Paise): string => toRupees(price).toFixed(2)

export const UNMATCHED_RAW = '16388 : Unmatched orders cancelled by the system'
export const UNMATCHED = 'Not matched at once; the rest of an IOC order is cancelled'
export const SELF_TRADE = 'Self-trade prevention: this order would meet your own on the other side'
export const CANCELLED = 'Cancelled on request'
export const LAPSED = 'DAY order lapsed at the end of the session'
export const TTL_LAPSED = 'Validity is over: the minutes of the TTL order have passed'
export const NOT_IN_CLOSING_AUCTION = 'Stop and IOC orders are cancelled before the closing auction'
export const UNEXECUTED_IN_AUCTION = 'Not executed in the closing auction'
export const NO_LAST_PRICE = 'No last price to protect a market order with'

/** What a request is told about an order that is not here. */
export const goneWords = (ending: 'filled' | 'cancelled' | null, request: 'cancel' | 'modify'): string =>
  ending === 'filled'
    ? `filled before ${request === 'cancel' ? 'cancel' : 'the change'}`
    : 'not at the exchange any more'
