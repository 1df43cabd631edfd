import { type Paise, paise } from '../../../src/domain/money.ts'

/** `amount × part / whole` in whole paise, half away from zero, exact beyond what a double can multiply. */
export const shareOf = (amount: number, part: number, whole: number): Paise => {
  if (whole === 0 || part === whole) return paise(whole === 0 ? 0 : amount)
  const doubled = 2n * BigInt(amount) * BigInt(part)
  const divisor = BigInt(whole)
  const half = doubled < 0n === divisor < 0n ? divisor : -divisor
  return paise(Number((doubled + half) / (2n * divisor)))
}
