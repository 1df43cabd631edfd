import { isComputed, type SweepFigures, type SweepMeasure } from '../../../domain/backtests/sweep/figures.ts'
import {
  axisIndices,
  axisValues,
  combinationAt,
  countOfPlan,
  type SweepPlan,
} from '../../../domain/backtests/sweep/sweep-plan.ts'

export interface GridCell {
  readonly column: number
  readonly row: number
  /** The best one with these two values; the only one in a sweep of two axes. */
  readonly combination: number
  readonly value: number | null
}

export interface Grid {
  readonly columns: readonly number[]
  readonly rows: readonly number[]
  readonly cells: readonly GridCell[]
  /** Greatest distance from the neutral value. */
  readonly reach: number
}

export const neutralOf: Readonly<Record<SweepMeasure, number>> = {
  sharpe: 0,
  return: 0,
  profitFactor: 1,
  maxDraw: 0,
}

/** The best over all other axes; a single axis is one row. */
export const gridOf = (
  plan: SweepPlan,
  figures: SweepFigures,
  measure: SweepMeasure,
  across: number,
  down: number | null,
): Grid => {
  const acrossAxis = plan.axes[across]
  const downAxis = down === null ? undefined : plan.axes[down]
  const columns = acrossAxis === undefined ? [] : axisValues(acrossAxis)
  const rows = downAxis === undefined ? [Number.NaN] : axisValues(downAxis)
  const best: (number | null)[] = new Array(columns.length * rows.length).fill(null)
  const sign = measure === 'maxDraw' ? -1 : 1
  const figureOf = (combination: number): number | null => {
    const value = figures[measure][combination] ?? Number.NaN
    return Number.isNaN(value) || !isComputed(figures, combination) ? null : value
  }
  for (let combination = 0; combination < countOfPlan(plan); combination++) {
    const indices = axisIndices(plan, combination)
    const at = (indices[across] ?? 0) * rows.length + (down === null ? 0 : (indices[down] ?? 0))
    const before = best[at] ?? null
    const value = figureOf(combination)
    const known = before === null ? null : figureOf(before)
    if (before === null || (value !== null && (known === null || sign * value > sign * known)))
      best[at] = combination
  }
  const neutral = neutralOf[measure]
  const cells = best.map((combination, at) => {
    const chosen = combination ?? combinationAt(plan, [])
    return {
      column: Math.floor(at / rows.length),
      row: at % rows.length,
      combination: chosen,
      value: figureOf(chosen),
    }
  })
  const reach = cells.reduce((most, { value }) => Math.max(most, Math.abs((value ?? neutral) - neutral)), 0)
  return { columns, rows, cells, reach }
}
