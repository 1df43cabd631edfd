import { formatNumber, formatSignedRupees } from '../../../domain/format.ts'

interface Outcome {
  /** Rupees; null is unlimited. */
  readonly maxProfit: number | null
  readonly maxLoss: number | null
  readonly breakevens: readonly number[]
  readonly spot: number
}

export const extremeInWords = (value: number | null): string =>
  value === null ? 'unlimited' : formatSignedRupees(value, 0)

export const payoffInWords = ({ maxProfit, maxLoss, breakevens, spot }: Outcome): string =>
  `Max profit ${extremeInWords(maxProfit)}, max loss ${extremeInWords(maxLoss)}; ${
    breakevens.length === 0
      ? 'no break-even'
      : `break-even at ${breakevens.map((price) => formatNumber(price, 0)).join(' and ')}`
  }; spot ${formatNumber(spot)}.`
