import { segments } from '../../domain/instruments/instrument.ts'
import { MASTER_ROWS_MAX } from './instrument-columns.ts'

const segmentRank = segments.map((segment) =>
  ['INDICES', 'NSE', 'NFO-FUT', 'NFO-OPT', 'BFO-FUT', 'BFO-OPT', 'BSE'].indexOf(segment),
)

export const KEY_LENGTH_MAX = 63
const EXPIRY_DAYS_MAX = 65_536
const LOWER_KEYS = EXPIRY_DAYS_MAX * 8 * (KEY_LENGTH_MAX + 1) * MASTER_ROWS_MAX

/** Smaller is better; `exact` and `strike` are 0 on a match. 10 bits over `lowerKey`'s 43: exact sums. */
export const upperKey = (exact: number, index: number, strike: number): number =>
  ((exact * 256 + index) * 2 + strike) * LOWER_KEYS

export const lowerKey = (group: number, length: number, order: number): number =>
  (group * (KEY_LENGTH_MAX + 1) + Math.min(length, KEY_LENGTH_MAX)) * MASTER_ROWS_MAX + order

export const groupOf = (expiryDay: number, segment: number): number =>
  expiryDay * 8 + (segmentRank[segment] ?? 0)
