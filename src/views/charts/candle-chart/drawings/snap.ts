import type { DrawingPoint } from '../../../../domain/charts/drawings/drawing.ts'
import { nearestTick } from '../../../../domain/instruments/tick.ts'
import type { CandleSeries } from '../../../../market/candle-series.ts'
import { distanceToSegment } from './hit-drawings.ts'
import type { Pixel, Projection } from './shapes.ts'

/** Pixels; farther prices of the candle do not attract. */
const SNAP_REACH = 14

interface SnapTo {
  readonly series: CandleSeries
  readonly tickSize: number
  readonly isSnapping: boolean
}

/** On the candle under the pointer; snapping also takes its open, high, low or close where that is near. */
export const pointAt = (
  { x, y }: Pixel,
  { timeAt, rowOf, priceAt, yOf }: Projection,
  { series, tickSize, isSnapping }: SnapTo,
): DrawingPoint => {
  const at = timeAt(x)
  const free = { at, price: nearestTick(priceAt(y), tickSize) }
  const row = rowOf(at)
  if (!isSnapping || row < 0 || row >= series.rows()) return free
  const { open, high, low, close } = series.candles()
  const near = [open, high, low, close]
    .map((column) => column[row] ?? Number.NaN)
    .map((price) => ({ price, away: Math.abs(yOf(price) - y) }))
    .sort((one, other) => one.away - other.away)[0]
  return near !== undefined && near.away <= SNAP_REACH ? { at, price: near.price } : free
}

/** Points of a brush stroke that matter: Ramer-Douglas-Peucker within `tolerance` pixels. */
export const simplified = <Point extends Pixel>(
  points: readonly Point[],
  tolerance: number,
): readonly Point[] => {
  const [first, last] = [points[0], points.at(-1)]
  if (points.length <= 2 || first === undefined || last === undefined) return points
  let [farthest, index] = [0, 0]
  for (let each = 1; each < points.length - 1; each++) {
    const away = distanceToSegment(points[each] as Point, first, last)
    if (away > farthest) [farthest, index] = [away, each]
  }
  if (farthest <= tolerance) return [first, last]
  return [
    ...simplified(points.slice(0, index + 1), tolerance).slice(0, -1),
    ...simplified(points.slice(index), tolerance),
  ]
}
