import type { InstrumentId } from '../instruments/instrument.ts'
import { roundToPaisa } from '../money.ts'

/** `quantity` in signed units; prices and P&L in rupees. */
export interface PricedRun {
  readonly contract: InstrumentId
  readonly quantity: number
  readonly averagePrice: number | null
  /** After charges of the trades that ended and of the open one. */
  readonly realisedToday: number
  readonly carriedPnl: number
  /** With the open position at the server's last price. */
  readonly pnlToday: number
}

/** Rupees; null while nothing is held. */
export const openPnlAt = (
  { quantity, averagePrice }: Pick<PricedRun, 'quantity' | 'averagePrice'>,
  price: number,
): number | null =>
  quantity === 0 || averagePrice === null ? null : roundToPaisa(quantity * (price - averagePrice))

export interface DayPnl {
  readonly realised: number
  readonly open: number
  readonly total: number
}

/** Rupees; a run without a known price counts as the server last valued it. */
export const dayPnlOf = (
  runs: readonly PricedRun[],
  priceOf: (contract: InstrumentId) => number | null,
): DayPnl => {
  let realised = 0
  let open = 0
  for (const run of runs) {
    const price = run.quantity === 0 ? null : priceOf(run.contract)
    const atPrice = price === null ? null : openPnlAt(run, price)
    realised += run.realisedToday
    open += atPrice === null ? run.pnlToday - run.realisedToday : atPrice - run.carriedPnl
  }
  return {
    realised: roundToPaisa(realised),
    open: roundToPaisa(open),
    total: roundToPaisa(realised + open),
  }
}
