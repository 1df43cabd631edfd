import type { Reading } from '../../commands/reading.ts'

const isMissing = ({ message, found }: NonNullable<Reading['problem']>): boolean =>
  message === undefined && (found === '' || found === 'the end')

/** True if the line only lacks arguments: that is not shown as an error. */
export const isCalm = (problem: Reading['problem']): boolean => problem !== null && isMissing(problem)

export function ProblemText({ problem }: { readonly problem: NonNullable<Reading['problem']> }) {
  const { kind, message, found, expected } = problem
  if (message !== undefined) {
    const [first, ...rest] = message.split(/(?<=\.) /)
    return rest.length === 0 ? (
      message
    ) : (
      <>
        <b>{first}</b> {rest.join(' ')}
      </>
    )
  }
  if (isMissing(problem)) return `Still needed: ${expected}`
  if (kind === 'nothingFits')
    return (
      <>
        <b>Nothing more fits here.</b> You can add {expected}
      </>
    )
  if (kind === 'notAllowed')
    return (
      <>
        <b>“{found}” is not possible.</b> Needed: {expected}
      </>
    )
  return (
    <>
      <b>“{found}”</b> is not understood. Expected: {expected}
    </>
  )
}
