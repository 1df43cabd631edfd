/** `--brief` runs every bench once and briefly, to prove that it works; its times are not judged. */
export const isBrief = process.argv.includes('--brief')

export const rounds = (usual: number): number => (isBrief ? 1 : usual)

const BRIEF_TURNS_MAX = 10

export const turns = (usual: number): number => (isBrief ? Math.min(BRIEF_TURNS_MAX, usual) : usual)

const BRIEF_ROWS_MAX = 20_000

export const rows = (usual: number): number => (isBrief ? Math.min(BRIEF_ROWS_MAX, usual) : usual)

const BRIEF_MS_MAX = 1_000

export const span = (usualMs: number): number => (isBrief ? Math.min(BRIEF_MS_MAX, usualMs) : usualMs)
