import { hashOf, streams, toNormal, toUniform } from './random.ts'

/** Points of a path in one minute. */
export const POINTS_PER_MINUTE = 4

/** How lively each minute of a session of this length is: most after the open, again before the close. */
const minuteWeight = (minute: number, minutes: number): number =>
  1 + 5 * Math.exp(-minute / 9) + 0.9 * Math.exp(-minute / 60) + 1.3 * Math.exp(-(minutes - minute) / 18)

/** Share of a session's variance that has passed at each point, 0 to 1. */
const varianceTime = (minutes: number): Float64Array => {
  const points = minutes * POINTS_PER_MINUTE
  const passed = new Float64Array(points + 1)
  for (let point = 0; point < points; point++) {
    passed[point + 1] = (passed[point] ?? 0) + minuteWeight(Math.floor(point / POINTS_PER_MINUTE), minutes)
  }
  const whole = passed[points] ?? 1
  return passed.map((value) => value / whole)
}

/** Session lengths in use: the regular, the split and the muhurat one, and what a calendar file may add. */
const TIMES_MAX = 16
const times = new Map<number, Float64Array>()

const varianceTimeOf = (minutes: number): Float64Array => {
  const known = times.get(minutes)
  if (known) return known
  if (times.size >= TIMES_MAX) times.clear()
  const made = varianceTime(minutes)
  times.set(minutes, made)
  return made
}

/** Clustering of moves: how far the variance of each half may differ from its share, coarse levels first. */
const UNEVEN_COARSE = 0.42
const UNEVEN_FINE = 0.25
const COARSE_LEVELS = 7

/**
 * A random path from 0 to `end` with the given variance over a session, by recursive midpoints in variance time. Every
 * point depends on the seed and its own place alone, so any part of it can be made again.
 */
export const bridge = (key: {
  readonly seed: number
  readonly id: number
  readonly session: number
  readonly minutes: number
  readonly end: number
  readonly variance: number
}): Float64Array => {
  const { seed, id, session } = key
  const passed = varianceTimeOf(key.minutes)
  const last = key.minutes * POINTS_PER_MINUTE
  const path = new Float64Array(last + 1)
  path[last] = key.end
  const normal = (point: number, place: number): number =>
    toNormal(toUniform(hashOf(seed, streams.path, id, session, point * 2 + place)))
  const split = (from: number, to: number, variance: number, level: number): void => {
    if (to - from < 2) return
    const middle = (from + to) >> 1
    const begun = passed[from] ?? 0
    const even = ((passed[middle] ?? 0) - begun) / ((passed[to] ?? 1) - begun)
    const odds = Math.exp((level < COARSE_LEVELS ? UNEVEN_COARSE : UNEVEN_FINE) * normal(middle, 0))
    const share = (even * odds) / (1 - even + even * odds)
    const start = path[from] ?? 0
    path[middle] =
      start +
      ((path[to] ?? 0) - start) * share +
      Math.sqrt(variance * share * (1 - share)) * normal(middle, 1)
    split(from, middle, variance * share, level + 1)
    split(middle, to, variance * (1 - share), level + 1)
  }
  split(0, last, key.variance, 0)
  return path
}
