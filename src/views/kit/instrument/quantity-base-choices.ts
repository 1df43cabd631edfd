import { quantityBases, type StrategyQuantity } from '../../../domain/strategies/strategy.ts'

const labels: Readonly<Record<StrategyQuantity['by'], string>> = {
  lots: 'lots',
  shares: 'shares',
  rupees: '₹ a position',
  capital_pct: '% of the capital',
  risk: '₹ lost if the stop is hit',
}

export const quantityBaseChoices = quantityBases.map((by) => ({ value: by, label: labels[by] }))
