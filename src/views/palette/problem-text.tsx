import type { Reading } from '../../commands/reading.ts'

/** Where a line stops making sense, and what would. */
export function ProblemText({ problem }: { readonly problem: NonNullable<Reading['problem']> }) {
  if (problem.message !== undefined) return problem.message
  return (
    <>
      <b>column {problem.column}</b> {problem.found === '' ? '' : `“${problem.found}”: `}expected{' '}
      {problem.expected}
    </>
  )
}
