import { passedVariance } from '../../../src/domain/options/trading-time.ts'
import { hashFrom, hashHead, streams, toNormal, toUniform } from './random.ts'

export const POINTS_PER_MINUTE = 4

/** Clustering of moves: how far the variance of each half may differ from its share, coarse levels first. */
const UNEVEN_COARSE = 0.42
const UNEVEN_FINE = 0.25
const COARSE_LEVELS = 7

interface Halving {
  readonly count: number
  readonly from: Int32Array
  readonly middle: Int32Array
  readonly to: Int32Array
  /** Index of the stretch before and after the middle; -1 when nothing is left to halve. */
  readonly left: Int32Array
  readonly right: Int32Array
  /** Share of the stretch's variance before its middle. */
  readonly even: Float64Array
  readonly uneven: Float64Array
}

const halve = (minutes: number): Halving => {
  const passed = passedVariance(minutes, POINTS_PER_MINUTE)
  const last = minutes * POINTS_PER_MINUTE
  const halving: Halving = {
    count: last - 1,
    from: new Int32Array(last),
    middle: new Int32Array(last),
    to: new Int32Array(last),
    left: new Int32Array(last).fill(-1),
    right: new Int32Array(last).fill(-1),
    even: new Float64Array(last),
    uneven: new Float64Array(last),
  }
  let made = 0
  const split = (from: number, to: number, level: number): number => {
    if (to - from < 2) return -1
    const own = made++
    const middle = (from + to) >> 1
    const begun = passed[from] ?? 0
    halving.from[own] = from
    halving.middle[own] = middle
    halving.to[own] = to
    halving.even[own] = ((passed[middle] ?? 0) - begun) / ((passed[to] ?? 1) - begun)
    halving.uneven[own] = level < COARSE_LEVELS ? UNEVEN_COARSE : UNEVEN_FINE
    halving.left[own] = split(from, middle, level + 1)
    halving.right[own] = split(middle, to, level + 1)
    return own
  }
  split(0, last, 0)
  return halving
}

/** Session lengths: regular, split, muhurat, and what a calendar file may add. */
const HALVINGS_MAX = 16
const halvings = new Map<number, Halving>()

const halvingOf = (minutes: number): Halving => {
  const known = halvings.get(minutes)
  if (known) return known
  if (halvings.size >= HALVINGS_MAX) halvings.clear()
  const made = halve(minutes)
  halvings.set(minutes, made)
  return made
}

let normals = new Float64Array(0)

/** Normals 0 to `count` of a stream, in one loop: a number that a call returns costs a place on the heap. */
const fillNormals = (head: number, count: number): Float64Array => {
  if (normals.length < count) normals = new Float64Array(count)
  for (let index = 0; index < count; index++) normals[index] = toNormal(toUniform(hashFrom(head, index)))
  return normals
}

/** Brownian bridge from 0 to `end` in variance time. A point's randomness depends on seed and index only. */
export const bridge = (key: {
  readonly seed: number
  readonly id: number
  readonly session: number
  readonly minutes: number
  readonly end: number
  readonly variance: number
}): Float64Array => {
  const { count, from, middle, to, left, right, even, uneven } = halvingOf(key.minutes)
  const path = new Float64Array(key.minutes * POINTS_PER_MINUTE + 1)
  path[path.length - 1] = key.end
  const normals = fillNormals(hashHead(key.seed, streams.path, key.id, key.session), 2 * path.length)
  const variances = new Float64Array(count + 1)
  variances[0] = key.variance
  for (let stretch = 0; stretch < count; stretch++) {
    const at = middle[stretch] as number
    const variance = variances[stretch] as number
    const ratio = Math.exp((uneven[stretch] as number) * (normals[at * 2] as number))
    const before = even[stretch] as number
    const share = (before * ratio) / (1 - before + before * ratio)
    const start = path[from[stretch] as number] as number
    path[at] =
      start +
      ((path[to[stretch] as number] as number) - start) * share +
      Math.sqrt(variance * share * (1 - share)) * (normals[at * 2 + 1] as number)
    // A stretch without halves writes behind the last element, which is never read.
    const [first, second] = [left[stretch] as number, right[stretch] as number]
    variances[first < 0 ? count : first] = variance * share
    variances[second < 0 ? count : second] = variance * (1 - share)
  }
  return path
}
