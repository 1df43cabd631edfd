import { formatNumber } from '../format.ts'
import { type Instrument, type InstrumentId, tradingSymbolOf } from '../instruments/instrument.ts'
import type { Product, Side } from '../orders/order.ts'
import { UNITS_MAX } from '../orders/order-sizing.ts'
import { productsFor, productWords } from '../orders/resolve-order.ts'

export interface AlertLeg {
  readonly segSym: InstrumentId
  readonly side: Side
  /** Units. */
  readonly quantity: number
  /** Rupees a unit; null at market. */
  readonly limitPrice: number | null
}

export interface AlertBasket {
  readonly product: Product
  readonly legs: readonly AlertLeg[]
  readonly isAuto: boolean
}

export const ALERT_LEGS_MIN = 2
export const ALERT_LEGS_MAX = 20

/** Why the leg could never be placed; null if it could. */
export const findLegProblem = (
  { quantity }: AlertLeg,
  product: Product,
  instrument: Pick<Instrument, 'segment' | 'lotSize' | 'tradingSymbol'>,
): string | null => {
  const { segment, tradingSymbol, lotSize } = instrument
  if (segment === 'INDICES')
    return `${tradingSymbol} is an index, which cannot be traded. Take its future or an option`
  const allowed = productsFor(instrument)
  if (!allowed.includes(product)) return `${tradingSymbol} is traded as ${allowed.join(' or ')}`
  const lot = Math.max(1, lotSize)
  if (!Number.isInteger(quantity) || quantity > UNITS_MAX || quantity % lot !== 0)
    return `The quantity of ${tradingSymbol} is a multiple of the lot of ${lot}`
  return null
}

const NAMED = 4

/** `Basket of 2: buy 75 NIFTY24500CE, sell 75 NIFTY24700CE · MIS`. */
export const alertBasketInWords = (
  { legs, product }: AlertBasket,
  titleOf: (id: InstrumentId) => string = tradingSymbolOf,
): string => {
  const named = legs.slice(0, NAMED).map(({ side, quantity, segSym, limitPrice }) => {
    const at = limitPrice === null ? '' : ` at ${formatNumber(limitPrice)}`
    return `${side} ${formatNumber(quantity, 0)} ${titleOf(segSym)}${at}`
  })
  const more = legs.length - named.length
  const rest = more === 0 ? '' : ` and ${more} more`
  return `Basket of ${legs.length}: ${named.join(', ')}${rest} · ${productWords[product]}`
}
