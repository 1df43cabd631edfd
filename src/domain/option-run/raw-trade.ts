import type { BacktestParams, ExitReason } from '../backtest.ts'
import type { Side } from '../order.ts'
import { slippedPrice } from '../slippage.ts'
import { OPTION_TICK } from './model.ts'
import type { LegContract, PriceMark } from './rules.ts'

/** One fill of a leg as the rules made it. */
export interface RawFill {
  /** Of the underlying's candles. */
  readonly row: number
  /** The start of its candle, or its end. */
  readonly isAtClose: boolean
  /** Rupees a unit: the price it was made at, before slippage. */
  readonly price: number
  readonly mark: PriceMark
  /** Rupees from a model price to the side of the book that fills; 0 of a traded one. */
  readonly halfSpread: number
}

export interface RawLeg {
  readonly contract: LegContract
  readonly side: Side
  /** Units. */
  readonly quantity: number
  readonly entry: RawFill
  readonly exit: RawFill
  readonly reason: ExitReason
}

/** A trade in options: its legs are entered together and may leave one by one. */
export interface RawOptionTrade {
  readonly legs: readonly RawLeg[]
  readonly reason: ExitReason
  readonly entryRow: number
  readonly exitRow: number
  /** Whether it left at a combined stop that the prices of the legs may have passed, or not. */
  readonly isAmbiguous: boolean
  /** Rupees. */
  readonly margin: number
  readonly hedgeBenefit: number
  /** Lowest and highest open P&L of all legs together, in rupees. */
  readonly worst: number
  readonly best: number
}

/** What an order pays or gets at a fill. */
export const legPriceOf = (
  { price, halfSpread }: Pick<RawFill, 'price' | 'halfSpread'>,
  side: Side,
  params: BacktestParams,
): number =>
  slippedPrice(side === 'buy' ? price + halfSpread : Math.max(0, price - halfSpread), side, params, {
    tickSize: OPTION_TICK,
  })
