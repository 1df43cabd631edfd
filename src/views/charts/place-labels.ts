export interface Label {
  readonly left: number
  readonly width: number
}

export interface PlacedLabel {
  readonly left: number
  /** From 0; the first row in which it covers no earlier label. */
  readonly row: number
}

const GAP = 6

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
