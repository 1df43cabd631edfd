export type EngineFailure =
  | { readonly kind: 'download'; readonly file: string; readonly status: string }
  | { readonly kind: 'unreachable'; readonly file: string }
  | { readonly kind: 'damaged'; readonly file: string; readonly reason: string }
  | { readonly kind: 'missing'; readonly name: EngineFunction }
  | { readonly kind: 'malformed'; readonly name: EngineFunction; readonly answer: string }
  /** The request or its candles are invalid. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'trapped'; readonly reason: string }
  | { readonly kind: 'cancelled' }

export type JsonFunction = 'GetTechnicals' | 'Backtest'
export type EngineFunction = JsonFunction | 'Sweep'

export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly failure: EngineFailure
  constructor(failure: EngineFailure, options?: ErrorOptions) {
    super(messageOfFailure(failure), options)
    this.failure = failure
  }
}

export const messageOfFailure = (failure: EngineFailure): string => {
  switch (failure.kind) {
    case 'download':
      return `HTTP error! Status: ${failure.status}`
    case 'unreachable':
      return `${failure.file} cannot be fetched: the server cannot be reached`
    case 'damaged':
      return `${failure.file} is damaged: ${failure.reason}`
    case 'missing':
      return `${failure.name} function not found on window.`
    case 'malformed':
      return `${failure.name} returned something other than JSON: ${failure.answer}`
    case 'refused':
      return failure.reason
    case 'trapped':
      return `the engine stopped: ${failure.reason}`
    case 'cancelled':
      return 'cancelled'
    default:
      return failure satisfies never
  }
}

export const refusal = (reason: string): EngineError => new EngineError({ kind: 'refused', reason })

/** Compares the name: the host script and the worker are bundled apart, and each has its own class. */
const isEngineError = (error: unknown): error is EngineError =>
  error instanceof Error && error.name === 'EngineError' && 'failure' in error

export const failureOf = (error: unknown): EngineFailure =>
  isEngineError(error)
    ? error.failure
    : { kind: 'trapped', reason: error instanceof Error ? error.message : String(error) }
