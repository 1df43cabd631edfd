import { Refusal } from '../refusal.ts'

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
      readonly refusal: Pick<Refusal, 'code' | 'status' | 'message' | 'issues' | 'retryAfterSeconds'>
    }
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string; readonly code: string | null }

const codeOf = (error: Error): string | null =>
  'code' in error && typeof error.code === 'string' ? error.code : null

export const toFailure = (error: unknown): Failure => {
  if (error instanceof Refusal) {
    const { code, status, message, issues, retryAfterSeconds } = error
    return { kind: 'refusal', refusal: { code, status, message, issues, retryAfterSeconds } }
  }
  const fault = error instanceof Error ? error : new Error(String(error))
  return { kind: 'fault', message: fault.message, stack: fault.stack ?? '', code: codeOf(fault) }
}

export const toError = (failure: Failure): Error => {
  if (failure.kind === 'refusal') {
    const { code, status, message, issues, retryAfterSeconds } = failure.refusal
    return new Refusal(code, message, {
      status,
      issues,
      ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    })
  }
  const { message, stack, code } = failure
  return Object.assign(new Error(message), { stack }, code === null ? {} : { code })
}
