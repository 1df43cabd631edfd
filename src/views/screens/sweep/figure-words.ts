import type { SweepMeasure } from '../../../domain/backtests/sweep/figures.ts'
import { formatNumber, formatPercent } from '../../../domain/format.ts'

export const measureInWords = (measure: SweepMeasure, value: number | null): string =>
  measure === 'return' || measure === 'maxDraw' ? formatPercent(value) : formatNumber(value)

export const measureNames: Readonly<Record<SweepMeasure, string>> = {
  sharpe: 'Sharpe',
  return: 'Return',
  profitFactor: 'Profit factor',
  maxDraw: 'Drawdown',
}

export const measureTitles: Readonly<Record<SweepMeasure, string>> = {
  sharpe: 'Sharpe',
  return: 'Return %',
  profitFactor: 'Profit factor',
  maxDraw: 'DD %',
}
