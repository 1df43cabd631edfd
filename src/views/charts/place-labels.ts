export interface Label {
  /** Left edge where it would best stand, in pixels. */
  readonly left: number
  readonly width: number
}

export interface PlacedLabel {
  /** Moved so that all of it is in sight. */
  readonly left: number
  /** From 0: the first row in which it covers no label before it. */
  readonly row: number
}

/** Pixels between two labels of one row. */
const GAP = 6

/** Where labels stand so that none is clipped at an edge and none covers another, in their order. */
export const placeLabels = (labels: readonly Label[], width: number): readonly PlacedLabel[] => {
  const taken: (readonly [from: number, to: number])[][] = []
  return labels.map((label) => {
    const left = Math.max(0, Math.min(label.left, width - label.width))
    const [from, to] = [left - GAP, left + label.width + GAP]
    const isFree = (row: readonly (readonly [number, number])[]) =>
      row.every(([start, end]) => to <= start || from >= end)
    const found = taken.findIndex(isFree)
    const row = found < 0 ? taken.length : found
    taken[row] = [...(taken[row] ?? []), [left, left + label.width]]
    return { left, row }
  })
}
