import type { Refused } from '../rules.ts'

/** The call is answered with an error and leaves no order. */
export const atDoor = (code: string, message: string, type = 'InputException'): Refused => ({
  kind: 'refused',
  stage: 'api',
  type,
  code,
  message,
  raw: null,
})

/** The order stands in the book, rejected. */
export const byRiskCheck = (code: string, type: string, message: string, raw: string): Refused => ({
  kind: 'refused',
  stage: 'rms',
  type,
  code,
  message,
  raw,
})
