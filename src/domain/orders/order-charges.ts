import type { Exchange, InstrumentType } from '../instruments/instrument.ts'
import { fromRupees, type Paise, paise, toRupees } from '../money.ts'
import { type IstDate, istDateToDayNumber } from '../time.ts'
import { type Charges, chargedAsOf, chargesOf, exerciseTaxOf } from './charges.ts'
import type { Product, Side } from './order.ts'

export interface FilledOrder {
  readonly exchange: Exchange
  readonly instrumentType: InstrumentType
  readonly product: Product
  readonly side: Side
  readonly filledQuantity: number
  readonly filledValue: Paise
}

/** Rupees, unrounded. Brokerage is per order, not per fill. */
export const orderCharges = (order: FilledOrder, on: IstDate, isFirstSaleOfDay: boolean): Charges => {
  const { exchange, instrumentType, product, side, filledQuantity, filledValue } = order
  if (filledQuantity === 0) return nothing
  const contract =
    instrumentType === 'EQ' ? 'equity' : instrumentType === 'FUT' ? 'futures' : ('options' as const)
  return chargesOf({
    chargedAs: chargedAsOf(contract, product),
    exchange: exchange === 'BSE' || exchange === 'BFO' ? 'BSE' : 'NSE',
    side,
    price: filledValue / filledQuantity / 100,
    quantity: filledQuantity,
    day: istDateToDayNumber(on),
    isFirstSaleOfDay,
  })
}

/** Unrounded rupees at one price: brokerage is paid per slice, the depository charge once. */
export const slicedCharges = (
  order: Omit<FilledOrder, 'filledQuantity' | 'filledValue'>,
  { slices, price }: { readonly slices: readonly number[]; readonly price: Paise },
  on: IstDate,
  isFirstSaleOfDay: boolean,
): Charges => {
  const each = slices.map((quantity, index) =>
    orderCharges(
      { ...order, filledQuantity: quantity, filledValue: paise(quantity * price) },
      on,
      isFirstSaleOfDay && index === 0,
    ),
  )
  return each.reduce(addCharges, nothing)
}

export const addCharges = (one: Charges, other: Charges): Charges => ({
  brokerage: one.brokerage + other.brokerage,
  stt: one.stt + other.stt,
  transaction: one.transaction + other.transaction,
  sebi: one.sebi + other.sebi,
  stamp: one.stamp + other.stamp,
  gst: one.gst + other.gst,
  dp: one.dp + other.dp,
  total: one.total + other.total,
})

/** Rounded once per order. */
export const orderChargesInPaise = (order: FilledOrder, on: IstDate, isFirstSaleOfDay: boolean): Paise =>
  fromRupees(orderCharges(order, on, isFirstSaleOfDay).total)

export const exerciseChargesInPaise = (intrinsicValue: Paise, on: IstDate): Paise =>
  fromRupees(exerciseTaxOf(toRupees(intrinsicValue), istDateToDayNumber(on)))

const nothing: Charges = {
  brokerage: 0,
  stt: 0,
  transaction: 0,
  sebi: 0,
  stamp: 0,
  gst: 0,
  dp: 0,
  total: 0,
}
