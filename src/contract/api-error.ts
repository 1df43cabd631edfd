import type { ErrorCode, ReadCode } from './error-codes.ts'

/** `status` is 0 where the console refused by itself. */
export interface Rejection extends ReadCode {
  readonly status: number
  readonly reason: string
}

/** Every way a call can fail. The console switches on `kind` and `code`; message text is only ever shown. */
export type ApiFailure =
  | { readonly kind: 'unauthorized'; readonly reason: string }
  | ({ readonly kind: 'rejected' } & Rejection)
  | {
      readonly kind: 'malformed'
      readonly issues: readonly string[]
      /** Set when the server could not read the call, absent when the console could not read the reply. */
      readonly refusal?: Rejection
    }
  | { readonly kind: 'unreachable' }

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly failure: ApiFailure
  constructor(failure: ApiFailure, options?: ErrorOptions) {
    super(failure.kind, options)
    this.failure = failure
  }
}

export const OUTDATED_PAGE_STATUS = 412
export const RELOAD_PAGE = 'Reload this page: the server was updated'

export const isRejectedAs = (error: unknown, code: ErrorCode): boolean =>
  error instanceof ApiError && error.failure.kind === 'rejected' && error.failure.code === code

export const refusedByConsole = (code: ErrorCode, reason: string, status = 0): ApiError =>
  new ApiError({ kind: 'rejected', status, code, reason })

export const outdatedPage = (): ApiError =>
  refusedByConsole('OUTDATED_PAGE', RELOAD_PAGE, OUTDATED_PAGE_STATUS)

export const messageOf = (error: unknown, fallback: string): string => {
  if (!(error instanceof ApiError)) return fallback
  const { failure } = error
  switch (failure.kind) {
    case 'unauthorized':
    case 'rejected':
      return failure.reason === '' ? fallback : failure.reason
    case 'malformed':
      return `${fallback}: ${failure.issues.join('; ')}`
    case 'unreachable':
      return `${fallback}: the server cannot be reached`
    default:
      return failure satisfies never
  }
}

/** True if a failed change may have been carried out. A refusal in our own envelope proves it was not. */
export const isFateUnknown = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return true
  const { failure } = error
  switch (failure.kind) {
    case 'unauthorized':
      return false
    case 'unreachable':
      return true
    case 'malformed':
      return failure.refusal === undefined || failure.refusal.status >= 500
    case 'rejected':
      return (
        failure.status >= 500 ||
        failure.code === 'OUTDATED' ||
        (failure.code === 'NO_CODE' && failure.reason === '')
      )
    default:
      return failure satisfies never
  }
}

export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'unreachable'

/** For calls that change nothing more when made twice. */
export const isWorthAgain = (error: unknown): boolean =>
  isFateUnknown(error) || isRejectedAs(error, 'TOO_MANY')
