import type { Segment } from '../instruments/instrument.ts'
import { isOptionSegment } from '../instruments/kind.ts'

/** Share of the price: the first index halt, the widest share band. A larger move needs a second tick. */
const STEP_MAX: Readonly<Record<Segment, number>> = {
  INDICES: 0.1,
  NSE: 0.2,
  BSE: 0.2,
  'NFO-FUT': 0.2,
  'BFO-FUT': 0.2,
  'NFO-OPT': 0.6,
  'BFO-OPT': 0.6,
}

/** Rupees: a cheap option may double from one trade to the next. */
const OPTION_STEP_RUPEES = 5

/** Plausible from one tick. Prices in rupees, both above zero. */
export const isPlausibleMove = (segment: Segment, from: number, to: number): boolean => {
  const share = STEP_MAX[segment] * from
  const reach = isOptionSegment(segment) ? Math.max(share, OPTION_STEP_RUPEES) : share
  return Math.abs(to - from) <= reach
}
