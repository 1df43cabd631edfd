import type { Segment } from './instrument.ts'

/**
 * Largest step from one tick to the next that is believed at once, as a share of the earlier price: the first halt of
 * an index, the widest fixed band of a share, and for futures the same. A larger one is believed once another tick
 * agrees.
 */
const STEP_MAX: Readonly<Record<Segment, number>> = {
  INDICES: 0.1,
  NSE: 0.2,
  BSE: 0.2,
  'NFO-FUT': 0.2,
  'BFO-FUT': 0.2,
  'NFO-OPT': 0.6,
  'BFO-OPT': 0.6,
}

/** A cheap option doubles from one trade to the next: a step of so many rupees is nothing strange. */
const OPTION_STEP_RUPEES = 5

const isOption = (segment: Segment): boolean => segment === 'NFO-OPT' || segment === 'BFO-OPT'

/** Whether one tick alone makes this step believable. Prices in rupees, both above zero. */
export const isBelievableStep = (segment: Segment, from: number, to: number): boolean => {
  const share = STEP_MAX[segment] * from
  const reach = isOption(segment) ? Math.max(share, OPTION_STEP_RUPEES) : share
  return Math.abs(to - from) <= reach
}
