import { Refusal } from '../../../server/refusal.ts'

/** `notFound: Not found`. */
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
