import type { BacktestParams } from '../backtest.ts'

/**
 * How often the legs are traded: whole sets that the quantity covers, 0 where it covers none. `costOfOne` is the margin
 * of one set with any net premium paid, in rupees. Throws RangeError for a quantity by shares or risk.
 */
export const setsOf = (
  { size, capital }: Pick<BacktestParams, 'size' | 'capital'>,
  costOfOne: () => number,
): number => {
  switch (size.kind) {
    case 'lots':
      return size.lots
    case 'rupees':
      return Math.floor(size.rupees / costOfOne())
    case 'percent':
      return Math.floor((capital * size.percent) / 100 / costOfOne())
    case 'shares':
    case 'risk':
      throw new RangeError(`options are not sized by ${size.kind}`)
    default:
      return size satisfies never
  }
}
