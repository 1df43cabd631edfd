/** Limit of a wait for a fact; tests go on as soon as it holds. */
export const FACT_MS = 120_000
export const TEST_MS = 300_000
