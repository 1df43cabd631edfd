import { roundToPaisa } from '../../money.ts'
import type { Drawing } from './drawing.ts'
import { isPositionTool } from './tools.ts'

export interface PositionPlan {
  readonly side: 'buy' | 'sell'
  readonly entry: number
  readonly stop: number
  readonly target: number
  /** Units, in whole lots; 0 if one lot risks more. */
  readonly quantity: number
  /** Rupees, both positive. */
  readonly loss: number
  readonly profit: number
  /** Profit for a rupee of loss. */
  readonly rewardToRisk: number
}

export const planOf = (
  { tool, points, risk }: Pick<Drawing, 'tool' | 'points' | 'risk'>,
  lotSize: number,
): PositionPlan | null => {
  const [entry, stop, target] = points.map(({ price }) => roundToPaisa(price))
  if (!isPositionTool(tool) || entry === undefined) return null
  if (stop === undefined || target === undefined || entry === stop) return null
  const [lossOfUnit, profitOfUnit] = [Math.abs(entry - stop), Math.abs(target - entry)]
  // The tolerance of the order's own sizing, so that the order has the quantity shown here.
  const quantity = Math.floor(risk / (lossOfUnit * lotSize) + 1e-9) * lotSize
  return {
    side: tool === 'long' ? 'buy' : 'sell',
    ...{ entry, stop, target, quantity },
    loss: roundToPaisa(lossOfUnit * quantity),
    profit: roundToPaisa(profitOfUnit * quantity),
    rewardToRisk: profitOfUnit / lossOfUnit,
  }
}
