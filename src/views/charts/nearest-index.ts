/** `points` ascend by `x`; null if empty. */
export const nearestIndex = <Point>(
  points: readonly Point[],
  x: (point: Point) => number,
  pixel: number,
): number | null => {
  let low = 0
  let high = points.length - 1
  if (high < 0) return null
  const xAt = (index: number) => {
    const point = points[index]
    return point === undefined ? Number.POSITIVE_INFINITY : x(point)
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (xAt(middle) < pixel) low = middle
    else high = middle
  }
  return pixel - xAt(low) < xAt(high) - pixel ? low : high
}
