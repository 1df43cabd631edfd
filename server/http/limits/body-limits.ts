import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { HOLIDAY_TEXT_MAX } from '../../../src/contract/holidays.ts'

export interface BodyLimits {
  readonly bytes: number
  readonly depth: number
  readonly keys: number
  readonly items: number
  readonly textLength: number
  readonly nameLength: number
}

const KB = 1024
const MB = 1024 * KB

export const DEFAULT_BODY: BodyLimits = {
  bytes: 16 * KB,
  depth: 20,
  keys: 5000,
  items: 10_000,
  textLength: 4096,
  nameLength: 120,
}

/** A report has a row per candle and an object per trade. */
const REPORT_BODY: BodyLimits = { ...DEFAULT_BODY, bytes: 8 * MB, keys: 1_000_000, items: 1_000_000 }

/** JSON may double every character of the list. */
const HOLIDAY_BODY: BodyLimits = { ...DEFAULT_BODY, bytes: 160 * KB, textLength: HOLIDAY_TEXT_MAX }

const larger: Readonly<Record<string, BodyLimits>> = {
  saveBacktest: REPORT_BODY,
  saveCumulativeBacktest: REPORT_BODY,
  previewHolidays: HOLIDAY_BODY,
  importHolidays: HOLIDAY_BODY,
}

export const bodyLimitsOf = (endpointName: string): BodyLimits => larger[endpointName] ?? DEFAULT_BODY

export const URL_LENGTH_MAX = 4096
export const HEADERS_TIMEOUT_MS = 10_000
/** From the end of the body. */
export const CALL_TIMEOUT_MS = 30_000
/** 2 GB over a slow link. */
export const UPLOAD_TIMEOUT_MS = 3_600_000
export const KEEP_ALIVE_TIMEOUT_MS = 72_000

export interface CallLimits {
  readonly windowMs: number
  /** Per window; `perAddress` is for callers who are not signed in. */
  readonly perUser: number
  readonly perAddress: number
  readonly previewsPerUser?: number
}

/** Bursts of 100, then 50 per second, and 20 previews per second. */
export const DEFAULT_CALLS: CallLimits = {
  windowMs: 2000,
  perUser: 100,
  perAddress: 40,
  previewsPerUser: 40,
}

type Counted = Pick<Endpoint, 'name' | 'riskReducing'> | undefined

/** Risk-reducing calls have their own budget, so that no other calls slow them down. */
export const budgetOf = (endpoint: Counted): 'riskReducing' | 'previews' | 'all' => {
  if (endpoint?.riskReducing === true) return 'riskReducing'
  return endpoint?.name === 'previewOrders' ? 'previews' : 'all'
}

export const mostOf = (limits: CallLimits, endpoint: Counted): number =>
  budgetOf(endpoint) === 'previews' ? (limits.previewsPerUser ?? limits.perUser) : limits.perUser

export const CALLERS_COUNTED = 5000
