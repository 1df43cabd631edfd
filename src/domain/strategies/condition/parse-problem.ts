/** `column` counts from 1. */
export interface ParseProblem {
  readonly column: number
  readonly found: string
  readonly expected: string
}

export const describeProblem = ({ column, found, expected }: ParseProblem): string =>
  `column ${column}: found ${found}, expected ${expected}`
