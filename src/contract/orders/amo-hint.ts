import { ApiError } from '../api-error.ts'

/** AMO as its own word, not as part of a symbol such as `NSE_AMO` or `AMO-BE`. */
const AMO_WORD = /(?<![\w&-])AMO(?![\w&-])/

/** True if the rejection asks for an AMO. The text is read only where the server sends no code of its own. */
export const asksForAmo = (error: unknown): boolean => {
  if (!(error instanceof ApiError) || error.failure.kind !== 'rejected') return false
  const { code, reason } = error.failure
  return code === 'NO_CODE' ? AMO_WORD.test(reason) : code === 'AMO_REQUIRED'
}
