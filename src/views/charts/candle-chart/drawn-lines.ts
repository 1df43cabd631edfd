import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { createLineColumn } from './line-column.ts'
import type { DrawnLine } from './paint-lines.ts'
import type { PanedLine } from './plot-scene.ts'

export interface PlotLine extends Omit<DrawnLine, 'column'> {
  readonly values: Float64Array
  /** Its last value moves with the price of this instrument. */
  readonly follows?: InstrumentId | null
}

export interface PlotLines {
  setLines(lines: readonly PlotLine[]): void
  putLine(index: number, value: number): void
}

export const createPlotLines = (rows: () => number, changed: () => void) => {
  let lines: readonly PanedLine[] = []
  const given: PlotLines = {
    setLines(next) {
      // The values are the machine's; those that move are a copy.
      lines = next.map(({ values, follows = null, ...line }) => ({
        ...line,
        column: createLineColumn(follows === null ? values : values.slice()),
      }))
      changed()
    },
    putLine(index, value) {
      const column = lines[index]?.column
      // Until the lines are computed again they lack the newest candle.
      if (column === undefined || column.values.length !== rows()) return
      column.putLast(value)
      changed()
    },
  }
  return { all: () => lines, given }
}
