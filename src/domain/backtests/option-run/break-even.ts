import type { BacktestResult } from '../backtest.ts'
import { known, type LegBreakEven, type Reckoned, unknown } from '../robustness/robustness.ts'
import type { RawLeg, RawOptionTrade } from './raw-trade.ts'

const BASIS_POINTS = 10_000

type Money = Pick<BacktestResult, 'finalPnl' | 'slippagePaid'>

/** A settlement is not an order and has no slippage. */
const ordersOf = (legs: readonly RawLeg[]): { readonly units: number; readonly turnover: number } => {
  let units = 0
  let turnover = 0
  for (const { entry, exit, reason, quantity } of legs)
    for (const fill of reason === 'expiry' ? [entry] : [entry, exit]) {
      units += quantity
      turnover += quantity * fill.price
    }
  return { units, turnover }
}

const shareOf = ({ finalPnl, slippagePaid }: Money, whole: number): Reckoned => {
  if (whole === 0) return unknown('There are no orders.')
  const beforeSlippage = finalPnl + slippagePaid
  return beforeSlippage > 0 ? known(beforeSlippage / whole) : unknown('The run loses even without slippage.')
}

const inBasisPoints = (share: Reckoned): Reckoned =>
  share.value === null ? share : known(share.value * BASIS_POINTS)

/** Basis points of the premium per order at which net P&L is 0. Crossed spreads count as slippage. */
export const breakEvenOfRun = (money: Money, trades: readonly RawOptionTrade[]): Reckoned => {
  const { turnover } = ordersOf(trades.flatMap(({ legs }) => legs))
  return inBasisPoints(shareOf(money, turnover))
}

/** For each leg, as if no other leg had slippage. */
export const breakEvenOfLegs = (
  money: Money,
  trades: readonly RawOptionTrade[],
  legs: number,
): readonly LegBreakEven[] =>
  Array.from({ length: legs }, (_, index) => {
    const { units, turnover } = ordersOf(
      trades.flatMap((trade) => {
        const leg = trade.legs[index]
        return leg === undefined ? [] : [leg]
      }),
    )
    return { bps: inBasisPoints(shareOf(money, turnover)), points: shareOf(money, units) }
  })
