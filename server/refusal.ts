export type RefusalKind =
  | 'unauthorized'
  | 'forbidden'
  | 'malformed'
  | 'notFound'
  | 'conflict'
  | 'outdatedPage'
  | 'addressTooLong'
  | 'tooLarge'
  | 'unsupportedType'
  | 'tooMany'
  | 'unavailable'

/** A call that is answered with a reason rather than a result. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  /** Which field and what is wrong with it, one sentence each. */
  readonly issues: readonly string[]
  readonly retryAfterSeconds: number | null
  /** Overrides the code that belongs to the kind. */
  readonly code: string | null
  constructor(
    kind: RefusalKind,
    reason: string,
    details: { issues?: readonly string[]; retryAfterSeconds?: number; code?: string } = {},
  ) {
    super(reason)
    this.kind = kind
    this.issues = details.issues ?? []
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
    this.code = details.code ?? null
  }
}
