import type { BacktestParams, BacktestRequest } from './backtest.ts'

export const SHARES_MAX = 10_000_000

/** Absorbs rounding, so that a risk of exactly 100 units is not one of 99; as in the kernels. */
const CLOSE = 1e-10

interface SizedBy {
  readonly params: Pick<BacktestParams, 'size' | 'capital' | 'stopLoss' | 'tpslType'>
  readonly contract: Pick<BacktestRequest['contract'], 'lotSize'>
}

/** Units of an entry at `price`, which is after slippage; 0 if it does not cover one lot. */
export const unitsAt = ({ params, contract }: SizedBy, price: number): number => {
  const { size, capital } = params
  const { lotSize } = contract
  switch (size.kind) {
    case 'lots':
      return size.lots * lotSize
    case 'rupees':
      return wholeLots(size.rupees / (price * lotSize), lotSize)
    case 'percent':
      return wholeLots((capital * size.percent) / 100 / (price * lotSize), lotSize)
    case 'shares':
      return wholeLots(size.shares / lotSize, lotSize)
    case 'risk':
      return wholeLots((size.rupees / (stopDistanceAt(params, price) * lotSize)) * (1 + CLOSE), lotSize)
    default:
      return size satisfies never
  }
}

const wholeLots = (lots: number, lotSize: number): number => Math.floor(lots) * lotSize

/** Points a unit; infinite without a stop, and for one in rupees of the position. */
const stopDistanceAt = ({ stopLoss, tpslType }: SizedBy['params'], price: number): number => {
  if (stopLoss === null || tpslType === 'abs') return Number.POSITIVE_INFINITY
  return tpslType === 'pct' ? (price * stopLoss) / 100 : stopLoss
}

/** Completes "size: …" for a size by risk; null if the stop allows it. */
export const findRiskProblem = ({
  stopLoss,
  tpslType,
}: Pick<BacktestParams, 'stopLoss' | 'tpslType'>): string | null => {
  if (stopLoss === null) return 'expected a stop loss, because the risk is what is lost there'
  return tpslType === 'abs'
    ? 'expected a stop in percent or points: one in rupees loses the same with any quantity'
    : null
}
