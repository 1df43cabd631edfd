import type { Side } from '../../orders/order.ts'
import type { BacktestParams, ExitReason } from '../backtest.ts'
import { slippedPrice } from '../slippage.ts'
import { OPTION_TICK } from './model.ts'
import type { LegContract, PriceMark } from './rules.ts'

export interface RawFill {
  /** Row of the underlying's candles. */
  readonly row: number
  readonly isAtClose: boolean
  /** Rupees a unit, before slippage. */
  readonly price: number
  readonly mark: PriceMark
  /** Rupees from a model price to the bid or ask; 0 for a traded price. */
  readonly halfSpread: number
}

/** Units, not lots. */
export interface RawLeg {
  readonly contract: LegContract
  readonly side: Side
  readonly quantity: number
  readonly entry: RawFill
  readonly exit: RawFill
  readonly reason: ExitReason
}

/** Rupees. Legs are entered together and may be closed one by one. */
export interface RawOptionTrade {
  readonly legs: readonly RawLeg[]
  readonly reason: ExitReason
  readonly entryRow: number
  readonly exitRow: number
  /** Closed at a combined stop that the legs may not have passed. */
  readonly isAmbiguous: boolean
  readonly margin: number
  readonly hedgeBenefit: number
  /** Lowest and highest open P&L of all legs together, in rupees. */
  readonly worst: number
  readonly best: number
}

export const legPriceOf = (
  { price, halfSpread }: Pick<RawFill, 'price' | 'halfSpread'>,
  side: Side,
  params: BacktestParams,
): number =>
  slippedPrice(side === 'buy' ? price + halfSpread : Math.max(0, price - halfSpread), side, params, {
    tickSize: OPTION_TICK,
  })
