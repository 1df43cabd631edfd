/** Pixels of each label, in the order given: as near to its line as the others allow. */
export const spreadLabels = (
  lines: readonly number[],
  { top, bottom, height }: { readonly top: number; readonly bottom: number; readonly height: number },
): readonly number[] => {
  const edge = height / 2
  const order = lines.map((_, index) => index).sort((a, b) => (lines[a] ?? 0) - (lines[b] ?? 0))
  const heights = lines.map((y) => Math.min(bottom - edge, Math.max(top + edge, y)))
  const at = (index: number | undefined): number => heights[index ?? -1] ?? 0
  for (let rank = 1; rank < order.length; rank++) {
    const index = order[rank] ?? 0
    heights[index] = Math.max(at(index), at(order[rank - 1]) + height)
  }
  let lowest = bottom - edge
  for (const index of order.toReversed()) {
    heights[index] = Math.min(at(index), lowest)
    lowest = at(index) - height
  }
  return heights
}
