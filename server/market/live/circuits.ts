import { heldAt, type SessionPath } from '../simulated/path-points.ts'

const WIDENED_BY = 0.05
const BAND_MAX = 2
/** Dynamic limits are widened once the price has come this near to one. */
const NEAR = 0.99

/** Ticks, rounded inwards; null without limits. */
export const circuitsOf = (
  { limits, dynamicBand }: Pick<SessionPath, 'limits' | 'dynamicBand'>,
  previousClose: number,
  low: number,
  high: number,
): readonly [number, number] | null => {
  if (limits !== null) return limits
  if (dynamicBand === null) return null
  let band = dynamicBand
  const moved = Math.max(high / previousClose - 1, 1 - low / previousClose)
  while (moved > band * NEAR && band < BAND_MAX) band += WIDENED_BY
  return [Math.max(1, Math.ceil(previousClose * (1 - band))), Math.floor(previousClose * (1 + band))]
}

export const circuitsAt = (
  path: SessionPath,
  row: number,
  low: number,
  high: number,
): readonly [number, number] | null =>
  heldAt(path, row)?.limits ?? circuitsOf(path, path.previousClose, low, high)
