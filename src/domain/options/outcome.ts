/** Null is unlimited. */
export interface Extreme {
  readonly value: number | null
  readonly note: 'exact' | 'at S = 0' | 'on the shown range'
}

export interface Stretch {
  readonly from: number
  readonly to: number
}

export interface Outcome {
  readonly breakevens: readonly number[]
  readonly maxProfit: Extreme
  readonly maxLoss: Extreme
  readonly profits: readonly Stretch[]
}

type Pnl = (price: number) => number

interface Point {
  readonly price: number
  readonly pnl: number
}

const BREAKEVEN_GAP = 1e-6
/** Rounding error of sums of rupees. */
const NOTHING = 1e-7

/** Linear between the strikes, from a price of 0; `slope` is rupees per rupee above the last strike. */
export const readLines = (pnl: Pnl, strikes: readonly number[], slope: number): Outcome => {
  const points = [0, ...strikes].map((price) => pointAt(pnl, price))
  const roots = points.flatMap((point, index) => {
    const next = points[index + 1]
    return next === undefined ? rootsAbove(point, slope) : rootsBetween(point, next)
  })
  const breakevens = distinct(roots)
  const values = points.map((point) => point.pnl)
  const [most, least] = [Math.max(...values), Math.min(...values)]
  const inside = values.slice(1)
  const noteOf = (extreme: number): Extreme['note'] =>
    inside.some((value) => Math.abs(value - extreme) < NOTHING) ? 'exact' : 'at S = 0'
  return {
    breakevens,
    maxProfit: slope > 0 ? { value: null, note: 'exact' } : { value: most, note: noteOf(most) },
    maxLoss: slope < 0 ? { value: null, note: 'exact' } : { value: least, note: noteOf(least) },
    profits: profitsOf(pnl, breakevens, Number.POSITIVE_INFINITY),
  }
}

const CURVE_SHARE = 0.5
const CURVE_POINTS = 1001
const HALVINGS = 60

/** Samples half to one and a half times `centre`, for a P&L that is not piecewise linear. */
export const readCurve = (pnl: Pnl, strikes: readonly number[], centre: number): Outcome => {
  const [low, high] = [centre * (1 - CURVE_SHARE), centre * (1 + CURVE_SHARE)]
  const even = Array.from(
    { length: CURVE_POINTS },
    (_, index) => low + ((high - low) * index) / (CURVE_POINTS - 1),
  )
  const points = [...even, ...strikes.filter((strike) => strike > low && strike < high)]
    .sort((a, b) => a - b)
    .map((price) => pointAt(pnl, price))
  const roots = points.flatMap((point, index) => {
    const next = points[index + 1]
    if (point.pnl === 0) return [point.price]
    return next !== undefined && point.pnl * next.pnl < 0 ? [halve(pnl, point, next)] : []
  })
  const breakevens = distinct(roots)
  const values = points.map((point) => point.pnl)
  return {
    breakevens,
    maxProfit: { value: Math.max(...values), note: 'on the shown range' },
    maxLoss: { value: Math.min(...values), note: 'on the shown range' },
    profits: profitsOf((price) => pnl(Math.max(low, price)), breakevens, high),
  }
}

const pointAt = (pnl: Pnl, price: number): Point => {
  const value = pnl(price)
  return { price, pnl: Math.abs(value) < NOTHING ? 0 : value }
}

/** A segment of zeros has no breakeven itself; its neighbours have, where they leave zero. */
const rootsBetween = (left: Point, right: Point): readonly number[] => {
  if (left.pnl === 0 && right.pnl === 0) return []
  if (left.pnl === 0) return left.price === 0 ? [] : [left.price]
  if (right.pnl === 0) return [right.price]
  if (left.pnl * right.pnl > 0) return []
  return [left.price + ((right.price - left.price) * left.pnl) / (left.pnl - right.pnl)]
}

const rootsAbove = ({ price, pnl }: Point, slope: number): readonly number[] => {
  if (slope === 0) return []
  if (pnl === 0) return price === 0 ? [] : [price]
  return pnl * slope < 0 ? [price - pnl / slope] : []
}

const halve = (pnl: Pnl, left: Point, right: Point): number => {
  let [low, high] = [left.price, right.price]
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    if (pnl(middle) * left.pnl > 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}

const distinct = (roots: readonly number[]): readonly number[] =>
  [...roots]
    .sort((a, b) => a - b)
    .filter((root, index, all) => index === 0 || root - (all[index - 1] ?? 0) > BREAKEVEN_GAP)

const profitsOf = (pnl: Pnl, breakevens: readonly number[], highest: number): readonly Stretch[] => {
  const edges = [0, ...breakevens]
  return edges.flatMap((from, index) => {
    const to = edges[index + 1] ?? Number.POSITIVE_INFINITY
    const inside = to === Number.POSITIVE_INFINITY ? Math.min(highest, from * 2 + 1) : (from + to) / 2
    return pnl(inside) > NOTHING ? [{ from, to }] : []
  })
}
