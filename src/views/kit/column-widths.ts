export interface ColumnSize {
  /** Pixels, or shares of what the others leave. One share where it is not given. */
  readonly width?: number | `${number}fr`
  /** Pixels; a column of fixed width needs none. */
  readonly minWidth?: number
}

const MIN_WIDTH = 56

const sharesOf = ({ width = '1fr' }: ColumnSize): number =>
  typeof width === 'number' ? 0 : parseFloat(width)

const leastOf = ({ width, minWidth = MIN_WIDTH }: ColumnSize): number =>
  typeof width === 'number' ? width : minWidth

/**
 * Whole pixels for each column. They fill `available` exactly, unless the least widths already need more. A column
 * whose share is less than its least width takes that, and the others share what remains.
 */
export const columnWidths = (columns: readonly ColumnSize[], available: number): readonly number[] => {
  const fixed = new Set(columns.filter((column) => sharesOf(column) === 0))
  for (;;) {
    const flexible = columns.filter((column) => !fixed.has(column))
    const taken = [...fixed].reduce((sum, column) => sum + leastOf(column), 0)
    const shares = flexible.reduce((sum, column) => sum + sharesOf(column), 0)
    const share = Math.max(0, available - taken) / shares
    const tooNarrow = flexible.filter((column) => sharesOf(column) * share < leastOf(column))
    if (tooNarrow.length > 0) {
      for (const column of tooNarrow) fixed.add(column)
      continue
    }
    let end = taken
    let whole = taken
    return columns.map((column) => {
      if (fixed.has(column)) return leastOf(column)
      end += sharesOf(column) * share
      const width = Math.round(end) - whole
      whole += width
      return width
    })
  }
}
