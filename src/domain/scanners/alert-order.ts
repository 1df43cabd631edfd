import type { Interval } from '../charts/interval.ts'
import { lateAfterMs, proposedForMs } from '../deployments/deployment.ts'
import { formatNumber, formatRupees } from '../format.ts'
import { type Instrument, type InstrumentId, tradingSymbolOf } from '../instruments/instrument.ts'
import type { Product, Side } from '../orders/order.ts'
import { UNITS_MAX } from '../orders/order-sizing.ts'
import { productsFor, productWords } from '../orders/resolve-order.ts'
import { MINUTE_MS } from '../time.ts'

export const alertQuantityBases = ['units', 'lots', 'rupees'] as const

/** Rupees are rounded down to whole lots at the price then. */
export interface AlertQuantity {
  readonly by: (typeof alertQuantityBases)[number]
  readonly value: number
}

export interface AlertOrder {
  /** Null: the symbol that raised. */
  readonly segSym: InstrumentId | null
  readonly side: Side
  readonly product: Product
  readonly quantity: AlertQuantity
  /** Rupees a unit; null at market. */
  readonly limitPrice: number | null
  readonly isReduceOnly: boolean
  /** Sent without being asked for; else it is proposed. */
  readonly isAuto: boolean
}

/** Orders that one alert sends by itself in a trading day; later ones are proposed. */
export const AUTO_ORDERS_PER_DAY = 10
export const PROPOSED_AT_ONCE = 20
const PRICE_PROPOSED_MS = 5 * MINUTE_MS

export const orderProposedForMs = (interval: Interval | 'tick'): number =>
  interval === 'tick' ? PRICE_PROPOSED_MS : proposedForMs(interval)

/** Nothing is sent by itself later than this after the close of its candle, or its trade. */
export const orderLateAfterMs = (interval: Interval | 'tick'): number =>
  interval === 'tick' ? MINUTE_MS : lateAfterMs(interval)

/** 0 where the rupees are not enough for one lot. */
export const unitsOfOrder = (
  { by, value }: AlertQuantity,
  { lotSize }: Pick<Instrument, 'lotSize'>,
  price: number,
): number => {
  const lot = Math.max(1, lotSize)
  if (by === 'units') return value
  return by === 'lots' ? value * lot : Math.floor(value / price / lot) * lot
}

const fieldOf = (field: string): `order.${string}` => `order.${field}`

export interface AlertOrderProblem {
  readonly field: `order.${string}`
  readonly problem: string
}

/** `instrument` is that of the order; null where it is known only once a symbol raised. */
export const findAlertOrderProblem = (
  { product, quantity: { by, value } }: AlertOrder,
  instrument: Pick<Instrument, 'segment' | 'lotSize'> | null,
): AlertOrderProblem | null => {
  if (by !== 'rupees' && (!Number.isInteger(value) || value > UNITS_MAX))
    return { field: fieldOf('quantity'), problem: `${by} are whole numbers, ${UNITS_MAX} at most` }
  if (instrument === null) return null
  if (instrument.segment === 'INDICES')
    return { field: fieldOf('seg_sym'), problem: 'An index cannot be traded. Take its future or an option' }
  const allowed = productsFor(instrument)
  if (!allowed.includes(product))
    return { field: fieldOf('product'), problem: `It is ${allowed.join(' or ')} for this instrument` }
  const lot = Math.max(1, instrument.lotSize)
  return by === 'units' && value % lot !== 0
    ? { field: fieldOf('quantity'), problem: `The quantity is a multiple of the lot of ${lot}` }
    : null
}

const quantityInWords = ({ by, value }: AlertQuantity): string => {
  if (by === 'rupees') return `for ${formatRupees(value, 0)}`
  return by === 'units' ? formatNumber(value, 0) : `${formatNumber(value, 0)} ${value === 1 ? 'lot' : 'lots'}`
}

/** `Buy 20 INFY at 1,395.00 · MIS`, `Sell 1 lot of each at market · MIS · reduce only`. */
export const alertOrderInWords = (
  { segSym, side, product, quantity, limitPrice, isReduceOnly }: AlertOrder,
  titleOf: (id: InstrumentId) => string = tradingSymbolOf,
): string => {
  const of = segSym === null ? 'of each' : titleOf(segSym)
  const at = limitPrice === null ? 'at market' : `at ${formatNumber(limitPrice)}`
  return [
    `${side === 'buy' ? 'Buy' : 'Sell'} ${quantityInWords(quantity)} ${of} ${at}`,
    productWords[product],
    ...(isReduceOnly ? ['reduce only'] : []),
  ].join(' · ')
}
