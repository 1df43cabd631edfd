import type { ApiFailure } from '../contract/api-error.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { readErrorCode } from '../contract/error-codes.ts'

/** Servers without codes report the end of a login session in these texts; only this file reads them. */
const SESSION_MARKERS = /\bunauthorized\b|failed to get session details/i

const ISSUES_MAX = 20

interface Parts {
  readonly status: string | null
  readonly message: string
  readonly code: string | null
  readonly issues: readonly string[]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const partsOf = (body: unknown): Parts => {
  const { status, message, error, code, issues } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as Record<string, unknown>
  return {
    status: typeof status === 'string' ? status : null,
    message: textOf(message) || textOf(error),
    code: typeof code === 'string' ? code : null,
    issues: Array.isArray(issues) ? issues.map(textOf).filter(Boolean).slice(0, ISSUES_MAX) : [],
  }
}

const isSessionOver = (endpoint: Endpoint, status: number, { code, message }: Parts): boolean => {
  if (endpoint.access === 'public') return status === 401
  if (code !== null) return status === 401 && code === 'UNAUTHORIZED'
  return status === 401 || SESSION_MARKERS.test(message)
}

/** Null for a success. `body` is undefined when it was not JSON. */
export const failureOfAnswer = (endpoint: Endpoint, status: number, body: unknown): ApiFailure | null => {
  const parts = partsOf(body)
  const isWell = status >= 200 && status < 300
  if (isWell && parts.status === 'success') return null
  if (isWell && parts.status !== 'error')
    return { kind: 'malformed', issues: [`${endpoint.name} answered without an envelope`] }
  if (isSessionOver(endpoint, status, parts)) return { kind: 'unauthorized', reason: parts.message }
  const refusal = { status, ...readErrorCode(parts.code), reason: parts.message }
  if (parts.issues.length > 0) return { kind: 'malformed', issues: parts.issues, refusal }
  return { kind: 'rejected', ...refusal }
}
