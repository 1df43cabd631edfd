/** Keeps the extremes of each stretch and both ends; short arrays are returned as they are. */
export const thin = <Point>(
  points: readonly Point[],
  limit: number,
  sizeOf: (point: Point) => number,
): readonly Point[] => {
  if (points.length <= limit || limit < 4) return points
  const stretches = Math.floor((limit - 2) / 2)
  const kept = new Set<number>([0, points.length - 1])
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = Math.floor((stretch * points.length) / stretches)
    const to = Math.floor(((stretch + 1) * points.length) / stretches)
    let low = from
    let high = from
    for (let index = from; index < to; index++) {
      const value = numberAt(points, index, sizeOf)
      if (value < numberAt(points, low, sizeOf)) low = index
      if (value > numberAt(points, high, sizeOf)) high = index
    }
    kept.add(low).add(high)
  }
  return [...kept].sort((left, right) => left - right).flatMap((index) => points.slice(index, index + 1))
}

const numberAt = <Point>(
  points: readonly Point[],
  index: number,
  sizeOf: (point: Point) => number,
): number => {
  const point = points[index]
  return point === undefined ? Number.NaN : sizeOf(point)
}
