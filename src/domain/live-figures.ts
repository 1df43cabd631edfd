/** What the server said of a position at its last price. Rupees; quantity in signed units. */
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

/**
 * The same position at another price, in rupees. Everything a position shows moves by the price times what is held,
 * so the server's row carries on from where it was: the same figures as `positionOf` at that price, to the paisa.
 */
export const positionAt = (position: PricedPosition, price: number): PositionNow => {
  const moved = (price - position.lastPrice) * position.quantity * position.multiplier
  return {
    pnl: toPaisa(position.pnl + moved),
    m2m: toPaisa(position.m2m + moved),
    unrealised: toPaisa(position.unrealised + moved),
  }
}

/** Gain on what is open, in percent of its average price: a short gains as the price falls. Null without an open quantity. */
export const openGainPercent = (
  { quantity, averagePrice }: Pick<PricedPosition, 'quantity' | 'averagePrice'>,
  price: number,
): number | null =>
  quantity === 0 || averagePrice === 0
    ? null
    : (100 * Math.sign(quantity) * (price - averagePrice)) / averagePrice

/** What the server said of a holding. Rupees; quantities in units. */
interface PricedHolding {
  readonly quantity: number
  readonly t1Quantity: number
  readonly invested: number
  /** Of the session before. */
  readonly closePrice: number
}

export interface HoldingNow {
  readonly currentValue: number
  readonly pnl: number
  /** Percent of what was invested; null without any. */
  readonly pnlPercent: number | null
  readonly dayPnl: number
  readonly closeValue: number
}

/** The same holding at another price, in rupees: as `holdingOf`, to the paisa. */
export const holdingAt = (holding: PricedHolding, price: number): HoldingNow => {
  const held = holding.quantity + holding.t1Quantity
  const currentValue = toPaisa(price * held)
  const pnl = toPaisa(currentValue - holding.invested)
  return {
    currentValue,
    pnl,
    pnlPercent: holding.invested === 0 ? null : (100 * pnl) / holding.invested,
    dayPnl: toPaisa((price - holding.closePrice) * held),
    closeValue: toPaisa(holding.closePrice * held),
  }
}

const toPaisa = (rupees: number): number => Math.round(rupees * 100) / 100 + 0
