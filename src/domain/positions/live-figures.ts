import { roundToPaisa } from '../money.ts'

/** Rupees; quantity in signed units. */
interface PricedPosition {
  readonly quantity: number
  readonly multiplier: number
  readonly lastPrice: number
  readonly pnl: number
  readonly m2m: number
  readonly unrealised: number
  readonly averagePrice: number
}

interface PositionNow {
  readonly pnl: number
  readonly m2m: number
  readonly unrealised: number
}

/** The server's row, moved by price change times quantity, in rupees; equals `positionOf` to the paisa. */
export const positionAt = (position: PricedPosition, price: number): PositionNow => {
  const moved = (price - position.lastPrice) * position.quantity * position.multiplier
  return {
    pnl: roundToPaisa(position.pnl + moved),
    m2m: roundToPaisa(position.m2m + moved),
    unrealised: roundToPaisa(position.unrealised + moved),
  }
}

/** Percent of the average price; a short gains as the price falls. Null without an open quantity. */
export const openGainPercent = (
  { quantity, averagePrice }: Pick<PricedPosition, 'quantity' | 'averagePrice'>,
  price: number,
): number | null =>
  quantity === 0 || averagePrice === 0
    ? null
    : (100 * Math.sign(quantity) * (price - averagePrice)) / averagePrice

/** Rupees; quantities in units. */
interface PricedHolding {
  readonly quantity: number
  readonly t1Quantity: number
  readonly invested: number
  readonly closePrice: number
}

export interface HoldingNow {
  readonly currentValue: number
  readonly pnl: number
  readonly pnlPercent: number | null
  readonly dayPnl: number
  readonly closeValue: number
}

/** In rupees; equals `holdingOf` to the paisa. */
export const holdingAt = (holding: PricedHolding, price: number): HoldingNow => {
  const held = holding.quantity + holding.t1Quantity
  const currentValue = roundToPaisa(price * held)
  const pnl = roundToPaisa(currentValue - holding.invested)
  return {
    currentValue,
    pnl,
    pnlPercent: holding.invested === 0 ? null : (100 * pnl) / holding.invested,
    dayPnl: roundToPaisa((price - holding.closePrice) * held),
    closeValue: roundToPaisa(holding.closePrice * held),
  }
}
