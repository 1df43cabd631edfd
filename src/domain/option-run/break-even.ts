import type { BacktestResult } from '../backtest.ts'
import { known, type LegBreakEven, type Reckoned, unknown } from '../trust/trust.ts'
import type { RawLeg, RawOptionTrade } from './raw-trade.ts'

const BASIS_POINTS = 10_000

type Money = Pick<BacktestResult, 'finalPnl' | 'slippagePaid'>

/** What all orders of some legs came to. A settlement is no order and does not slip. */
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
  if (whole === 0) return unknown('There is no order to slip.')
  const beforeSlippage = finalPnl + slippagePaid
  return beforeSlippage > 0
    ? known(beforeSlippage / whole)
    : unknown('The run loses before any slippage is counted.')
}

const inBasisPoints = (share: Reckoned): Reckoned =>
  share.value === null ? share : known(share.value * BASIS_POINTS)

/**
 * Slippage in basis points of the premium, on every order, at which the net P&L would be 0. Spreads that were crossed
 * count as slippage; trades and charges are held as they are.
 */
export const breakEvenOfRun = (money: Money, trades: readonly RawOptionTrade[]): Reckoned => {
  const { turnover } = ordersOf(trades.flatMap(({ legs }) => legs))
  return inBasisPoints(shareOf(money, turnover))
}

/** The same of each leg, were it the only one to slip, in the order of the legs. */
export const breakEvenOfLegs = (
  money: Money,
  trades: readonly RawOptionTrade[],
  legs: number,
): readonly LegBreakEven[] =>
  Array.from({ length: legs }, (_, place) => {
    const { units, turnover } = ordersOf(
      trades.flatMap((trade) => {
        const leg = trade.legs[place]
        return leg === undefined ? [] : [leg]
      }),
    )
    return { bps: inBasisPoints(shareOf(money, turnover)), points: shareOf(money, units) }
  })
