import type { IndicatorOperand } from '../domain/strategies/condition/tree.ts'
import type { IndicatorRequest } from '../engine/backtest/request.ts'

export const indicatorRequest = ({ kind: _, as: __, ...request }: IndicatorOperand): IndicatorRequest =>
  request
