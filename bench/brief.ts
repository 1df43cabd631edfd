/** `--brief`: every bench runs once and for a moment, so that none stops working unseen. Its times are not judged. */
export const isBrief = process.argv.includes('--brief')

/** How often something is timed. */
export const rounds = (usual: number): number => (isBrief ? 1 : usual)

const BRIEF_TURNS_MAX = 10

/** How many frames are drawn, or batches taken. */
export const turns = (usual: number): number => (isBrief ? Math.min(BRIEF_TURNS_MAX, usual) : usual)

const BRIEF_ROWS_MAX = 20_000

/** How many candles or orders something is made of. */
export const rows = (usual: number): number => (isBrief ? Math.min(BRIEF_ROWS_MAX, usual) : usual)

const BRIEF_MS_MAX = 1_000

/** How long something is watched, in milliseconds. */
export const span = (usualMs: number): number => (isBrief ? Math.min(BRIEF_MS_MAX, usualMs) : usualMs)
