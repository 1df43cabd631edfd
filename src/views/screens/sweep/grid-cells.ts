import { isComputed, type SweepFigures, type SweepMeasure } from '../../../domain/sweep/figures.ts'
import {
  axisValues,
  combinationAt,
  countOfPlan,
  placesOf,
  type SweepPlan,
} from '../../../domain/sweep/sweep-plan.ts'

/** One pair of values of the two axes shown. */
export interface GridCell {
  readonly column: number
  readonly row: number
  /** The best combination with these two values; of a grid of two axes the only one. */
  readonly combination: number
  /** Null where it is not defined or not computed. */
  readonly value: number | null
}

export interface Grid {
  readonly columns: readonly number[]
  readonly rows: readonly number[]
  /** Column by column. */
  readonly cells: readonly GridCell[]
  /** The farthest any value lies from the one that is neither good nor bad. */
  readonly reach: number
}

/** Where a measure is neither good nor bad. */
export const neutralOf: Readonly<Record<SweepMeasure, number>> = {
  sharpe: 0,
  return: 0,
  profitFactor: 1,
  maxDraw: 0,
}

/** Axis `across` over axis `down`, the best over all others; one axis alone is a single row. */
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
    const places = placesOf(plan, combination)
    const at = (places[across] ?? 0) * rows.length + (down === null ? 0 : (places[down] ?? 0))
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
