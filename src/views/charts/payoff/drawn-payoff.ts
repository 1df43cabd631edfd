import type { Payoff } from '../../../domain/options/payoff.ts'

export const drawnPayoff = (
  { today, atHorizon, maxProfit, maxLoss, probabilityOfProfit, ...read }: Payoff,
  spot: number,
) => {
  const { prices, atExpiry, breakevens, expectedMove } = read
  return {
    curve: { prices, atExpiry, breakevens, expectedMove, onDay: atHorizon ?? today, spot },
    outcome: {
      maxProfit: maxProfit.value,
      maxLoss: maxLoss.value,
      maxProfitNote: maxProfit.note,
      maxLossNote: maxLoss.note,
      pop: probabilityOfProfit === null ? null : probabilityOfProfit * 100,
      breakevens,
      spot,
    },
  }
}
