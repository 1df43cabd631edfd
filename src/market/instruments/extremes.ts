/** NaN where every row is. */
export interface Extremes {
  readonly low: number
  readonly high: number
}

/** Level 0 is the columns; a cell of level n holds the extremes of 2^n rows. NaN rows are ignored. */
interface ExtremesPyramid {
  /** Rows `from` (included) to `to` (excluded). */
  between(from: number, to: number): Extremes
  update(row: number): void
}

const LEVELS_MAX = 24

export const createExtremesPyramid = (columns: {
  /** Functions, since longer columns may replace these. */
  readonly low: () => Float64Array
  readonly high: () => Float64Array
  readonly rows: () => number
  readonly capacity: number
}): ExtremesPyramid => {
  const lows: Float64Array[] = []
  const highs: Float64Array[] = []
  for (let level = 1; level <= LEVELS_MAX && columns.capacity >> level > 0; level++) {
    const cells = (columns.capacity >> level) + 1
    lows.push(new Float64Array(cells).fill(Number.NaN))
    highs.push(new Float64Array(cells).fill(Number.NaN))
  }

  const lowsAt = (level: number): Float64Array => (level === 0 ? columns.low() : (lows[level - 1] ?? none))
  const highsAt = (level: number): Float64Array => (level === 0 ? columns.high() : (highs[level - 1] ?? none))

  const fold = (level: number, cell: number): void => {
    const [below, above] = [lowsAt(level - 1), highsAt(level - 1)]
    const first = cell * 2
    const end = level === 1 ? columns.rows() : Number.POSITIVE_INFINITY
    const second = first + 1 < end ? first + 1 : first
    const [low, high] = [lows[level - 1], highs[level - 1]]
    if (low === undefined || high === undefined) return
    low[cell] = lesser(below[first] ?? Number.NaN, below[second] ?? Number.NaN)
    high[cell] = greater(above[first] ?? Number.NaN, above[second] ?? Number.NaN)
  }

  const rows = columns.rows()
  for (let level = 1; level <= lows.length; level++) {
    const cells = Math.ceil(rows / 2 ** level)
    for (let cell = 0; cell < cells; cell++) fold(level, cell)
  }

  return {
    between(from, to) {
      let low = Number.NaN
      let high = Number.NaN
      let row = Math.max(0, from)
      const end = Math.min(to, columns.rows())
      while (row < end) {
        let level = 0
        // The largest whole cell that begins here and fits.
        while (level < lows.length && row % 2 ** (level + 1) === 0 && row + 2 ** (level + 1) <= end) level++
        const cell = row / 2 ** level
        low = lesser(low, lowsAt(level)[cell] ?? Number.NaN)
        high = greater(high, highsAt(level)[cell] ?? Number.NaN)
        row += 2 ** level
      }
      return { low, high }
    },
    update(row) {
      for (let level = 1; level <= lows.length; level++) fold(level, row >> level)
    },
  }
}

const none = new Float64Array(0)

const lesser = (one: number, other: number): number => (one < other || Number.isNaN(other) ? one : other)
const greater = (one: number, other: number): number => (one > other || Number.isNaN(other) ? one : other)
