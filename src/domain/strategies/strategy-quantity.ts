import type { TradeSize } from '../backtests/backtest.ts'
import type { StrategyQuantity } from './strategy.ts'

export const sizeOf = ({ by, value }: StrategyQuantity): TradeSize => {
  switch (by) {
    case 'lots':
      return { kind: 'lots', lots: value }
    case 'rupees':
      return { kind: 'rupees', rupees: value }
    case 'capital_pct':
      return { kind: 'percent', percent: value }
    case 'shares':
      return { kind: 'shares', shares: value }
    case 'risk':
      return { kind: 'risk', rupees: value }
    default:
      throw new RangeError(`unknown quantity ${by satisfies never}`)
  }
}

export const quantityOf = (size: TradeSize): StrategyQuantity => {
  switch (size.kind) {
    case 'lots':
      return { by: 'lots', value: size.lots }
    case 'rupees':
      return { by: 'rupees', value: size.rupees }
    case 'percent':
      return { by: 'capital_pct', value: size.percent }
    case 'shares':
      return { by: 'shares', value: size.shares }
    case 'risk':
      return { by: 'risk', value: size.rupees }
    default:
      throw new RangeError(`unknown size ${JSON.stringify(size satisfies never)}`)
  }
}
