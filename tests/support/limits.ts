/** How long a test waits for a fact before it fails: what comes sooner is taken at once, however busy the machine is. */
export const FACT_MS = 120_000
/** A test or a hook that hangs ends after this. */
export const TEST_MS = 300_000
