import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 10

/** Awaited between small pieces of work: yields when due, and throws the signal's reason once aborted. */
export const createEventLoopYield = (signal?: AbortSignal): (() => Promise<void>) => {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN_MS) return
    await nextTurn()
    signal?.throwIfAborted()
    began = performance.now()
  }
}
