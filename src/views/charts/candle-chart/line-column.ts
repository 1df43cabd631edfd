import { createExtremesPyramid, type Extremes } from '../../../market/instruments/extremes.ts'

export interface LineColumn {
  readonly values: Float64Array
  readonly extremes: (from: number, to: number) => Extremes
  putLast(value: number): void
}

export const createLineColumn = (values: Float64Array): LineColumn => {
  const pyramid = createExtremesPyramid({
    low: () => values,
    high: () => values,
    rows: () => values.length,
    capacity: values.length,
  })
  return {
    values,
    extremes: pyramid.between,
    putLast(value) {
      const row = values.length - 1
      if (row < 0 || values[row] === value) return
      values[row] = value
      pyramid.update(row)
    },
  }
}

export const enclosing = (all: readonly Extremes[]): Extremes => {
  let low = Number.NaN
  let high = Number.NaN
  for (const one of all) {
    if (!(low <= one.low) && !Number.isNaN(one.low)) low = one.low
    if (!(high >= one.high) && !Number.isNaN(one.high)) high = one.high
  }
  return { low, high }
}
