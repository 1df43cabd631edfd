import { Refusal } from '../../../server/refusal.ts'

/** `NOT_FOUND: Not found`. */
export const refusalOf = async (act: Promise<unknown>): Promise<string> => {
  try {
    await act
    return 'done'
  } catch (error) {
    return error instanceof Refusal
      ? `${error.code}: ${[error.message, ...error.issues].join('; ')}`
      : String(error)
  }
}
