import { segments } from '../domain/instrument.ts'
import { MASTER_ROWS_MAX } from './instrument-columns.ts'

/** Segments in the order in which equal results stand. */
const segmentRank = segments.map((segment) =>
  ['INDICES', 'NSE', 'NFO-FUT', 'NFO-OPT', 'BFO-FUT', 'BFO-OPT', 'BSE'].indexOf(segment),
)

/** Longer symbols count as this long. */
export const KEY_LENGTH_MAX = 63
const EXPIRY_DAYS_MAX = 65_536
const LOWER_KEYS = EXPIRY_DAYS_MAX * 8 * (KEY_LENGTH_MAX + 1) * MASTER_ROWS_MAX

/**
 * A key orders as the ranking does; smaller is better. This is what the query decides, 10 bits above the 43 of
 * `lowerKey`: their sum is an exact number. `exact` and `strike` are 0 where they match.
 */
export const upperKey = (exact: number, place: number, strike: number): number =>
  ((exact * 256 + place) * 2 + strike) * LOWER_KEYS

/** What the row decides. */
export const lowerKey = (group: number, length: number, order: number): number =>
  (group * (KEY_LENGTH_MAX + 1) + Math.min(length, KEY_LENGTH_MAX)) * MASTER_ROWS_MAX + order

/** Expiry, then segment. */
export const groupOf = (expiryDay: number, segment: number): number =>
  expiryDay * 8 + (segmentRank[segment] ?? 0)
