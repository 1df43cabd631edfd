import { Refusal, type RefusalKind } from '../refusal.ts'

/** Passed by structured clone. */
export type ToThread =
  | { readonly kind: 'run'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'shared'; readonly value: unknown }

export type FromThread =
  | { readonly kind: 'progress'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure }

export type Failure =
  | {
      readonly kind: 'refusal'
      readonly refusal: Pick<Refusal, 'kind' | 'message' | 'issues' | 'retryAfterSeconds' | 'code'>
    }
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string; readonly code: string | null }

const codeOf = (error: Error): string | null =>
  'code' in error && typeof error.code === 'string' ? error.code : null

export const toFailure = (error: unknown): Failure => {
  if (error instanceof Refusal) {
    const { kind, message, issues, retryAfterSeconds, code } = error
    return { kind: 'refusal', refusal: { kind, message, issues, retryAfterSeconds, code } }
  }
  const fault = error instanceof Error ? error : new Error(String(error))
  return { kind: 'fault', message: fault.message, stack: fault.stack ?? '', code: codeOf(fault) }
}

export const toError = (failure: Failure): Error => {
  if (failure.kind === 'refusal') {
    const { kind, message, issues, retryAfterSeconds, code } = failure.refusal
    return new Refusal(kind as RefusalKind, message, {
      issues,
      ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
      ...(code === null ? {} : { code }),
    })
  }
  const { message, stack, code } = failure
  return Object.assign(new Error(message), { stack }, code === null ? {} : { code })
}
