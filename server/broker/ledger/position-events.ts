import type { Paise } from '../../../src/domain/money.ts'
import type { Fill, Product, Side } from '../../../src/domain/orders/order.ts'
import type { Holding, InstrumentTerms, PositionSums } from '../account.ts'
import { shareOf } from './share-of.ts'

export const noPosition = (terms: InstrumentTerms, product: Product): PositionSums => ({
  terms,
  product,
  overnightQuantity: 0,
  overnightValue: 0 as Paise,
  previousClose: 0 as Paise,
  dayBuyQuantity: 0,
  dayBuyValue: 0 as Paise,
  daySellQuantity: 0,
  daySellValue: 0 as Paise,
  charges: 0 as Paise,
})

export const quantityOf = (position: PositionSums): number =>
  position.overnightQuantity + position.dayBuyQuantity - position.daySellQuantity

/** Futures move no cash when they trade; they are marked to the close when the day rolls. */
export const isMarked = ({ instrumentType }: InstrumentTerms): boolean => instrumentType === 'FUT'

export const traded = (
  position: PositionSums,
  { side, quantity, value }: { readonly side: Side; readonly quantity: number; readonly value: number },
): PositionSums =>
  side === 'buy'
    ? {
        ...position,
        dayBuyQuantity: position.dayBuyQuantity + quantity,
        dayBuyValue: (position.dayBuyValue + value) as Paise,
      }
    : {
        ...position,
        daySellQuantity: position.daySellQuantity + quantity,
        daySellValue: (position.daySellValue + value) as Paise,
      }

export const fillValueOf = ({ quantity, price }: Pick<Fill, 'quantity' | 'price'>): number => quantity * price

/** Day's P&L at `close`: carried units from the previous close, the day's trades from their price. */
export const markedTo = (position: PositionSums, close: Paise): Paise =>
  (position.daySellValue -
    position.dayBuyValue -
    position.overnightQuantity * position.previousClose +
    quantityOf(position) * close) as Paise

/** Value of the open side at that side's average price, not first in first out. */
const carriedValueOf = (position: PositionSums, quantity: number): Paise => {
  const { overnightQuantity: carried, overnightValue } = position
  const [units, value] =
    quantity > 0
      ? [
          position.dayBuyQuantity + Math.max(carried, 0),
          position.dayBuyValue + (carried > 0 ? overnightValue : 0),
        ]
      : [
          position.daySellQuantity + Math.max(-carried, 0),
          position.daySellValue + (carried < 0 ? overnightValue : 0),
        ]
  return shareOf(value, Math.abs(quantity), units)
}

export const carried = (position: PositionSums, close: Paise): PositionSums | null => {
  const quantity = quantityOf(position)
  if (quantity === 0) return null
  return {
    ...noPosition(position.terms, position.product),
    overnightQuantity: quantity,
    overnightValue: carriedValueOf(position, quantity),
    previousClose: close,
  }
}

/** The given close, else the previous one, else the average price. */
export const closeOf = (position: PositionSums, close: Paise | undefined): Paise => {
  if (close !== undefined) return close
  if (position.previousClose > 0) return position.previousClose
  const quantity = quantityOf(position)
  return quantity === 0 ? (0 as Paise) : shareOf(carriedValueOf(position, quantity), 1, Math.abs(quantity))
}

export interface Conversion {
  readonly side: Side
  readonly quantity: number
  readonly isOvernight: boolean
}

export const moved = (
  from: PositionSums,
  to: PositionSums,
  { side, quantity, isOvernight }: Conversion,
): { readonly from: PositionSums; readonly to: PositionSums } | null => {
  const sign = side === 'buy' ? 1 : -1
  if (quantity <= 0 || quantityOf(from) * sign < quantity) return null
  if (isOvernight) {
    if (from.overnightQuantity * sign < quantity || to.overnightQuantity * sign < 0) return null
    const value = shareOf(from.overnightValue, quantity, Math.abs(from.overnightQuantity))
    return {
      from: {
        ...from,
        overnightQuantity: from.overnightQuantity - sign * quantity,
        overnightValue: (from.overnightValue - value) as Paise,
      },
      to: {
        ...to,
        overnightQuantity: to.overnightQuantity + sign * quantity,
        overnightValue: (to.overnightValue + value) as Paise,
        previousClose: from.previousClose,
      },
    }
  }
  const [units, value] =
    side === 'buy' ? [from.dayBuyQuantity, from.dayBuyValue] : [from.daySellQuantity, from.daySellValue]
  if (units < quantity) return null
  const part = shareOf(value, quantity, units)
  return {
    from: traded(from, { side, quantity: -quantity, value: -part }),
    to: traded(to, { side, quantity, value: part }),
  }
}

export const usedOf = (position: PositionSums, holding: Holding): number =>
  Math.min(
    Math.max(position.daySellQuantity - position.dayBuyQuantity, 0),
    holding.quantity + holding.t1Quantity,
  )

/** At the start of the next day: yesterday's purchases have settled, today's sales are gone. */
export const settledHolding = (holding: Holding, close: Paise | undefined): Holding | null => {
  const held = holding.quantity + holding.t1Quantity
  const left = held - holding.usedQuantity
  if (left <= 0) return null
  return {
    ...holding,
    quantity: left,
    t1Quantity: 0,
    usedQuantity: 0,
    cost: (holding.cost - shareOf(holding.cost, holding.usedQuantity, held)) as Paise,
    previousClose: close ?? holding.previousClose,
  }
}

export const boughtForDelivery = (position: PositionSums): { quantity: number; cost: Paise } => {
  const quantity = position.dayBuyQuantity - position.daySellQuantity
  return quantity <= 0
    ? { quantity: 0, cost: 0 as Paise }
    : { quantity, cost: shareOf(position.dayBuyValue, quantity, position.dayBuyQuantity) }
}
