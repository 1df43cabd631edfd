/** A busy page does it after so long all the same. */
const LATEST_MS = 2_000
/** Where the browser does not tell of its quiet moments. */
const OTHERWISE_MS = 200

/** Runs this once the page has nothing else to do. Answers its undo. */
export const whenIdle = (run: () => void): (() => void) => {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, OTHERWISE_MS)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(run, { timeout: LATEST_MS })
  return () => cancelIdleCallback(idle)
}
