import type { StrategyLeg } from './strategy.ts'

export const newLeg: StrategyLeg = {
  position: 'sell',
  type: 'ce',
  expiry: 'current',
  atm: 0,
  delta: null,
  premium: null,
  quantity: 1,
  stopLoss: null,
  targetProfit: null,
  tpslType: 'pct',
}
