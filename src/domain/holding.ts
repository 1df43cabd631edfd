import { type Paise, paise } from './money.ts'

/** Shares held past their day. */
export interface HoldingInput {
  /** Settled. */
  readonly quantity: number
  /** Bought on the trading day before and not settled yet. */
  readonly t1Quantity: number
  /** Sold today. */
  readonly usedQuantity: number
  /** Of `quantity` and `t1Quantity` together. */
  readonly cost: Paise
  /** A unit. */
  readonly previousClose: Paise
}

/** Everything a holding shows. Amounts in whole paise; the average in paise a unit, unrounded. */
export interface HoldingFigures {
  readonly heldQuantity: number
  /** What may still be sold. Selling unsettled shares risks short delivery. */
  readonly sellableQuantity: number
  readonly averagePrice: number
  readonly invested: Paise
  readonly currentValue: Paise
  readonly pnl: Paise
  /** A unit, since the close of the day before. */
  readonly dayChange: Paise
  /** Percent; null without a close. */
  readonly dayChangePercentage: number | null
  /** Gain of the day of all of it. */
  readonly todayPnl: Paise
  /** Worth at the close of the day before. */
  readonly closeValue: Paise
}

/** Figures of a holding at a last price. */
export const holdingOf = (holding: HoldingInput, lastPrice: Paise): HoldingFigures => {
  const heldQuantity = holding.quantity + holding.t1Quantity
  const currentValue = paise(lastPrice * heldQuantity)
  const dayChange = paise(lastPrice - holding.previousClose)
  return {
    heldQuantity,
    sellableQuantity: sellableOf(holding),
    averagePrice: heldQuantity === 0 ? 0 : holding.cost / heldQuantity,
    invested: holding.cost,
    currentValue,
    pnl: paise(currentValue - holding.cost),
    dayChange,
    dayChangePercentage: percentOf(dayChange, holding.previousClose),
    todayPnl: paise(dayChange * heldQuantity),
    closeValue: paise(holding.previousClose * heldQuantity),
  }
}

export interface HoldingTotals {
  readonly investedAmount: Paise
  readonly currentValue: Paise
  readonly todayPnl: Paise
  /** Percent of the worth at the close before; null without any. */
  readonly todayPnlPercent: number | null
  readonly totalPnl: Paise
  /** Percent of what was invested; null without any. */
  readonly totalPnlPercent: number | null
}

/** Sums over holdings, in paise. */
export const totalsOf = (holdings: readonly HoldingFigures[]): HoldingTotals => {
  let [invested, current, today, close] = [0, 0, 0, 0]
  for (const holding of holdings) {
    invested += holding.invested
    current += holding.currentValue
    today += holding.todayPnl
    close += holding.closeValue
  }
  return {
    investedAmount: paise(invested),
    currentValue: paise(current),
    todayPnl: paise(today),
    todayPnlPercent: percentOf(today, close),
    totalPnl: paise(current - invested),
    totalPnlPercent: percentOf(current - invested, invested),
  }
}

const percentOf = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole)

const sellableOf = ({
  quantity,
  t1Quantity,
  usedQuantity,
}: Pick<HoldingInput, 'quantity' | 't1Quantity' | 'usedQuantity'>): number =>
  Math.max(0, quantity + t1Quantity - usedQuantity)
