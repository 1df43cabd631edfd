import type { Endpoint } from '../../src/contract/endpoint.ts'
import { HOLIDAY_TEXT_MAX } from '../../src/contract/holidays.ts'
/** What a JSON body may be. A body beyond it is refused before a schema sees it. */
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

/** A report holds a row for every candle and an object for every trade. */
const REPORT_BODY: BodyLimits = { ...DEFAULT_BODY, bytes: 8 * MB, keys: 1_000_000, items: 1_000_000 }

/** A list of holidays, of which JSON may double every character. */
const HOLIDAY_BODY: BodyLimits = { ...DEFAULT_BODY, bytes: 160 * KB, textLength: HOLIDAY_TEXT_MAX }

/** Calls whose bodies may be larger, by name of the call. */
const larger: Readonly<Record<string, BodyLimits>> = {
  saveBacktest: REPORT_BODY,
  saveCumulativeBacktest: REPORT_BODY,
  previewHolidays: HOLIDAY_BODY,
  importHolidays: HOLIDAY_BODY,
}

export const bodyLimitsOf = (endpointName: string): BodyLimits => larger[endpointName] ?? DEFAULT_BODY

export const URL_LENGTH_MAX = 4096
export const HEADERS_TIMEOUT_MS = 10_000
/** What a call may take once its body is there. */
export const CALL_TIMEOUT_MS = 30_000
/** A file of two gigabytes over a slow link. */
export const UPLOAD_TIMEOUT_MS = 3_600_000
export const KEEP_ALIVE_TIMEOUT_MS = 72_000

export interface CallLimits {
  readonly windowMs: number
  /** Of a signed-in user, and of an address that is not signed in, in one window. */
  readonly perUser: number
  readonly perAddress: number
  /** Previews of orders of a user, counted apart; absent: as many as other calls. */
  readonly previewsPerUser?: number
}

/** A window of two seconds lets a burst of 100 through and holds 50 a second, and 20 previews a second. */
export const DEFAULT_CALLS: CallLimits = {
  windowMs: 2000,
  perUser: 100,
  perAddress: 40,
  previewsPerUser: 40,
}

type Counted = Pick<Endpoint, 'name' | 'riskReducing'> | undefined

/** Calls of one budget are counted together. What takes risk off is never slowed down by calls of any other kind. */
export const budgetOf = (endpoint: Counted): 'riskReducing' | 'previews' | 'all' => {
  if (endpoint?.riskReducing === true) return 'riskReducing'
  return endpoint?.name === 'previewOrders' ? 'previews' : 'all'
}

/** Calls of one budget in one window. */
export const mostOf = (limits: CallLimits, endpoint: Counted): number =>
  budgetOf(endpoint) === 'previews' ? (limits.previewsPerUser ?? limits.perUser) : limits.perUser

/** Counters kept; the least used is dropped. */
export const CALLERS_COUNTED = 5000
