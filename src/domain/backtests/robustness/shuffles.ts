import type { Spread } from './monte-carlo.ts'
import { createRandom, quantileOf } from './random.ts'

/** Max drawdown of the running sum, which starts at 0. */
export const maxDrawdown = (amounts: ArrayLike<number>): number => {
  let sum = 0
  let peak = 0
  let depth = 0
  for (let index = 0; index < amounts.length; index++) {
    sum += amounts[index] ?? 0
    if (sum > peak) peak = sum
    if (peak - sum > depth) depth = peak - sum
  }
  return depth
}

/** Max drawdowns of the trades in random orders (Fisher and Yates 1938); the net P&L is the same in each. */
export const shuffledDrawdowns = (amounts: readonly number[], draws: number, seed: number): Spread | null => {
  if (amounts.length === 0) return null
  const random = createRandom(seed)
  const order = Float64Array.from(amounts)
  const depths = new Float64Array(draws)
  for (let draw = 0; draw < draws; draw++) {
    for (let index = order.length - 1; index > 0; index--) {
      const other = random.below(index + 1)
      const amount = order[index] ?? 0
      order[index] = order[other] ?? 0
      order[other] = amount
    }
    depths[draw] = maxDrawdown(order)
  }
  return spreadOf(depths)
}

export const spreadOf = (values: Float64Array): Spread => {
  const sorted = values.slice().sort()
  return {
    p5: quantileOf(sorted, 0.05),
    p50: quantileOf(sorted, 0.5),
    p95: quantileOf(sorted, 0.95),
    p99: quantileOf(sorted, 0.99),
  }
}
