import { Refusal } from '../../server/refusal.ts'

/** How a call was refused, in one line: `notFound: There is nothing here`. */
export const refusalOf = async (act: Promise<unknown>): Promise<string> => {
  try {
    await act
    return 'done'
  } catch (error) {
    return error instanceof Refusal
      ? `${error.kind}: ${[error.message, ...error.issues].join('; ')}`
      : String(error)
  }
}
