import { type Paise, paise } from '../money.ts'

export interface PositionInput {
  /** Signed units. */
  readonly overnightQuantity: number
  /** At the carried average; its sign is ignored. */
  readonly overnightValue: Paise
  readonly previousClose: Paise
  readonly dayBuyQuantity: number
  readonly dayBuyValue: Paise
  readonly daySellQuantity: number
  readonly daySellValue: Paise
}

/** Whole paise; averages in paise a unit, unrounded. */
export interface PositionFigures {
  readonly quantity: number
  readonly overnightQuantity: number
  readonly multiplier: number
  readonly averagePrice: number
  readonly closePrice: Paise
  readonly lastPrice: Paise
  readonly value: Paise
  readonly pnl: Paise
  /** Gain of the day; the overnight quantity counts from the previous close. */
  readonly m2m: Paise
  readonly realised: Paise
  readonly unrealised: Paise
  readonly buyQuantity: number
  readonly buyPrice: number
  readonly buyValue: Paise
  readonly buyM2m: Paise
  readonly sellQuantity: number
  readonly sellPrice: number
  readonly sellValue: Paise
  readonly sellM2m: Paise
  readonly dayBuyQuantity: number
  readonly dayBuyPrice: number
  readonly dayBuyValue: Paise
  readonly daySellQuantity: number
  readonly daySellPrice: number
  readonly daySellValue: Paise
}

/**
 * As Kite Connect: averages per side, not FIFO. `realised` and `unrealised` are split by matched quantity;
 * Kite puts all of `pnl` into `unrealised`. The multiplier is 1 at NSE, BSE, NFO and BFO.
 */
export const positionOf = (input: PositionInput, lastPrice: Paise, multiplier = 1): PositionFigures => {
  const { overnightQuantity, previousClose, dayBuyQuantity, dayBuyValue, daySellQuantity, daySellValue } =
    input
  const carriedLong = Math.max(overnightQuantity, 0)
  const carriedShort = Math.max(-overnightQuantity, 0)
  const carriedValue = Math.abs(input.overnightValue)

  const buyQuantity = dayBuyQuantity + carriedLong
  const sellQuantity = daySellQuantity + carriedShort
  const buyValue = paise(dayBuyValue + (carriedLong > 0 ? carriedValue : 0))
  const sellValue = paise(daySellValue + (carriedShort > 0 ? carriedValue : 0))
  const buyM2m = paise(dayBuyValue + carriedLong * previousClose * multiplier)
  const sellM2m = paise(daySellValue + carriedShort * previousClose * multiplier)

  const quantity = buyQuantity - sellQuantity
  const value = paise(sellValue - buyValue)
  const marked = quantity * lastPrice * multiplier
  const pnl = paise(value + marked)
  const buyPrice = averageOf(buyValue, buyQuantity, multiplier)
  const sellPrice = averageOf(sellValue, sellQuantity, multiplier)
  const realised = paise(
    Math.round(Math.min(buyQuantity, sellQuantity) * (sellPrice - buyPrice) * multiplier) + 0,
  )
  return {
    quantity,
    overnightQuantity,
    multiplier,
    averagePrice: quantity > 0 ? buyPrice : quantity < 0 ? sellPrice : 0,
    closePrice: previousClose,
    lastPrice,
    value,
    pnl,
    m2m: paise(sellM2m - buyM2m + marked),
    realised,
    unrealised: paise(pnl - realised),
    buyQuantity,
    buyPrice,
    buyValue,
    buyM2m,
    sellQuantity,
    sellPrice,
    sellValue,
    sellM2m,
    dayBuyQuantity,
    dayBuyPrice: averageOf(dayBuyValue, dayBuyQuantity, multiplier),
    dayBuyValue,
    daySellQuantity,
    daySellPrice: averageOf(daySellValue, daySellQuantity, multiplier),
    daySellValue,
  }
}

/** A `day` row: without the overnight quantity. Null without a fill today. */
export const dayPositionOf = (
  input: PositionInput,
  lastPrice: Paise,
  multiplier = 1,
): PositionFigures | null =>
  input.dayBuyQuantity === 0 && input.daySellQuantity === 0
    ? null
    : positionOf({ ...input, overnightQuantity: 0, overnightValue: paise(0) }, lastPrice, multiplier)

const averageOf = (value: Paise, quantity: number, multiplier: number): number =>
  quantity === 0 ? 0 : value / (quantity * multiplier)
