export interface TickRange {
  readonly from: number
  readonly to: number
}

export interface TriggerSearch {
  readonly low: number
  readonly high: number
  readonly now: number
  readonly steps: number
}

/**
 * Ranges of prices at which a rule is true: tried coarsely, then by halving to the tick at each change of truth. A
 * range that lies between two coarse steps is not found.
 */
export const trueRanges = (
  isTrueAt: (ticks: number) => boolean,
  { low, high, now, steps }: TriggerSearch,
): readonly TickRange[] => {
  const tried = new Map<number, boolean>()
  const isTrue = (ticks: number): boolean => {
    const known = tried.get(ticks) ?? isTrueAt(ticks)
    tried.set(ticks, known)
    return known
  }
  const step = Math.max(1, (high - low) / steps)
  const grid = new Set<number>([low, high, Math.min(high, Math.max(low, now))])
  for (let at = low; at < high; at += step) grid.add(Math.round(at))
  const points = [...grid].sort((a, b) => a - b)

  const lastAlike = (first: number, second: number): number => {
    let [same, other] = [first, second]
    while (other - same > 1) {
      const middle = (same + other) >> 1
      if (isTrue(middle) === isTrue(first)) same = middle
      else other = middle
    }
    return same
  }

  const ranges: TickRange[] = []
  let from: number | null = null
  for (const [index, point] of points.entries()) {
    const before = points[index - 1]
    if (before === undefined) {
      from = isTrue(point) ? point : null
      continue
    }
    if (isTrue(before) === isTrue(point)) continue
    const last = lastAlike(before, point)
    if (from === null) from = last + 1
    else {
      ranges.push({ from, to: last })
      from = null
    }
  }
  return from === null ? ranges : [...ranges, { from, to: high }]
}

/** Ticks from `now` to the nearest place at which the rule is true; null without any. */
export const ticksToGo = (ranges: readonly TickRange[], now: number): number | null => {
  const ways = ranges.map(({ from, to }) => (now < from ? from - now : now > to ? to - now : 0))
  return ways.reduce<number | null>(
    (nearest, way) => (nearest === null || Math.abs(way) < Math.abs(nearest) ? way : nearest),
    null,
  )
}
