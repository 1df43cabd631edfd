/** Every way a call can fail. The console switches on `kind`; message text is only ever shown. */
export type ApiFailure =
  | { readonly kind: 'unauthorized'; readonly reason: string }
  | { readonly kind: 'rejected'; readonly status: number; readonly code: string; readonly reason: string }
  | { readonly kind: 'malformed'; readonly issues: readonly string[] }
  | { readonly kind: 'unreachable' }

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly failure: ApiFailure
  constructor(failure: ApiFailure, options?: ErrorOptions) {
    super(failure.kind, options)
    this.failure = failure
  }
}

/** What a person is told: the server's words first, then the text of the call. */
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
