import { ApiError } from './api-error.ts'

/** A word of its own: neither part of another one nor of a symbol such as `NSE_AMO` or `AMO-BE`. */
const AMO_WORD = /(?<![\w&-])AMO(?![\w&-])/

/**
 * Whether a refused order would be taken as one for after the market. Where the server gives codes they decide; the
 * text is read only of servers that give none.
 */
export const asksForAmo = (error: unknown): boolean => {
  if (!(error instanceof ApiError) || error.failure.kind !== 'rejected') return false
  const { code, reason } = error.failure
  return code.startsWith('HTTP_') ? AMO_WORD.test(reason) : code === 'AMO_REQUIRED'
}
