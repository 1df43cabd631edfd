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

/** An expected failure of a call; anything else thrown is a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  /** Field and problem, one sentence each. */
  readonly issues: readonly string[]
  readonly retryAfterSeconds: number | null
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
