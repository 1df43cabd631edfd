import type { WireCode } from '../src/contract/error-codes.ts'
import { statusOf } from '../src/contract/error-table.ts'

/** An expected failure of a call; anything else thrown is a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: WireCode
  readonly status: number
  /** Field and problem, one sentence each. */
  readonly issues: readonly string[]
  readonly retryAfterSeconds: number | null
  /** `status` only where the table has several of the code. */
  constructor(
    code: WireCode,
    reason: string,
    details: { issues?: readonly string[]; retryAfterSeconds?: number; status?: number } = {},
  ) {
    super(reason)
    this.code = code
    this.status = details.status ?? statusOf(code)
    this.issues = details.issues ?? []
    this.retryAfterSeconds = details.retryAfterSeconds ?? null
  }
}

/** The server or its database cannot do it now, and nothing was done. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Refusal && error.status === statusOf('UNAVAILABLE')
