/** A busy page runs it after this delay. */
const LATEST_MS = 2_000
/** For browsers without `requestIdleCallback`. */
const OTHERWISE_MS = 200

/** Returns its cancel function. */
export const whenIdle = (run: () => void): (() => void) => {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, OTHERWISE_MS)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(run, { timeout: LATEST_MS })
  return () => cancelIdleCallback(idle)
}
