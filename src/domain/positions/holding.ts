import { type Paise, paise } from '../money.ts'

export interface HoldingInput {
  readonly quantity: number
  /** Bought on the previous trading day and not settled yet. */
  readonly t1Quantity: number
  /** Sold today. */
  readonly usedQuantity: number
  /** Cost of `quantity` and `t1Quantity` together. */
  readonly cost: Paise
  readonly previousClose: Paise
}

/** Whole paise; the average is paise a unit, unrounded. */
export interface HoldingFigures {
  readonly heldQuantity: number
  /** Selling unsettled shares risks short delivery. */
  readonly sellableQuantity: number
  readonly averagePrice: number
  readonly invested: Paise
  readonly currentValue: Paise
  readonly pnl: Paise
  readonly dayChange: Paise
  readonly dayChangePercentage: number | null
  readonly todayPnl: Paise
  /** Value at the previous close. */
  readonly closeValue: Paise
}

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
  readonly todayPnlPercent: number | null
  readonly totalPnl: Paise
  readonly totalPnlPercent: number | null
}

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
