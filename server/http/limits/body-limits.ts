import type { BodyLimits, Budget } from '../../../src/contract/endpoint.ts'

export const DEFAULT_BODY: BodyLimits = {
  bytes: 16 * 1024,
  depth: 20,
  keys: 5000,
  items: 10_000,
  textLength: 4096,
  nameLength: 120,
}

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

export const callsMaxOf = (budget: Budget, { perUser, previewsPerUser = perUser }: CallLimits): number =>
  budget === 'previews' ? previewsPerUser : perUser

export const CALLERS_COUNTED = 5000
