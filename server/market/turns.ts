import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long work stops this often, so that calls which come meanwhile are answered. */
const TURN_MS = 10

/**
 * A function to await between small pieces of work: it lets others run when the turn has lasted long enough, and throws
 * the signal's reason when nobody waits for the work any more.
 */
export const createTurns = (signal?: AbortSignal): (() => Promise<void>) => {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN_MS) return
    await nextTurn()
    signal?.throwIfAborted()
    began = performance.now()
  }
}
