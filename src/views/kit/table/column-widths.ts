export interface ColumnSize {
  /** Pixels, or shares of the remaining width; defaults to one share. */
  readonly width?: number | `${number}fr`
  readonly minWidth?: number
}

const MIN_WIDTH = 56

const sharesOf = ({ width = '1fr' }: ColumnSize): number =>
  typeof width === 'number' ? 0 : parseFloat(width)

const leastOf = ({ width, minWidth = MIN_WIDTH }: ColumnSize): number =>
  typeof width === 'number' ? width : minWidth

/** Whole pixels that add up to `available`, unless the minimum widths need more. */
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
