import type { BacktestParams } from '../backtest.ts'

/** Whole sets of the legs that the quantity covers. `costOfOne`: margin and net premium of one, in rupees. */
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
