import { formatNumber, formatPercent } from '../../../domain/format.ts'
import type { SweepMeasure } from '../../../domain/sweep/figures.ts'

/** A figure that combinations are ranked by, with its unit. */
export const measureInWords = (measure: SweepMeasure, value: number | null): string =>
  measure === 'return' || measure === 'maxDraw' ? formatPercent(value) : formatNumber(value)

/** Before a value that carries its own unit. */
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
