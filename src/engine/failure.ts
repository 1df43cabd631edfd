/** Every way the engines can fail. The console switches on `kind`; `messageOfFailure` is what a person reads. */
export type EngineFailure =
  /** The server answered, but not with the file. */
  | { readonly kind: 'download'; readonly file: string; readonly status: string }
  | { readonly kind: 'unreachable'; readonly file: string }
  /** The archive or the module in it cannot be read. */
  | { readonly kind: 'damaged'; readonly file: string; readonly reason: string }
  | { readonly kind: 'missing'; readonly name: EngineFunction }
  /** The engine answered with something other than JSON. */
  | { readonly kind: 'malformed'; readonly name: EngineFunction; readonly answer: string }
  /** The engine will not compute this: the request or its candles make no sense. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'trapped'; readonly reason: string }
  | { readonly kind: 'cancelled' }

/** Those that answer in JSON. */
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

/** One sentence for a log or a screen. */
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
      return `${failure.name} answered with something other than JSON: ${failure.answer}`
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

/** An error that says the request, not the engine, is at fault. */
export const refusal = (reason: string): EngineError => new EngineError({ kind: 'refused', reason })

/** By its name and not its class: the host script and the worker are bundled apart and each has its own class. */
const isEngineError = (error: unknown): error is EngineError =>
  error instanceof Error && error.name === 'EngineError' && 'failure' in error

/** The failure in whatever was thrown; anything unknown counts as a stop of the engine. */
export const failureOf = (error: unknown): EngineFailure =>
  isEngineError(error)
    ? error.failure
    : { kind: 'trapped', reason: error instanceof Error ? error.message : String(error) }
