/** Every way a call can fail. The console switches on `kind`; message text is only ever shown. */
export type ApiFailure =
  | { readonly kind: 'unauthorized'; readonly reason: string }
  | { readonly kind: 'rejected'; readonly status: number; readonly code: string; readonly reason: string }
  | {
      readonly kind: 'malformed'
      readonly issues: readonly string[]
      /** Set when the server could not read the call, absent when the console could not read the reply. */
      readonly refusal?: { readonly status: number; readonly code: string; readonly reason: string }
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

/** The server refused the call before doing anything, because the page has another contract version. */
export const OUTDATED_PAGE = 'OUTDATED_PAGE'
export const OUTDATED_PAGE_STATUS = 412
export const RELOAD_PAGE = 'Reload this page: the server was updated'

export const TOO_MANY_WINDOWS = 'TOO_MANY_WINDOWS'

export const isTooManyWindows = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'rejected' && error.failure.code === TOO_MANY_WINDOWS

export const INSTRUMENTS_CHANGED = 'INSTRUMENTS_CHANGED'

export const outdatedPage = (): ApiError =>
  new ApiError({ kind: 'rejected', status: OUTDATED_PAGE_STATUS, code: OUTDATED_PAGE, reason: RELOAD_PAGE })

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
        (failure.code.startsWith('HTTP_') && failure.reason === '')
      )
    default:
      return failure satisfies never
  }
}
