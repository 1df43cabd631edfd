import { findIndicator } from '../../charts/indicators.ts'
import type { Operand } from './tree.ts'

/** Its values are prices and belong over the candles. A calculation counts where it moves a price: `close - 2 * atr(14)`. */
export const isOnPriceScale = (operand: Operand): boolean => {
  switch (operand.kind) {
    case 'number':
      return false
    case 'indicator': {
      const { key, params, over } = operand
      if (findIndicator(key)?.pane !== 'price') return false
      return over === undefined ? !params.includes('volume') : isOnPriceScale(over)
    }
    case 'arithmetic': {
      const [left, right] = [isOnPriceScale(operand.left), isOnPriceScale(operand.right)]
      if (operand.operator === '+') return left || right
      if (operand.operator === '-') return left && !right
      if (operand.operator === '*')
        return (left && isConstant(operand.right)) || (right && isConstant(operand.left))
      return left && isConstant(operand.right)
    }
    case 'call':
      return operand.of.every((part) => isOnPriceScale(part))
    default:
      return operand satisfies never
  }
}

const isConstant = (operand: Operand): boolean =>
  operand.kind === 'number' ||
  (operand.kind === 'arithmetic' && isConstant(operand.left) && isConstant(operand.right))
